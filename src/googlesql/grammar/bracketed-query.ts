import { type QueryNode } from '../ast/nodes.js';
import { isSetOperator } from './set-operator.js';
import { type TokenReader, written } from './token-reader.js';

const STARTS = new Set(['SELECT', 'WITH', 'FROM']);
/** Words that continue a bracketed query as a longer one. */
const CONTINUATIONS = new Set(['ORDER', 'LIMIT', '|>']);

export function beginsQuery(word: string): boolean {
  return STARTS.has(word);
}

/** `(query)`; undefined where the bracket that is next holds something else. */
export function readBracketedQuery(tokens: TokenReader, mayBeDouble: boolean): QueryNode | undefined {
  return holdsQuery(tokens, mayBeDouble) ? takeBracketedQuery(tokens) : undefined;
}

export function takeBracketedQuery(tokens: TokenReader): QueryNode {
  const bracket = written(tokens.peek());
  const query = tokens.bracketed(() => tokens.query());
  const body = { type: 'BracketedQuery', ...bracket, query, orderBy: undefined, limit: undefined } as const;
  return { type: 'Query', ...bracket, with: undefined, body };
}

/**
 * Whether the next bracket holds a query, and not one in brackets that is a part of something else.
 *
 * @param mayBeDouble whether `((query))` is one as well
 */
export function holdsQuery(tokens: TokenReader, mayBeDouble: boolean): boolean {
  let inner = 0;
  while (tokens.word(inner) === '(') inner += 1;
  if (inner === 0 || !beginsQuery(tokens.word(inner))) return false;
  for (let bracket = inner - 1; bracket > 0; bracket -= 1) {
    const next = tokens.closing(bracket) + 1;
    const isClosed = tokens.word(next) === ')' && (mayBeDouble || bracket > 1);
    if (!isClosed && !CONTINUATIONS.has(tokens.word(next)) && !isSetOperator(tokens, next)) return false;
  }
  return true;
}
