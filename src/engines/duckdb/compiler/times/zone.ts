import { type TimeKind } from '../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql } from '../sql-tree/sql.js';

/** A time zone: a constant offset in microseconds, a name of the IANA database, or DuckDB SQL of either as text. */
export type Zone = { readonly offset: bigint } | { readonly name: string } | { readonly sql: Sql };

export const UTC: Zone = { offset: 0n };

/** Names of the IANA database that are UTC by themselves. */
const UTC_NAMES = new Set(['UTC', 'GMT', 'UCT', 'Universal', 'Zulu', 'Greenwich']);

const OFFSET = /^(?:UTC)?([+-])(\d{1,2})(?::?(\d{1,2}))?$/;

/** Names that mean the same wherever the database is read. Abbreviations such as "PST" do not. */
const NAME = /^[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z0-9_+-]*)+$/;

const MAX_MINUTES = 14 * 60;

/** Reads a time zone; undefined where the text is none, or may mean different ones in different places. */
export function zoneOfText(text: string): Zone | undefined {
  if (UTC_NAMES.has(text)) return UTC;
  const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
  if (sign) {
    const total = Number(hours) * 60 + Number(minutes);
    if (Number(minutes) > 59 || total > MAX_MINUTES) return undefined;
    return { offset: BigInt(sign === '-' ? -total : total) * 60_000_000n };
  }
  return NAME.test(text) && isZoneName(text) ? { name: text } : undefined;
}

function isZoneName(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The reading of a clock in the zone at an instant: DuckDB's plain TIMESTAMP. */
export function localTime(instant: Sql, zone: Zone): Sql {
  if ('sql' in zone) return SQL`bq_local_time(${instant}, ${zone.sql})`;
  if ('name' in zone) return SQL`bq_datetime(timezone(${textSql(zone.name)}, ${instant}))`;
  if (zone.offset === 0n) return SQL`make_timestamp(epoch_us(${instant}))`;
  return SQL`bq_datetime(make_timestamp(epoch_us(${instant}) + (${zone.offset})::BIGINT))`;
}

/** A time of a kind by its microseconds: since the epoch, or of a clock in the zone. */
export function timeOfMicros(kind: TimeKind, micros: Sql, isInstant: boolean, zone = UTC): Sql {
  if (kind === 'TIME') return SQL`bq_time(${micros})`;
  if (isInstant) return SQL`bq_timestamp(${micros})`;
  const local = SQL`bq_datetime_of(${micros})`;
  if (kind === 'TIMESTAMP') return instantOf(local, zone);
  return kind === 'DATE' ? SQL`CAST(${local} AS DATE)` : local;
}

/** The instant at which a clock in the zone shows a time; the first, where it shows it twice. */
export function instantOf(local: Sql, zone: Zone): Sql {
  if ('sql' in zone) return SQL`bq_instant(${local}, ${zone.sql})`;
  if ('name' in zone) return SQL`bq_zoned_instant(${local}, ${textSql(zone.name)})`;
  if (zone.offset === 0n) return SQL`make_timestamptz(epoch_us(${local}))`;
  return SQL`bq_timestamp(epoch_us(${local}) - (${zone.offset})::BIGINT)`;
}
