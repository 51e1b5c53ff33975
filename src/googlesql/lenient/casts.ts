import { problemAt, type SqlProblem } from '../sql-problem.js';
import { sqlTokens } from '../tokens/sql-tokens.js';
import { Operands } from './operands.js';
import { type TokenWithOffsets, withOffsets } from '../tokens/token-offsets.js';

/** One `operand::type`, in offsets. */
export interface Cast {
  readonly operandStart: number;
  /** Offset of the first colon; `end` is that of the type's end. */
  readonly start: number;
  readonly end: number;
  /** GoogleSQL type. */
  readonly type: string;
}

/** A number that tokens split: `1.5e-3`. */
const NUMBER = /\d+\.?\d*(?:e[+-]?\d+)?/iy;

/** Finds every `::` of a text that GoogleSQL's tokens can be made of, in the order of the text. */
export function findCasts(sql: string): readonly Cast[] | SqlProblem {
  const tokens = significantTokens(sql);
  const operands = new Operands();
  const casts: Cast[] = [];
  let firstBehind = 0;
  for (const [index, token] of tokens.entries()) {
    if (index < firstBehind) continue;
    if (!isCast(token, tokens[index + 1])) {
      operands.next(token);
      continue;
    }
    const operand = operands.latest;
    if (!operand)
      return problemAt(token, 'nothing in front of :: can be converted; put what it is about into brackets');
    const type = readType(token, tokens.slice(index + 2, index + 3 + MAX_WORDS));
    if ('message' in type) return type;
    casts.push({ operandStart: operand.start, start: token.start, end: type.end, type: type.name });
    // A cast is an operand like its own: the next :: converts it again.
    firstBehind = index + 2 + type.words;
  }
  return casts;
}

function isCast(token: TokenWithOffsets, next: TokenWithOffsets | undefined): boolean {
  return token.text === ':' && next?.text === ':' && next.start === token.end;
}

interface NamedType {
  /** GoogleSQL name. */
  readonly name: string;
  readonly words: number;
  readonly end: number;
}

/** The type behind `colons`, given the tokens that follow them: as many as a type has at most, and one more. */
function readType(colons: TokenWithOffsets, tokens: readonly TokenWithOffsets[]): NamedType | SqlProblem {
  for (let words = MAX_WORDS; words > 0; words -= 1) {
    const own = tokens.slice(0, words);
    const name = CAST_TYPES.get(own.map(({ text }) => text.toLowerCase()).join(' '));
    const end = own.at(-1)?.end;
    if (name === undefined || end === undefined) continue;
    const next = tokens[own.length];
    if (next?.text === '(') return problemAt(next, 'a type behind :: takes no length here; leave it out');
    if (next?.text === '[') return problemAt(next, 'there are no arrays behind ::; leave the bracket out');
    return { name, words: own.length, end };
  }
  const [found] = tokens;
  const choice = `there are ${[...CAST_TYPES.keys()].join(', ')}`;
  if (!found) return problemAt(colons, `a type is missing behind ::; ${choice}`);
  return problemAt(found, `"${found.text.slice(0, 64)}" is no type that :: converts to; ${choice}`);
}

/** The tokens that are no comments, with each number as one. */
function significantTokens(sql: string): readonly TokenWithOffsets[] {
  const tokens: TokenWithOffsets[] = [];
  for (const token of withOffsets(sql, sqlTokens(sql).tokens)) {
    if (token.kind === 'comment') continue;
    const before = tokens.at(-1);
    NUMBER.lastIndex = before?.start ?? 0;
    const isWithin = before?.kind === 'word' && NUMBER.test(sql) && NUMBER.lastIndex > token.start;
    if (before && isWithin)
      tokens[tokens.length - 1] = { ...before, text: sql.slice(before.start, token.end), end: token.end };
    else tokens.push(token);
  }
  return tokens;
}

/** Types behind `::`, in PostgreSQL's words and in GoogleSQL's, by their names in GoogleSQL. */
const NAMES: readonly (readonly [type: string, names: readonly string[]])[] = [
  ['STRING', ['text', 'varchar', 'character varying', 'string']],
  ['INT64', ['smallint', 'int', 'integer', 'bigint', 'int2', 'int4', 'int8', 'int64']],
  ['FLOAT64', ['real', 'float', 'double', 'double precision', 'float4', 'float8', 'float64']],
  ['NUMERIC', ['numeric', 'decimal']],
  ['BOOL', ['bool', 'boolean']],
  ['BYTES', ['bytea', 'bytes']],
  ['DATE', ['date']],
  ['TIME', ['time']],
  ['DATETIME', ['datetime']],
  // PostgreSQL's TIMESTAMP has no zone. Log explorers compare it with instants, and read it as UTC.
  ['TIMESTAMP', ['timestamp', 'timestamptz', 'timestamp with time zone']],
  ['JSON', ['json', 'jsonb']],
];

/** The type of GoogleSQL for each name. */
const CAST_TYPES: ReadonlyMap<string, string> = new Map(
  NAMES.flatMap(([type, names]) => names.map((name) => [name, type] as const)),
);

/** Most words in the name of a type. */
const MAX_WORDS = 4;
