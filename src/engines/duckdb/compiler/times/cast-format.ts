import { castTokens } from './cast-elements.js';
import { type CstNode } from '../cst.js';
import { type FormattedTime } from './format-elements.js';
import { quoteString } from '../types/duckdb-types.js';

type CastPart = 'date' | 'time' | 'instant';

interface CastElement {
  readonly part: CastPart;
  readonly sql: (written: FormattedTime) => string;
  /** What it writes has letters, which are as large as its own. */
  readonly isCased?: boolean;
}

const element = (part: CastPart, format: string): CastElement => ({
  part,
  sql: ({ local }) => `strftime(${local}, '${format}')`,
});

const year = (digits: number): CastElement => ({
  part: 'date',
  sql: ({ local }) => `right(strftime(${local}, '%Y'), ${digits})`,
});

const meridiem = (am: string, pm: string): CastElement => ({
  part: 'time',
  sql: ({ local }) => `CASE WHEN date_part('hour', ${local}) < 12 THEN '${am}' ELSE '${pm}' END`,
  isCased: true,
});

const ELEMENTS: ReadonlyMap<string, CastElement> = new Map<string, CastElement>([
  ...(['YYYY', 'RRRR'] as const).map((name): [string, CastElement] => [name, element('date', '%Y')]),
  ['YYY', year(3)],
  ['YY', year(2)],
  ['RR', year(2)],
  ['Y', year(1)],
  ['MM', element('date', '%m')],
  ['MON', { ...element('date', '%b'), isCased: true }],
  ['MONTH', { ...element('date', '%B'), isCased: true }],
  ['DY', { ...element('date', '%a'), isCased: true }],
  ['D', { part: 'date', sql: ({ local }) => `CAST(date_part('dow', ${local}) + 1 AS VARCHAR)` }],
  ['DD', element('date', '%d')],
  ['DDD', element('date', '%j')],
  ['HH', element('time', '%I')],
  ['HH12', element('time', '%I')],
  ['HH24', element('time', '%H')],
  ['MI', element('time', '%M')],
  ['SS', element('time', '%S')],
  ['SSSSS', { part: 'time', sql: ({ local }) => `bq_second_of_day_text(${local})` }],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digits): [string, CastElement] => [
    `FF${digits}`,
    { part: 'time', sql: ({ local }) => `rpad(strftime(${local}, '%f'), ${digits}, '0')` },
  ]),
  ...(['AM', 'PM'] as const).map((name): [string, CastElement] => [name, meridiem('AM', 'PM')]),
  ...(['A.M.', 'P.M.'] as const).map((name): [string, CastElement] => [name, meridiem('A.M.', 'P.M.')]),
  ['TZH', { part: 'instant', sql: ({ offset }) => `left(bq_offset_text(${offset}, ''), 3)` }],
  ['TZM', { part: 'instant', sql: ({ offset }) => `right(bq_offset_text(${offset}, ''), 2)` }],
]);

/** DuckDB SQL that writes a date or time in a format of CAST, which is known at load. */
export function castFormatted(format: string, written: FormattedTime, node: CstNode): string {
  const pieces = castTokens(format, node).map((token) => {
    if (token.kind !== 'element') return quoteString(token.text);
    // Filled up with spaces by the documentation, and not by GoogleSQL's own code.
    const found = token.name === 'DAY' ? undefined : ELEMENTS.get(token.name);
    if (!found) throw node.unsupported(`the format element ${token.text} for a ${written.kind}`);
    if (!hasPart(written.kind, found.part)) throw node.error(`a ${written.kind} has nothing for ${token.text}`);
    const sql = found.sql(written);
    return found.isCased ? cased(sql, token.text) : sql;
  });
  return `CASE WHEN ${written.local} IS NOT NULL THEN concat_ws('', ${[...pieces, "''"].join(', ')}) END`;
}

function hasPart(kind: FormattedTime['kind'], part: CastPart): boolean {
  if (kind === 'TIMESTAMP') return true;
  return part !== 'instant' && (kind === 'DATETIME' || (kind === 'TIME') === (part === 'time'));
}

/** `MONTH` is JANUARY, `Month` is January and `month` is january. */
function cased(sql: string, name: string): string {
  if (/^[a-z]/.test(name)) return `lower(${sql})`;
  return /^M[a-z]|^D[a-z]/.test(name) ? sql : `upper(${sql})`;
}
