import {
  type PipeNode,
  type QueryNode,
  type SetOperationNode,
  type SetOperatorNode,
  type WithClauseNode,
} from '../../ast/nodes.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';

const FORM = 'a query that names itself has the form base UNION ALL recursive term, without ORDER BY or LIMIT';

/** A query of WITH RECURSIVE that names itself: its first rows, and the query that makes further rows of the latest ones. */
export interface RecursiveQuery {
  /** The WITH that both terms see. */
  readonly clause: WithClauseNode | undefined;
  readonly operator: SetOperatorNode;
  readonly base: QueryNode;
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
  return { clause, operator, base: union.type === 'Pipe' ? pipeBase(union) : setBase(union), term };
}

/** The pipe without its last operator. */
function pipeBase(pipe: PipeNode): QueryNode {
  const operators = pipe.operators.slice(0, -1);
  return operators.length === 0 ? pipe.input : asQuery({ ...pipe, operators });
}

/** The other queries of the union. */
function setBase(union: SetOperationNode): QueryNode {
  const [first, ...others] = union.operands.slice(0, -1);
  return first && others.length === 0 ? first : asQuery({ ...union, operands: union.operands.slice(0, -1) });
}

function asQuery(body: PipeNode | SetOperationNode): QueryNode {
  const { line, column, text } = body;
  return { type: 'Query', line, column, text, with: undefined, body };
}
