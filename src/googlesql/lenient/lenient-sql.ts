import { problemAt, type SqlProblem } from '../sql-problem.js';
import { type Cast, findCasts } from './casts.js';
import { type TextEdit, RewrittenText } from './rewritten-text.js';
import { notClosed, readTokens, type SqlToken, type SqlTokens } from '../tokens/sql-tokens.js';
import { type TokenWithOffsets, withOffsets } from '../tokens/token-offsets.js';

/**
 * Rewrites SQL with two of PostgreSQL's habits as GoogleSQL: `expr::type`, and `''` for a quote within a string. GoogleSQL stays as it is,
 * letter for letter. The outcome is still to be checked like any other text.
 */
export function googleSqlOf(lenientSql: string): RewrittenText | SqlProblem {
  const sql = escapeDoubledQuotes(lenientSql);
  if (typeof sql !== 'string') return sql;
  const casts = findCasts(sql);
  if ('message' in casts) return casts;
  return new RewrittenText(
    sql,
    casts.flatMap((cast) => castEdits(cast, sql)),
  );
}

function castEdits({ operandStart, start, end, type }: Cast, sql: string): readonly TextEdit[] {
  // A space keeps `SELECT'x'::text` from becoming one word with CAST.
  const gap = /[\p{L}\p{N}_]$/u.test(sql.slice(Math.max(0, operandStart - 2), operandStart)) ? ' ' : '';
  return [
    { start: operandStart, end: operandStart, text: `${gap}CAST(` },
    { start, end, text: ` AS ${type})` },
  ];
}

/** A string in single quotes where `''` is a quote; as in GoogleSQL, a backslash takes the next character along. */
const DOUBLED = /'(?:[^'\\\r\n]|\\[^\r\n]|'')*'(?!')/y;
const TRIPLE = `'''`;

/**
 * Writes each `''` within a string as `\'`, which has the same length, so that all places stay as they are.
 *
 * `'''` opens a string in triple quotes wherever the whole text can be read so, and nowhere in a text that cannot. A text that is GoogleSQL
 * already can: it never has one string right behind another, and nothing else is read differently here.
 */
function escapeDoubledQuotes(sql: string): string | SqlProblem {
  const first = escaped(sql, true);
  if (typeof first === 'string') return first;
  const second = escaped(sql, false);
  return typeof second === 'string' ? second : first;
}

function escaped(sql: string, hasTriples: boolean): string | SqlProblem {
  const { tokens, problem } = tokensOf(sql, hasTriples);
  if (problem) return problem;
  const all = withOffsets(sql, tokens);
  const isTriple = ({ text }: SqlToken) => hasTriples && text.startsWith(TRIPLE);
  const second = all.find((token, index) => isTriple(token) && isFollowedByString(token, all[index + 1]));
  if (second) return problemAt(second, 'another string stands right behind this one');
  const gapBefore = ({ start }: TokenWithOffsets, index: number) => sql.slice(all[index - 1]?.end ?? 0, start);
  const texts = all.map((token, index) => {
    const isPlain = token.text.startsWith(`'`) && !isTriple(token);
    return gapBefore(token, index) + (isPlain ? escapedString(token.text) : token.text);
  });
  return texts.join('') + sql.slice(all.at(-1)?.end ?? 0);
}

function tokensOf(sql: string, hasTriples: boolean): SqlTokens {
  return readTokens(sql, (offset) => {
    if (sql[offset] !== `'` || (hasTriples && sql.startsWith(TRIPLE, offset))) return undefined;
    DOUBLED.lastIndex = offset;
    const length = DOUBLED.exec(sql)?.[0].length;
    return length === undefined ? { problem: notClosed(`'`) } : { kind: 'string', length };
  });
}

function isFollowedByString(token: TokenWithOffsets, next: TokenWithOffsets | undefined): boolean {
  return next?.start === token.end && next.text.startsWith(`'`);
}

function escapedString(text: string): string {
  return `'${text.slice(1, -1).replace(/\\[^]|''/g, (pair) => (pair === `''` ? String.raw`\'` : pair))}'`;
}
