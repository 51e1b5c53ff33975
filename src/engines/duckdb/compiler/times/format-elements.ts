import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { hasPart, type TimePart } from '../../../../googlesql/types/time-fields.js';
import { type TimeKind } from '../../../../googlesql/types/types.js';
import { localTime, type Zone } from './zone.js';
import { joinSql, NOTHING, SQL, type Sql, textSql } from '../sql-tree/sql.js';

/** A value to be written: the reading of a clock, and for a TIMESTAMP the instant and its offset from UTC in seconds. */
export interface FormattedTime {
  readonly kind: TimeKind;
  /** DuckDB's plain TIMESTAMP. */
  readonly local: Sql;
  readonly instant: Sql;
  readonly offset: Sql;
}

/**
 * A value as a clock in the zone shows it. Before there were time zones, offsets had seconds, which GoogleSQL leaves out of texts and of the
 * clock alike.
 */
export function writtenTime(kind: TimeKind, instant: Sql, zone: Zone): FormattedTime {
  const plain = kind === 'TIME' ? SQL`bq_datetime_of(epoch_us(${instant}))` : SQL`CAST(${instant} AS TIMESTAMP)`;
  const shown = kind === 'TIMESTAMP' ? localTime(instant, zone) : plain;
  const local = kind !== 'TIMESTAMP' || 'offset' in zone ? shown : SQL`bq_whole_minutes(${shown}, ${instant})`;
  return { kind, local, instant, offset: offsetOf(local, instant) };
}

/** Seconds that a clock is ahead of UTC. */
function offsetOf(local: Sql, instant: Sql): Sql {
  return SQL`((epoch_us(${local}) - epoch_us(${instant})) // 1000000)`;
}

interface Element {
  readonly part: TimePart;
  /** Elements of DuckDB's strftime with the same meaning. */
  readonly format?: string;
  /** Other elements of GoogleSQL. */
  readonly stands?: string;
  readonly sql?: (written: FormattedTime) => Sql;
}

const spaced = (part: Sql) => SQL`lpad(CAST(${part} AS VARCHAR), 2, ' ')`;
const twelfth = (local: Sql) => SQL`(date_part('hour', ${local}) + 11) % 12 + 1`;

/** The day of the ISO year, whose weeks begin on Monday. */
const isoYearDay = (local: Sql) =>
  SQL`lpad(CAST(date_part('week', ${local}) * 7 + date_part('isodow', ${local}) - 7 AS VARCHAR), 3, '0')`;

export const FORMAT_ELEMENTS: ReadonlyMap<string, Element> = new Map<string, Element>([
  ['%', { part: 'none', format: '%%' }],
  ['n', { part: 'none', format: '\n' }],
  ['t', { part: 'none', format: '\t' }],
  ...['Y', 'G'].map((name): [string, Element] => [name, { part: 'year', format: `%${name}` }]),
  ...['m', 'd', 'j', 'b', 'B', 'a', 'A', 'u', 'w', 'U', 'W', 'V', 'y'].map((name): [string, Element] => [
    name,
    { part: name === 'y' ? 'year' : 'date', format: `%${name}` },
  ]),
  ...['H', 'I', 'M', 'S', 'p'].map((name): [string, Element] => [name, { part: 'time', format: `%${name}` }]),
  ['h', { part: 'date', format: '%b' }],
  ['e', { part: 'date', sql: ({ local }) => spaced(SQL`date_part('day', ${local})`) }],
  ['C', { part: 'year', sql: ({ local }) => SQL`CAST(date_part('year', ${local}) // 100 AS VARCHAR)` }],
  ['g', { part: 'year', sql: ({ local }) => SQL`right(strftime(${local}, '%G'), 2)` }],
  ['J', { part: 'date', sql: ({ local }) => isoYearDay(local) }],
  ['Q', { part: 'date', sql: ({ local }) => SQL`CAST(date_part('quarter', ${local}) AS VARCHAR)` }],
  ['E4Y', { part: 'date', format: '%Y' }],
  ['k', { part: 'time', sql: ({ local }) => spaced(SQL`date_part('hour', ${local})`) }],
  ['l', { part: 'time', sql: ({ local }) => spaced(twelfth(local)) }],
  ['P', { part: 'time', sql: ({ local }) => SQL`lower(strftime(${local}, '%p'))` }],
  ['E*S', { part: 'time', sql: ({ local }) => SQL`bq_seconds_text(${local})` }],
  ['E0S', { part: 'time', format: '%S' }],
  ...[1, 2, 3, 4, 5, 6].map((digits): [string, Element] => [
    `E${digits}S`,
    { part: 'time', sql: ({ local }) => SQL`left(strftime(${local}, '%S.%f'), ${digits + 3})` },
  ]),
  ['s', { part: 'instant', sql: ({ instant }) => SQL`CAST(bq_floor_div(epoch_us(${instant}), 1000000) AS VARCHAR)` }],
  ['z', { part: 'instant', sql: ({ offset }) => SQL`bq_offset_text(${offset}, '')` }],
  ['Ez', { part: 'instant', sql: ({ offset }) => SQL`bq_offset_text(${offset}, ':')` }],
  ['Z', { part: 'instant', sql: ({ offset }) => SQL`bq_zone_text(${offset})` }],
  ['F', { part: 'year', stands: '%Y-%m-%d' }],
  ['D', { part: 'year', stands: '%m/%d/%y' }],
  ['x', { part: 'year', stands: '%m/%d/%y' }],
  ['T', { part: 'time', stands: '%H:%M:%S' }],
  ['X', { part: 'time', stands: '%H:%M:%S' }],
  ['R', { part: 'time', stands: '%H:%M' }],
  ['r', { part: 'time', stands: '%I:%M:%S %p' }],
  ['c', { part: 'time', stands: '%a %b %e %H:%M:%S %Y' }],
]);

const PIECE = /%(E(?:4Y|\*S|\dS|z)|[^])|[^%]+|%/g;

/** The elements of a format, without those that stand for others. */
function elementsIn(format: string, kind: TimeKind, node: WrittenNode): readonly Element[] {
  return [...format.matchAll(PIECE)].flatMap(([piece, name]): readonly Element[] => {
    if (name === undefined && piece !== '%') return [{ part: 'none', format: piece }];
    const element = FORMAT_ELEMENTS.get(name ?? '');
    if (!element || !hasPart(kind, element.part)) {
      throw unsupportedAt(node, `the format element ${piece} for a ${kind}`);
    }
    return element.stands === undefined ? [element] : elementsIn(element.stands, kind, node);
  });
}

/** DuckDB SQL that writes a value in GoogleSQL's format, which is known at load. */
export function formatted(format: string, written: FormattedTime, node: WrittenNode): Sql {
  const elements = elementsIn(format, written.kind, node);
  const runs: (Sql | string)[] = [];
  for (const { format: text = '', sql } of elements) {
    const last = runs.at(-1);
    if (sql) runs.push(sql(written));
    else if (typeof last === 'string') runs.splice(-1, 1, last + text);
    else runs.push(text);
  }
  const pieces = runs.map((run) => {
    if (typeof run !== 'string') return run;
    return isStamp(run) ? SQL`strftime(${written.local}, ${textSql(run)})` : textSql(run);
  });
  // GoogleSQL does not fill up years below 1000, where DuckDB writes four digits.
  const oldest = elements.some(({ part }) => part === 'year')
    ? SQL`WHEN ${written.local} < TIMESTAMP '1000-01-04' THEN error('a year below 1000 in a format') `
    : NOTHING;
  const [first = NOTHING] = pieces;
  if (runs.length === 1 && isStamp(runs[0])) return oldest === NOTHING ? first : SQL`CASE ${oldest}ELSE ${first} END`;
  const text = SQL`concat_ws('', ${joinSql([...pieces, SQL`''`])})`;
  return SQL`CASE WHEN ${written.local} IS NULL THEN NULL ${oldest}ELSE ${text} END`;
}

/** Whether this is a format of DuckDB's, whose text is NULL for NULL. */
function isStamp(run: Sql | string | undefined): boolean {
  return typeof run === 'string' && run.includes('%');
}
