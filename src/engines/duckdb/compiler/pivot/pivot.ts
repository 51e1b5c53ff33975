import { ColumnUse } from '../names/column-use.js';
import { type CstNode } from '../cst.js';
import { typed } from '../expression.js';
import { aliasOf } from '../queries/from.js';
import { isGroupable } from '../types/groupable.js';
import { pivotColumnName } from './pivot-names.js';
import { pivotAggregate, pivotInput, pivotValues } from './pivot-parts.js';
import { readable } from '../queries/query.js';
import { rebind } from '../names/rebind.js';
import { relation, type Relation } from '../names/relation.js';
import { type QueryContext, Scope } from '../names/scope.js';
import { nameOutputs, outputSql, type Unnamed } from '../queries/select.js';
import { everyColumn, type StarColumn } from '../names/star.js';
import { typeName } from '../../../../googlesql/types/types.js';

/** What one PIVOT can make; BigQuery's tables have no more either. */
const MAX_COLUMNS = 10_000;

/** Without rows these are 0, where all others are NULL. */
const COUNTS = new Set(['COUNT', 'COUNTIF', 'APPROX_COUNT_DISTINCT']);

/**
 * `PIVOT(aggregate(x) FOR input IN (value, …))`: a column for each value, over the rows whose input is that value. The columns
 * that it does not name are the keys of the groups. First the rows of each key and value are aggregated, then each of the few
 * groups that this makes goes to its column.
 */
export function pivoted(left: Relation, operator: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  const name = aliasOf(operator);
  operator.only('config');
  const config = operator.need('config');
  config.only('exprs', 'for', 'in');
  if (left.variables.some(({ value }) => value)) {
    throw operator.error('PIVOT takes no arrays of UNNEST; SELECT from them first');
  }
  const scopeOf = ({ variables, merged }: ColumnUse) => new Scope(context, variables, { parent: outer, merged });
  const before = new ColumnUse(left);
  const input = pivotInput(config.need('for'), scopeOf(before));
  const alias = context.aliases.next('rows');
  const { columns, ...rows } = rebind(left, alias);
  const after = new ColumnUse(rows);
  const aggregates = config.list('exprs').map((node) => ({ node, expression: pivotAggregate(node, scopeOf(after)) }));
  const values = pivotValues(config.need('in'), input.type, context);
  if (values.length * aggregates.length > MAX_COLUMNS) {
    throw operator.unsupported(`a PIVOT that makes more than ${MAX_COLUMNS} columns`);
  }
  // The same columns twice, in the same order.
  const original = everyColumn(left.variables, left.merged, operator);
  const keys = everyColumn(rows.variables, rows.merged, operator).filter(({ expression }, index) => {
    return !after.has(expression) && !before.has(original[index]?.expression ?? expression);
  });
  refuseUngroupable(keys, operator);
  const isMatched = values.map(({ sql }) => `${alias}."input" IS NOT DISTINCT FROM ${sql}`).join(' OR ');
  const by = [
    ...keys.map(({ expression }, index) => `${expression.sql} AS "key_${index}"`),
    `(${isMatched}) AS "matched"`,
    `CASE WHEN ${isMatched} THEN ${alias}."input" END AS "input"`,
  ];
  const aggregated = aggregates.map(({ expression }, index) => `${expression.sql} AS "aggregate_${index}"`);
  const source = `(SELECT ${[...columns, `${input.sql} AS "input"`].join(', ')} FROM ${left.sql}) AS ${alias}`;
  const positions = by.map((_, index) => index + 1).join(', ');
  const groups = context.aliases.next('groups');
  const grouped = `(SELECT ${[...by, ...aggregated].join(', ')} FROM ${source} GROUP BY ${positions}) AS ${groups}`;
  const kept = keys.map(({ name: own, expression }, index): Unnamed => {
    return { name: own, node: operator, expression: typed(`${groups}."key_${index}"`, expression.type) };
  });
  const made = values.flatMap((value) =>
    aggregates.map(({ node, expression }, index): Unnamed => {
      const isIts = `${groups}."matched" AND ${groups}."input" IS NOT DISTINCT FROM ${value.sql}`;
      const found = `any_value(${groups}."aggregate_${index}") FILTER (WHERE ${isIts})`;
      return {
        name: pivotColumnName(node, aggregates.length === 1, value.node, input.type),
        node,
        expression: typed(COUNTS.has(node.need('func').keyword) ? `coalesce(${found}, 0)` : found, expression.type),
      };
    }),
  );
  const outputs = nameOutputs([...kept, ...made]);
  const last = kept.length > 0 ? ` GROUP BY ${kept.map(({ expression }) => expression.sql).join(', ')}` : '';
  const sql = `(SELECT ${outputs.map(outputSql).join(', ')} FROM ${grouped}${last})`;
  return relation(readable(sql, { sql, columns: outputs }), name, context);
}

function refuseUngroupable(keys: readonly StarColumn[], operator: CstNode): void {
  const key = keys.find(({ expression }) => !isGroupable(expression.type));
  if (!key) return;
  const type = typeName(key.expression.type);
  throw operator.unsupported(`PIVOT over rows with a column "${key.name ?? ''}" of type ${type}, which it groups by,`);
}
