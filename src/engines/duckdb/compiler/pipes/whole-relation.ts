import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { type CompiledQuery } from '../compiler.js';
import { type Relation } from '../names/relation.js';
import { columnAt, type QueryContext } from '../names/scope.js';
import { nameOutputs, selectOf, type Unnamed } from '../queries/outputs.js';
import { SQL } from '../sql-tree/sql.js';

/** All rows and columns that have come through a pipe. */
export function wholeRelation(whole: Relation, node: WrittenNode, context: QueryContext): CompiledQuery {
  const { isValueTable } = context.resolution.rows.of(node);
  const columns = nameOutputs(columnsOfAll(whole, node, context));
  return { ...selectOf(columns, SQL` FROM ${whole.sql}`), ...(isValueTable && { isValueTable }) };
}

/** The columns of all rows that have come through a pipe. */
export function columnsOfAll(rows: Relation, node: WrittenNode, { resolution }: QueryContext): Unnamed[] {
  const { columns } = resolution.rows.of(node);
  return columns.map(({ name, place }) => ({ name, node, expression: columnAt(rows, place) }));
}
