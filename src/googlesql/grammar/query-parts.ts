import {
  type QueryNode,
  type NameNode,
  type MatchMode,
  type SetOperatorNode,
  type WithClauseNode,
  type WithQueryNode,
} from '../ast/nodes.js';
import { type TokenReader, written } from './token-reader.js';
import { badSyntax, unknownSyntax } from './refusals/refusals.js';
import { readName } from './names.js';

const STARTS = new Set(['SELECT', 'WITH', 'FROM']);
/** Words that continue a bracketed query as a longer one. */
const CONTINUATIONS = new Set(['ORDER', 'LIMIT', '|>']);

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
  if (inner === 0 || !STARTS.has(tokens.word(inner))) return false;
  for (let bracket = inner - 1; bracket > 0; bracket -= 1) {
    const next = tokens.closing(bracket) + 1;
    const isClosed = tokens.word(next) === ')' && (mayBeDouble || bracket > 1);
    if (!isClosed && !CONTINUATIONS.has(tokens.word(next)) && !isSetOperator(tokens, next)) return false;
  }
  return true;
}

const WORDS = new Set(['UNION', 'INTERSECT', 'EXCEPT']);
const OPERATIONS = new Set(['UNION ALL', 'UNION DISTINCT', 'EXCEPT DISTINCT', 'INTERSECT DISTINCT']);
const MODES = new Set(['INNER', 'LEFT', 'FULL', 'OUTER']);

/** Whether a set operation is next, or at a distance from here, with its mode or without. */
export function isSetOperator(tokens: TokenReader, distance = 0): boolean {
  return WORDS.has(tokens.word(distance + modeLength(tokens, distance)));
}

function modeLength(tokens: TokenReader, distance = 0): number {
  const mode = tokens.word(distance);
  if (!MODES.has(mode)) return 0;
  return mode !== 'OUTER' && tokens.word(distance + 1) === 'OUTER' ? 2 : 1;
}

/** UNION, INTERSECT or EXCEPT, between two queries or in a pipe. */
export function readSetOperator(tokens: TokenReader): SetOperatorNode {
  const prefix = Array.from({ length: modeLength(tokens) }, () => tokens.take().text.toUpperCase()).join(' ');
  const keyword = tokens.word();
  const token = tokens.take();
  const name = `${keyword} ${tokens.word()}`;
  if (!tokens.is('ALL') && !tokens.is('DISTINCT')) throw tokens.unexpected(`${keyword} needs ALL or DISTINCT`);
  if (!OPERATIONS.has(name)) throw unknownSyntax(token, name);
  tokens.take();
  const isStrict = tokens.takeIf('STRICT') !== undefined;
  const isByName = !isStrict && tokens.takeIf('BY', 'NAME') !== undefined;
  if (!isByName && !tokens.takeIf('CORRESPONDING')) {
    if (isStrict) throw tokens.unexpected('CORRESPONDING has to stand here');
    if (prefix) throw badSyntax(token, `${prefix} before ${name} needs BY NAME after it`);
    return { ...written(token), name, mode: undefined, columns: undefined };
  }
  if (prefix && isStrict) throw badSyntax(token, `STRICT and ${prefix} exclude each other`);
  const mode = prefix ? modeOf(prefix) : isByName || isStrict ? 'STRICT' : 'INNER';
  const columns = tokens.takeIf(isByName ? 'ON' : 'BY') && readColumns(tokens);
  return { ...written(token), name, mode, columns };
}

/** Whether two operators may stand in a row without parentheses. */
export function isSameOperator(one: SetOperatorNode, other: SetOperatorNode): boolean {
  const names = ({ columns }: SetOperatorNode) => columns?.map(({ text }) => text.toUpperCase()).join();
  return one.name === other.name && one.mode === other.mode && names(one) === names(other);
}

function modeOf(prefix: string): MatchMode {
  if (prefix === 'INNER') return 'INNER';
  return prefix.startsWith('LEFT') ? 'LEFT' : 'FULL';
}

function readColumns(tokens: TokenReader): readonly NameNode[] {
  return tokens.bracketed(() =>
    tokens.list(() => {
      const { kind } = tokens.peek();
      const isAlone = tokens.word(1) === ',' || tokens.word(1) === ')';
      const isName = kind === 'quoted name' || (kind === 'word' && !/^\d/.test(tokens.word()));
      if (!isName || !isAlone) throw badSyntax(tokens.peek(), 'name a column');
      return readName(tokens);
    }),
  );
}

/** `WITH name AS (…), …`; in a pipe a comma may stand behind the last. */
export function readWith(tokens: TokenReader, isInPipe = false): WithClauseNode {
  const word = written(tokens.take());
  const isRecursive = tokens.takeIf('RECURSIVE') !== undefined;
  if (STARTS.has(tokens.word())) throw badSyntax(word, 'WITH needs a query: name AS (…)');
  return { ...word, isRecursive, queries: tokens.list(() => readWithQuery(tokens), isInPipe) };
}

function readWithQuery(tokens: TokenReader): WithQueryNode {
  const { name, ...node } = readName(tokens);
  tokens.expect('AS');
  if (!tokens.is('(')) throw tokens.unexpected('"(" is missing');
  return { ...written(node), name, query: takeBracketedQuery(tokens) };
}
