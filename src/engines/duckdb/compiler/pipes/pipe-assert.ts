import { type ExpressionNode, type PipeAssertNode } from '../../../../googlesql/ast/nodes.js';
import { refuseAggregate, refuseWindow } from '../grouping/aggregation.js';
import { coerce } from '../expression.js';
import { formattedText } from '../functions/texts/format.js';
import { GROUPLESS } from './pipe-columns.js';
import { rebind } from '../names/rebind.js';
import { type Relation } from '../names/relation.js';
import { type Scope } from '../names/scope.js';
import { STRING } from '../../../../googlesql/types/types.js';
import { joinSql, SQL, type Sql, textSql } from '../sql-tree/sql.js';

/**
 * `|> ASSERT condition, payload, …`: all rows pass, or the query fails. A window over all of them holds them back until each has been
 * checked; filters, limits and joins further on would keep DuckDB from reading the row that fails.
 */
export function asserted(left: Relation, node: PipeAssertNode, scope: Scope): Relation {
  const { condition, payload } = node;
  for (const item of [condition, ...payload]) {
    refuseAggregate(item, GROUPLESS);
    refuseWindow(item, 'ASSERT');
  }
  const texts = payload.map((item) => payloadText(item, scope));
  if (texts.length === 0) texts.push(textSql(`the condition in line ${condition.line}, column ${condition.column}`));
  const failure = SQL`error(${joinSql([SQL`'Assert failed:'`, ...texts], " || ' ' || ")})`;
  const flag = SQL`CASE WHEN ${scope.condition(condition)} THEN true ELSE ${failure} END AS "asserted"`;
  const { aliases } = scope.context;
  const [checked, alias] = [aliases.next('checked'), aliases.next('pipe')];
  const { columns, ...names } = rebind(left, alias);
  const rows = SQL`(SELECT ${joinSql([...columns, flag], ', ')} FROM ${left.sql}) AS ${checked}`;
  return { ...names, sql: SQL`(SELECT * FROM ${rows} QUALIFY bool_and(${checked}."asserted") OVER ()) AS ${alias}` };
}

function payloadText(item: ExpressionNode, scope: Scope): Sql {
  const value = scope.value(item);
  return SQL`coalesce(${coerce(value, STRING) ?? formattedText(value, item)}, 'NULL')`;
}
