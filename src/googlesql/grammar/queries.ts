import { type QueryBody, type QueryNode } from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { takeBracketedQuery, isSameOperator, isSetOperator, readSetOperator, readWith } from './query-parts.js';
import { readFromClause } from './from.js';
import { readLimit, readOrderBy } from './windows.js';
import { readPipe } from './pipes.js';
import { readSelect } from './select.js';
import { type TokenReader, written } from './token-reader.js';

/** A query with its WITH, its set operations, its order and its pipe. */
export function readQuery(tokens: TokenReader): QueryNode {
  const clause = tokens.is('WITH') ? readWith(tokens) : undefined;
  const query = readOrdered(tokens, readOperations(tokens));
  const whole = tokens.is('|>') ? readPipe(tokens, query) : query;
  return { ...whole, with: clause };
}

/** SELECT, FROM or a query in brackets. */
function readPrimary(tokens: TokenReader): QueryNode {
  const token = tokens.peek();
  switch (tokens.word()) {
    case 'SELECT':
      return tokens.nested(() => queryOf(readSelect(tokens)));
    case 'FROM':
      return queryOf({ type: 'FromQuery', ...written(token), item: readFromClause(tokens) });
    case '(':
      return takeBracketedQuery(tokens);
    default:
      throw tokens.unexpected('a query begins with SELECT, WITH or FROM');
  }
}

/** Queries with the same operator between them. */
function readOperations(tokens: TokenReader): QueryNode {
  const first = readPrimary(tokens);
  // FROM alone is an operand in brackets only.
  if (!isSetOperator(tokens) || first.body.type === 'FromQuery') return first;
  const operator = readSetOperator(tokens);
  const operands = [first, readFurtherOperand(tokens)];
  let last = operator;
  while (isSetOperator(tokens)) {
    const next = readSetOperator(tokens);
    if (!isSameOperator(next, operator)) {
      throw badSyntax(next, `${next.name} after another set operation needs parentheses`);
    }
    last = next;
    operands.push(tokens.chained(operands.length, () => readFurtherOperand(tokens)));
  }
  // The tree's own token is the last of them.
  return queryOf({
    type: 'SetOperation',
    ...written(last),
    operator: last,
    operands,
    orderBy: undefined,
    limit: undefined,
  });
}

function readFurtherOperand(tokens: TokenReader): QueryNode {
  if (tokens.is('FROM')) throw tokens.unexpected('FROM behind a set operation needs parentheses');
  return readPrimary(tokens);
}

function readOrdered(tokens: TokenReader, query: QueryNode): QueryNode {
  const { body } = query;
  if (body.type === 'FromQuery' || body.type === 'Pipe') return query;
  const orderBy = readOrderBy(tokens);
  const limit = readLimit(tokens);
  if (isSetOperator(tokens) && (orderBy ?? limit)) {
    const { name } = readSetOperator(tokens);
    throw badSyntax(query, `ORDER BY and LIMIT before ${name} need parentheses around their query`);
  }
  return { ...query, body: { ...body, orderBy, limit } };
}

function queryOf(body: QueryBody): QueryNode {
  return { type: 'Query', ...written(body), with: undefined, body };
}
