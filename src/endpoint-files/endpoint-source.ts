import type { SqlProblem } from '../googlesql/sql-problem.js';
import { type TextPosition, offsetAt, positionAt } from '../googlesql/tokens/text-position.js';
import type { Endpoint, EndpointSource } from './endpoint.js';
import type { Problem } from '../diagnostics/problem.js';
import type { ProblemCode, Severity } from '../diagnostics/problem-codes.js';

/** One character of a double-quoted scalar: an escape sequence, or as it stands. */
const DOUBLE_QUOTED = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|\r?\n|[^])|[^]/g;
const SINGLE_QUOTED = /''|[^]/g;
const BLANK_ESCAPES = new Set(['\\n', '\\r', '\\t', '\\ ', '\\\t', '\\\n', '\\\r\n']);

type SourcedSql = Pick<Endpoint, 'sql' | 'source'>;

/** Makes a problem in the SQL one in the file. */
export function problemIn(
  endpoint: SourcedSql,
  code: ProblemCode,
  { line, column, message }: SqlProblem,
  severity: Severity = 'error',
): Problem {
  return problemAt(endpoint.source, code, placeIn(endpoint, { line, column }), message, severity);
}

export function problemAt(
  { file, query }: EndpointSource,
  code: ProblemCode,
  { line, column }: TextPosition,
  message: string,
  severity: Severity = 'error',
): Problem {
  const sourceLine = query.written.text.split('\n')[line - 1];
  return { code, severity, file, line, column, sourceLine, message };
}

/**
 * Finds a place of the SQL in the file. In any style of scalar, YAML indents, folds and chops nothing but white space, so that the n-th
 * visible character of the value is the n-th visible one of the scalar as written. A place in white space, or behind the end, moves to
 * the visible character after it, or to the last one.
 */
export function placeIn({ sql, source: { query } }: SourcedSql, position: TextPosition): TextPosition {
  const nth = visibleIn(sql.slice(0, offsetAt(sql, position)));
  const offsets = visibleOffsets(query);
  const last = offsets.at(-1);
  const offset = offsets[nth] ?? (last === undefined ? query.written.start : last + 1);
  return positionAt(query.written.text, offset);
}

function visibleIn(text: string): number {
  return text.replace(/[ \t\r\n]/g, '').length;
}

/** The offset in the file of each UTF-16 unit of the value that is not white space. */
function visibleOffsets({ style, written }: EndpointSource['query']): number[] {
  const { text, start, end } = written;
  const isQuoted = style === 'single-quoted' || style === 'double-quoted';
  // The header of a block scalar, such as `|2-  # comment`, ends with its line.
  const from = style === 'block' ? text.indexOf('\n', start) + 1 : start + (isQuoted ? 1 : 0);
  const pattern = style === 'double-quoted' ? DOUBLE_QUOTED : style === 'single-quoted' ? SINGLE_QUOTED : /[^]/g;
  const body = text.slice(from, isQuoted ? end - 1 : end);
  return Array.from(body.matchAll(pattern)).flatMap((match) =>
    Array.from({ length: visibleUnits(match) }, () => from + match.index),
  );
}

function visibleUnits(match: RegExpMatchArray): number {
  const [written] = match;
  const code = match[1] ?? match[2] ?? match[3];
  if (code !== undefined) return visibleIn(String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)));
  return BLANK_ESCAPES.has(written) ? 0 : Math.min(visibleIn(written), 1);
}
