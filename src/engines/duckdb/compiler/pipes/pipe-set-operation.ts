import { type PipeSetOperationNode } from '../../../../googlesql/ast/nodes.js';
import { compileQuery } from '../queries/query.js';
import { derived, type Relation } from '../names/relation.js';
import { type QueryContext } from '../names/scope.js';
import { united } from '../queries/set-operation.js';
import { wholeRelation } from './whole-relation.js';

/** `|> UNION ALL (…), (…)` and its kin. */
export function pipeSetOperation(left: Relation, node: PipeSetOperationNode, context: QueryContext): Relation {
  const others = node.queries.map((query) => compileQuery(query, context));
  const queries = [wholeRelation(left, node, context), ...others];
  const query = united(queries, node, context);
  return derived(query, undefined, context);
}
