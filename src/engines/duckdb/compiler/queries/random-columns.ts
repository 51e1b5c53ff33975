import { callsIn } from '../../../../googlesql/resolver/aggregation.js';
import { type TreeNode } from '../../../../googlesql/ast/parts.js';
import { FLOAT64, STRING } from '../../../../googlesql/types/types.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed } from '../expression.js';
import { derivedTable } from '../names/rebind.js';
import { type Relation } from '../names/relation.js';
import { type QueryContext } from '../names/scope.js';
import { type FunctionCall, type FunctionRule } from '../rule.js';
import { columnSql, nameSql, NOTHING, SQL, type Sql } from '../sql-tree/sql.js';

const RANDOM_VALUES: ReadonlyMap<string, Expression> = new Map([
  ['RAND', typed(SQL`random()`, FLOAT64)],
  ['GENERATE_UUID', typed(SQL`CAST(uuid() AS VARCHAR)`, STRING)],
]);

export const RANDOM_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map(
  Array.from(RANDOM_VALUES, ([name, value]) => [name, (call) => drawn(call, value)]),
);

/** The column that has been drawn for a call; a group has that of one of its rows, and the empty one its own. */
function drawn({ name, node, scope }: FunctionCall, { sql }: Expression): Sql {
  const column = scope.context.random?.get(node);
  if (!column) throw unsupportedAt(node, `${name} here`, '; name it in a subquery in FROM');
  if (scope.groups?.isOfSets) throw unsupportedAt(node, `${name} beside ROLLUP, CUBE or GROUPING SETS`);
  return scope.groups ? SQL`coalesce(any_value(${column}), ${sql})` : column;
}

/**
 * Items of a derived table, one for each random value in these parts of a query, and the context in which the calls are its columns. DuckDB
 * computes an expression as often as it is written out, which macros and operators do several times, and a condition where there are the
 * fewest rows; a column has one value for each row, wherever it is read.
 */
export function randomColumns(parts: readonly TreeNode[], context: QueryContext) {
  const found = parts.flatMap((part) => callsIn(part, ...RANDOM_VALUES.keys()));
  if (found.length === 0) return undefined;
  const alias = context.aliases.next('random');
  const calls = found.map((call, index) => ({ call, name: `quern$random${index}` }));
  const random = new Map(calls.map(({ call, name }) => [call, columnSql(alias, name)]));
  const items = calls.map(({ call, name }) => SQL`${RANDOM_VALUES.get(call.name)?.sql ?? NOTHING} AS ${nameSql(name)}`);
  return { alias, items, context: { ...context, random } };
}

/** Rows with these columns, where there are some. */
export function withRandomColumns(rows: Relation, parts: readonly TreeNode[], context: QueryContext) {
  const random = randomColumns(parts, context);
  if (!random) return { rows, context };
  const source = rows.sql.length > 0 ? rows : { ...rows, sql: SQL`(SELECT 1)` };
  return { rows: derivedTable(source, random.alias, random.items), context: random.context };
}
