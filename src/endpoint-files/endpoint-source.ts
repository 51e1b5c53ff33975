import type { SqlProblem } from '../googlesql/sql-problem.js';
import { type TextPosition, offsetAt, positionAt } from '../googlesql/tokens/text-position.js';
import type { ColumnPlaces } from './format/column-mismatch.js';
import type { Problem } from '../diagnostics/problem.js';
import type { ProblemCode, Severity } from '../diagnostics/problem-codes.js';
import type { YamlScalar } from './yaml/yaml-value.js';

/** One character of a double-quoted scalar: an escape sequence, or as it stands. */
const DOUBLE_QUOTED = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|\r?\n|[^])|[^]/g;
const SINGLE_QUOTED = /''|[^]/g;
const BLANK_ESCAPES = new Set(['\\n', '\\r', '\\t', '\\ ', '\\\t', '\\\n', '\\\r\n']);

/** The file of an endpoint, and where in it each place of the SQL is. */
export class EndpointSource {
  constructor(
    /** Path that can be opened from where Quern runs. */
    readonly file: string,
    readonly query: YamlScalar,
    /** Undefined where the file promises no columns. */
    readonly columns?: ColumnPlaces,
  ) {}

  /** Makes a problem in the SQL one in the file. */
  problem(code: ProblemCode, { line, column, message }: SqlProblem, severity: Severity = 'error'): Problem {
    return this.problemAt(code, this.place({ line, column }), message, severity);
  }

  problemAt(code: ProblemCode, { line, column }: TextPosition, message: string, severity: Severity = 'error'): Problem {
    const sourceLine = this.query.written.text.split('\n')[line - 1];
    return { code, severity, file: this.file, line, column, sourceLine, message };
  }

  /**
   * Finds a place of the SQL in the file. In any style of scalar, YAML indents, folds and chops nothing but white space, so that the n-th
   * visible character of the value is the n-th visible one of the scalar as written. A place in white space, or behind the end, moves to
   * the visible character after it, or to the last one.
   */
  place(position: TextPosition): TextPosition {
    const sql = this.query.value as string;
    const nth = visibleIn(sql.slice(0, offsetAt(sql, position)));
    const offsets = visibleOffsets(this.query);
    const last = offsets.at(-1);
    const offset = offsets[nth] ?? (last === undefined ? this.query.written.start : last + 1);
    return positionAt(this.query.written.text, offset);
  }
}

function visibleIn(text: string): number {
  return text.replace(/[ \t\r\n]/g, '').length;
}

/** The offset in the file of each UTF-16 unit of the value that is not white space. */
function visibleOffsets(scalar: YamlScalar): number[] {
  const { text, start, end } = scalar.written;
  const isQuoted = scalar.style === 'single-quoted' || scalar.style === 'double-quoted';
  // The header of a block scalar, such as `|2-  # comment`, ends with its line.
  const from = scalar.style === 'block' ? text.indexOf('\n', start) + 1 : start + (isQuoted ? 1 : 0);
  const pattern =
    scalar.style === 'double-quoted' ? DOUBLE_QUOTED : scalar.style === 'single-quoted' ? SINGLE_QUOTED : /[^]/g;
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
