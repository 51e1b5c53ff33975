import { refuseAggregate, refuseWindow } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { coerce } from '../expression.js';
import { compileCondition, compileExpression } from '../expressions/expressions.js';
import { formattedText } from '../functions/texts/format.js';
import { GROUPLESS } from './pipe-columns.js';
import { rebind } from '../names/rebind.js';
import { type Relation } from '../names/relation.js';
import { type Scope } from '../names/scope.js';
import { STRING } from '../../../../googlesql/types/types.js';
import { quoteString } from '../types/duckdb-types.js';

/**
 * `|> ASSERT condition, payload, …`: all rows pass, or the query fails. A window over all of them holds them back until each has
 * been looked at; filters, limits and joins further on would keep DuckDB from reading the row that fails.
 */
export function asserted(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const items = node.list('exprs');
  const [condition, ...payload] = items;
  if (!condition || items.at(-1)?.has('comma'))
    throw node.error('ASSERT takes a condition, and values for its message');
  for (const item of items) {
    refuseAggregate(item, GROUPLESS);
    refuseWindow(item, 'ASSERT');
  }
  const texts = payload.map((item) => payloadText(item, scope));
  if (texts.length === 0)
    texts.push(quoteString(`the condition in line ${condition.line}, column ${condition.column}`));
  const failure = `error(${["'Assert failed:'", ...texts].join(" || ' ' || ")})`;
  const flag = `CASE WHEN ${compileCondition(condition, scope)} THEN true ELSE ${failure} END AS "asserted"`;
  const { aliases } = scope.context;
  const [checked, alias] = [aliases.next('checked'), aliases.next('pipe')];
  const { columns, ...names } = rebind(left, alias);
  const rows = `(SELECT ${[...columns, flag].join(', ')} FROM ${left.sql}) AS ${checked}`;
  return { ...names, sql: `(SELECT * FROM ${rows} QUALIFY bool_and(${checked}."asserted") OVER ()) AS ${alias}` };
}

function payloadText(item: CstNode, scope: Scope): string {
  const value = compileExpression(item, scope);
  return `coalesce(${coerce(value, STRING) ?? formattedText(value, item)}, 'NULL')`;
}
