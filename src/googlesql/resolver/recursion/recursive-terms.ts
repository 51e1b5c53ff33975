import {
  type PipeNode,
  type PipeOperatorNode,
  type QueryNode,
  type SetOperationNode,
  type SetOperatorNode,
  type WithClauseNode,
} from '../../ast/nodes.js';
import { type TreeNode } from '../../ast/parts.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';

const FORM = 'a query that names itself has the form base UNION ALL recursive term, without ORDER BY or LIMIT';

/** A query of WITH RECURSIVE that names itself: its first rows, and the query that makes further rows of the latest ones. */
export interface RecursiveQuery {
  /** The WITH that both terms see. */
  readonly clause: WithClauseNode | undefined;
  readonly operator: SetOperatorNode;
  /** Both terms; the last query in it is the recursive one. */
  readonly union: SetOperationNode | PipeNode;
  readonly term: QueryNode;
}

/** Takes the two terms of `base UNION ALL term`, or of `base |> UNION ALL (term)`, apart. */
export function recursiveQuery({ body }: QueryNode): RecursiveQuery {
  if (body.type !== 'BracketedQuery') throw errorAt(body, FORM);
  const { body: union, with: clause } = body.query;
  if (union.type !== 'SetOperation' && union.type !== 'Pipe') throw errorAt(union, FORM);
  const step = union.type === 'Pipe' ? union.operators.at(-1) : union;
  if (step?.type !== 'SetOperation' && step?.type !== 'PipeSetOperation') throw errorAt(body.query, FORM);
  const isSet = step.type === 'SetOperation';
  const ending = isSet ? (step.orderBy ?? step.limit) : step.queries[1] && body.query;
  const term = isSet ? step.operands.at(-1) : step.queries[0];
  if (ending || !term) throw errorAt(ending ?? body.query, FORM);
  const { operator } = step;
  // BigQuery takes UNION ALL alone; GoogleSQL itself would take UNION DISTINCT as well.
  if (operator.name !== 'UNION ALL') throw errorAt(step, FORM);
  if (operator.columns !== undefined || (operator.mode ?? 'STRICT') !== 'STRICT') {
    throw unsupportedAt(step, 'a recursive term that need not have just the columns of the base term');
  }
  return { clause, operator, union, term };
}

/** The ways to make the rows of a base term. */
interface BaseMaker<Q> {
  query(node: QueryNode): Q;
  /** @param operands the first ones of the union */
  union(node: SetOperationNode, operands: readonly QueryNode[]): Q;
  /** @param operators the first ones of the pipe */
  pipe(node: PipeNode, operators: readonly PipeOperatorNode[]): Q;
}

/** Makes the base term: all of the union in front of the recursive term. */
export function madeBase<Q>({ union }: RecursiveQuery, maker: BaseMaker<Q>): Q {
  if (union.type === 'Pipe') {
    const operators = union.operators.slice(0, -1);
    return operators.length === 0 ? maker.query(union.input) : maker.pipe(union, operators);
  }
  const operands = union.operands.slice(0, -1);
  const [first, second] = operands;
  return first && !second ? maker.query(first) : maker.union(union, operands);
}

/** The parts of the base term. */
export function partsOfBase({ union }: RecursiveQuery): readonly TreeNode[] {
  return union.type === 'Pipe' ? [union.input, ...union.operators.slice(0, -1)] : union.operands.slice(0, -1);
}
