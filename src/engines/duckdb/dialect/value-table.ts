import { type CstNode } from './cst.js';
import { columnValue, typed } from './expression.js';
import { type CompiledQuery } from './query.js';
import { type Relation } from './relation.js';
import { type QueryContext } from './scope.js';
import { quoteName, settled } from './types.js';

/** `(SELECT AS VALUE …)`, whose rows are values themselves. */
export function isValueTable(node: CstNode): boolean {
  if (node.type === 'GroupedStatement') return isValueTable(node.need('stmt'));
  return node.type === 'SelectStatement' && node.list('as_struct_or_value')[1]?.keyword === 'VALUE';
}

/** Its name means the value; if that is a STRUCT, its fields can be named without it. */
export function valueTable(
  node: CstNode,
  { sql, columns }: CompiledQuery,
  name: string | undefined,
  context: QueryContext,
): Relation {
  const [column, second] = columns;
  if (!column || second) throw node.error('SELECT AS VALUE takes one expression');
  const alias = context.aliases.next(name ?? 'q');
  const { sql: value, type } = columnValue(`${alias}.${quoteName(column.output)}`, settled(column.type));
  return { sql: `(${sql}) AS ${alias}`, variables: [{ name, columns: [], value: typed(value, type) }], merged: [] };
}
