import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { castTokens } from './cast-elements.js';
import { type FormattedTime } from './format-elements.js';
import { joinSql, SQL, type Sql, textSql } from '../sql-tree/sql.js';

type CastPart = 'date' | 'time' | 'instant';

interface CastElement {
  readonly part: CastPart;
  readonly sql: (written: FormattedTime) => Sql;
  /** Whether its text has letters, whose case is that of the element. */
  readonly isCased?: boolean;
}

const element = (part: CastPart, format: string): CastElement => ({
  part,
  sql: ({ local }) => SQL`strftime(${local}, ${textSql(format)})`,
});

const year = (digits: number): CastElement => ({
  part: 'date',
  sql: ({ local }) => SQL`right(strftime(${local}, '%Y'), ${digits})`,
});

const meridiem = (am: string, pm: string): CastElement => ({
  part: 'time',
  sql: ({ local }) => SQL`CASE WHEN date_part('hour', ${local}) < 12 THEN ${textSql(am)} ELSE ${textSql(pm)} END`,
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
  ['D', { part: 'date', sql: ({ local }) => SQL`CAST(date_part('dow', ${local}) + 1 AS VARCHAR)` }],
  ['DD', element('date', '%d')],
  ['DDD', element('date', '%j')],
  ['HH', element('time', '%I')],
  ['HH12', element('time', '%I')],
  ['HH24', element('time', '%H')],
  ['MI', element('time', '%M')],
  ['SS', element('time', '%S')],
  ['SSSSS', { part: 'time', sql: ({ local }) => SQL`bq_second_of_day_text(${local})` }],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digits): [string, CastElement] => [
    `FF${digits}`,
    { part: 'time', sql: ({ local }) => SQL`rpad(strftime(${local}, '%f'), ${digits}, '0')` },
  ]),
  ...(['AM', 'PM'] as const).map((name): [string, CastElement] => [name, meridiem('AM', 'PM')]),
  ...(['A.M.', 'P.M.'] as const).map((name): [string, CastElement] => [name, meridiem('A.M.', 'P.M.')]),
  ['TZH', { part: 'instant', sql: ({ offset }) => SQL`left(bq_offset_text(${offset}, ''), 3)` }],
  ['TZM', { part: 'instant', sql: ({ offset }) => SQL`right(bq_offset_text(${offset}, ''), 2)` }],
]);

/** DuckDB SQL that writes a date or time in a format of CAST, which is known at load. */
export function castFormatted(format: string, written: FormattedTime, node: WrittenNode): Sql {
  const pieces = castTokens(format, node).map((token) => {
    if (token.kind !== 'element') return textSql(token.text);
    // DAY is filled up with spaces by the documentation, and not by GoogleSQL's own code.
    const found = token.name === 'DAY' ? undefined : ELEMENTS.get(token.name);
    if (!found) throw unsupportedAt(node, `the format element ${token.text} for a ${written.kind}`);
    if (!hasPart(written.kind, found.part)) throw errorAt(node, `a ${written.kind} has nothing for ${token.text}`);
    const sql = found.sql(written);
    return found.isCased ? cased(sql, token.text) : sql;
  });
  return SQL`CASE WHEN ${written.local} IS NOT NULL THEN concat_ws('', ${joinSql([...pieces, SQL`''`], ', ')}) END`;
}

function hasPart(kind: FormattedTime['kind'], part: CastPart): boolean {
  if (kind === 'TIMESTAMP') return true;
  return part !== 'instant' && (kind === 'DATETIME' || (kind === 'TIME') === (part === 'time'));
}

/** `MONTH` is JANUARY, `Month` is January and `month` is january. */
function cased(sql: Sql, name: string): Sql {
  if (/^[a-z]/.test(name)) return SQL`lower(${sql})`;
  return /^M[a-z]|^D[a-z]/.test(name) ? sql : SQL`upper(${sql})`;
}
