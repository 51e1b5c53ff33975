import { answerOf } from '../../../../googlesql/resolver/pipes/whole-rows.js';
import { type PipeSetOperationNode, type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { type CompiledQuery } from '../compiler.js';
import { compileQuery } from '../queries/query.js';
import { derived, type Relation } from '../names/relation.js';
import { type QueryContext } from '../names/scope.js';
import { united } from '../queries/set-operation.js';

import { SQL } from '../sql-tree/sql.js';
import { nameOutputs, selectOf } from '../queries/outputs.js';

/** `|> UNION ALL (…), (…)` and its kin. */
export function pipeSetOperation(left: Relation, node: PipeSetOperationNode, context: QueryContext): Relation {
  const others = node.queries.map((query) => compileQuery(query, context));
  const queries = [wholeRelation(left, node), ...others];
  const query = united(node.operator, queries, node, context);
  return derived(query, undefined, context);
}

/** All rows and columns that have come through a pipe. */
export function wholeRelation(whole: Relation, node: WrittenNode): CompiledQuery {
  const { columns, isValueTable } = answerOf(whole, node);
  return { ...selectOf(nameOutputs(columns), SQL` FROM ${whole.sql}`), ...(isValueTable && { isValueTable }) };
}
