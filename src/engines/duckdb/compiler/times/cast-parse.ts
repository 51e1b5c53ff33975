import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type CastToken, castTokens } from '../../../../googlesql/grammar/cast-tokens.js';
import { CAST_ELEMENTS, type CastElement, type CastField, currentYear, FULL_YEAR } from './cast-elements.js';
import { hasPart } from '../../../../googlesql/types/time-fields.js';
import { type TimeKind } from '../../../../googlesql/types/types.js';
import { groupSql, readGroups } from './parsed-time.js';
import { SQL, type Sql, textSql } from '../sql-tree/sql.js';

const ZONE_FIELDS: readonly CastField[] = ['hours of the time zone', 'minutes of the time zone'];

type Reader = CastElement & { readonly field: CastField };

/** Unicode's white space. */
const SPACE = '[\\s\\p{Z}\\x0b\\x85]';

/** DuckDB SQL that reads text in a format of CAST, in microseconds; missing fields are those of the beginning of this month. */
export function castParsed(text: Sql, format: string, kind: TimeKind, now: Sql, node: WrittenNode) {
  const tokens = castTokens(format, node);
  if (tokens[0]?.kind === 'space') throw errorAt(node, 'a format for parsing does not begin with white space');
  const values = new Map<CastField, Sql>();
  const pieces = tokens.map((token, index) => {
    if (token.kind === 'space') return `${SPACE}+`;
    if (token.kind === 'literal') return token.text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
    const reader = readerOf(token.name, kind, node);
    if (values.has(reader.field)) throw errorAt(node, `a format has several elements for the ${reader.field}`);
    const group = groupSql(values.size + 1);
    values.set(reader.field, reader.read?.(group, now) ?? SQL`bq_digits(${group})`);
    return `(${patternOf(token.name, reader, tokens[index - 1], tokens[index + 1])})`;
  });
  refuseContradictions(tokens, values, node);
  const pattern = textSql(`\\A${SPACE}*${pieces.join('')}${SPACE}*\\z`);
  const micros = readGroups(text, pattern, values.size, microsOf(values, kind, now));
  return { micros, isInstant: ZONE_FIELDS.some((field) => values.has(field)) };
}

function readerOf(name: string, kind: TimeKind, node: WrittenNode): Reader {
  const reader = CAST_ELEMENTS.get(name);
  if (!isReader(reader)) throw unsupportedAt(node, `the format element ${name} for parsing`);
  if (!hasPart(kind, reader.part)) throw errorAt(node, `the format element ${name} is not one of a ${kind}`);
  return reader;
}

function isReader(element: CastElement | undefined): element is Reader {
  return element?.field !== undefined;
}

function patternOf(
  name: string,
  reader: CastElement,
  before: CastToken | undefined,
  next: CastToken | undefined,
): string {
  if (reader.pattern !== undefined || reader.width === undefined) return reader.pattern ?? '';
  const { width } = reader;
  const isBeforeDigit =
    next !== undefined &&
    (next.kind === 'element'
      ? next.name === 'Y,YYY' || (next.name !== 'TZH' && CAST_ELEMENTS.get(next.name)?.width !== undefined)
      : next.kind === 'literal' && /^\d/.test(next.text));
  const digits = isBeforeDigit ? `\\d{${width}}` : `\\d{1,${width}}`;
  // White space before the element is taken whole, so that none is left for the sign.
  if (name === 'TZH') return `${before?.kind === 'space' ? '[-+]' : '[-+ ]'}${digits}`;
  return reader === FULL_YEAR && !isBeforeDigit ? `${digits}|0\\d{4}|10000` : digits;
}

function refuseContradictions(
  tokens: readonly CastToken[],
  values: ReadonlyMap<CastField, Sql>,
  node: WrittenNode,
): void {
  const isTwelve = tokens.some((token) => token.kind === 'element' && /^HH(12)?$/.test(token.name));
  if (isTwelve !== values.has('meridian indicator')) {
    throw errorAt(node, 'HH and HH12 go with A.M. or P.M., and HH24 without');
  }
  const inDay = (['hour', 'minute', 'second'] as const).find((field) => values.has(field));
  if (values.has('second of the day') && inDay) throw errorAt(node, `SSSSS says the ${inDay} as well`);
}

function microsOf(values: ReadonlyMap<CastField, Sql>, kind: TimeKind, now: Sql): Sql {
  const value = (field: CastField, otherwise = SQL`0`) => values.get(field) ?? otherwise;
  const hour = SQL`${value('hour')} + ${value('meridian indicator')}`;
  const ofDay = values.get('second of the day');
  const clock =
    ofDay === undefined
      ? SQL`bq_cast_clock(${hour}, ${value('minute')}, ${value('second')})`
      : SQL`bq_second_of_day(${ofDay})`;
  const time = SQL`${clock} + ${value('fraction')}`;
  if (kind === 'TIME') return time;
  const [year, month] = [value('year', currentYear(now)), value('month', SQL`date_part('month', ${now})`)];
  const local = SQL`epoch_us(bq_day(${year}, ${month}, ${value('day', SQL`1`)})) + ${time}`;
  if (kind !== 'TIMESTAMP') return SQL`bq_calendar_day(${local})`;
  if (!ZONE_FIELDS.some((field) => values.has(field))) return local;
  const offset = SQL`bq_cast_offset(${value('hours of the time zone', SQL`'+0'`)}, ${value('minutes of the time zone')})`;
  return SQL`${local} - ${offset}`;
}
