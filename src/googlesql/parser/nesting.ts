import type { SqlToken } from '../tokens/sql-tokens.js';

/** What is open around a token: a bracket, a CASE, or the query itself. Each number stands for frames of the parser's stack. */
interface Level {
  own: number;
  /** Signs and NOTs, which are each read within the one before. */
  prefixes: number;
  /** Operators whose right side is being read, of one for each precedence at most. */
  operators: number;
  /** Operators and set operations in a row, which make the tree deep and the parser hardly. */
  chained: number;
}

const MAX_PRECEDENCES = 8;
const CHAINED_PER_FRAME = 16;
/** The parser takes a CASE for a statement where it can, which has larger ones. */
const CASE_FRAMES = 1.15;
/** Less than two thirds of the frames that the parser's stack has been measured to hold. */
const MAX_FRAMES = 180;

const OPENING = new Set(['(', '[', '{', 'CASE']);
const CLOSING = new Set([')', ']', '}', 'END']);
const CLAUSES = new Set(['SELECT', 'FROM', 'ON', 'WHERE', 'GROUP', 'HAVING', 'ORDER', 'WHEN', 'THEN', 'ELSE', ',']);
const SET_OPERATIONS = new Set(['UNION', 'INTERSECT', 'EXCEPT', 'JOIN', '|>']);
const SIGNS = new Set(['-', '+', '~']);
/** Prefixes wherever they stand. */
const WORD_PREFIXES = new Set(['NOT', 'INTERVAL']);
/** What `<` makes a type of. */
const TYPES = new Set(['ARRAY', 'STRUCT']);
const WORD_OPERATORS = new Set(['AND', 'OR', 'IS', 'IN', 'LIKE', 'BETWEEN']);

/**
 * The token at which a query is nested more deeply than the parser can follow. It is known beforehand, so that it can be told: the
 * parser's stack is what WebAssembly gives it, and where it overflows nothing is left that knows the place.
 */
export function tooDeepAt(tokens: readonly SqlToken[]): SqlToken | undefined {
  const levels = [newLevel()];
  let outer = 0;
  /** Types that are open: ARRAY<STRUCT<… */
  let types = 0;
  let before = '';
  for (const token of tokens) {
    const word = token.kind === 'word' || token.kind === 'symbol' ? token.text.toUpperCase() : '';
    const level = levels.at(-1) ?? newLevel();
    if (OPENING.has(word)) {
      outer += frames(level);
      levels.push(newLevel(word === 'CASE' ? CASE_FRAMES : 1));
    } else if (CLOSING.has(word) && levels.length > 1) {
      levels.pop();
      outer -= frames(levels.at(-1) ?? level);
    } else if (word === '<' && TYPES.has(before)) {
      types += 1;
    } else if (types > 0 && /^>+$/.test(word)) {
      types -= Math.min(types, word.length);
    } else {
      step(level, token, word, before);
    }
    if (outer + frames(levels.at(-1) ?? level) + types > MAX_FRAMES) return token;
    before = word;
  }
  return undefined;
}

function newLevel(own = 1): Level {
  return { own, prefixes: 0, operators: 0, chained: 0 };
}

function frames({ own, prefixes, operators, chained }: Level): number {
  return own + prefixes + Math.min(operators, MAX_PRECEDENCES) + chained / CHAINED_PER_FRAME;
}

function step(level: Level, { kind }: SqlToken, word: string, before: string): void {
  // A query takes a frame more than an expression.
  if (word === 'SELECT') level.own = Math.max(level.own, 2);
  if (SET_OPERATIONS.has(word)) level.own += 1 / CHAINED_PER_FRAME;
  if ((CLAUSES.has(word) && !isOpenBefore(before)) || SET_OPERATIONS.has(word)) {
    Object.assign(level, { prefixes: 0, operators: 0, chained: 0 });
  } else if (word === 'AND' || word === 'OR') {
    Object.assign(level, { prefixes: 0, operators: 1, chained: level.chained + 1 });
  } else if (WORD_PREFIXES.has(word) || (SIGNS.has(word) && isOperator(before))) {
    level.prefixes += 1;
  } else if (kind === 'symbol' || WORD_OPERATORS.has(word)) {
    level.operators += 1;
    level.chained += 1;
  }
}

/** What begins here is still within what stands before it, as in `NOT NOT SELECT`, which the parser reads before it refuses it. */
function isOpenBefore(before: string): boolean {
  return before === 'DISTINCT' || WORD_PREFIXES.has(before) || SIGNS.has(before);
}

/** What follows is no operator with two sides. */
function isOperator(word: string): boolean {
  return (
    /^[^\w)\]}]/.test(word) ||
    SIGNS.has(word) ||
    WORD_PREFIXES.has(word) ||
    CLAUSES.has(word) ||
    WORD_OPERATORS.has(word)
  );
}
