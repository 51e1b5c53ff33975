import { refuseMixedRows } from '../../../../googlesql/resolver/value-table.js';
import { wholeColumns } from '../../../../googlesql/resolver/star.js';
import { type PipeSetOperationNode, type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type CompiledQuery } from '../compiler.js';
import { compileQuery } from '../queries/query.js';
import { derived, type Relation } from '../names/relation.js';
import { type QueryContext } from '../names/scope.js';
import { united } from '../queries/set-operation.js';
import { rowValueOf } from '../names/value-table.js';
import { SQL } from '../sql-tree/sql.js';
import { nameOutputs, selectOf } from '../queries/outputs.js';

/** `|> UNION ALL (…), (…)` and its kin. */
export function pipeSetOperation(left: Relation, node: PipeSetOperationNode, context: QueryContext): Relation {
  const others = node.queries.map((query) => compileQuery(query, context));
  const queries = [wholeRelation(left, node), ...others];
  refuseMixedRows(queries, node);
  const query = united(node.operator, queries, node, context);
  return derived(query, undefined, context);
}

/** All rows and columns that have come through a pipe. */
export function wholeRelation(whole: Relation, node: WrittenNode): CompiledQuery {
  const { sql, variables } = whole;
  const value = rowValueOf(whole);
  if (value) {
    const items = nameOutputs([{ name: variables[0]?.name, node, expression: value }]);
    return { ...selectOf(items, SQL` FROM ${sql}`), isValueTable: true };
  }
  const columns = nameOutputs(wholeColumns(whole, node).map((column) => ({ node, ...column })));
  if (columns.length === 0) throw errorAt(node, 'this pipe has no columns');
  return selectOf(columns, SQL` FROM ${sql}`);
}
