import { UTC, type WrittenZone } from '../../../../googlesql/types/time-zone.js';
import type { TimeKind } from '../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql } from '../sql-tree/sql.js';

/** A time zone that is written, or DuckDB SQL of one as text. */
export type Zone = WrittenZone | { readonly sql: Sql };

/** The reading of a clock in the zone at an instant: DuckDB's plain TIMESTAMP. */
export function localTime(instant: Sql, zone: Zone): Sql {
  if ('sql' in zone) return SQL`bq_local_time(${instant}, ${zone.sql})`;
  if ('name' in zone) return SQL`bq_datetime(timezone(${textSql(zone.name)}, ${instant}))`;
  if (zone.offset === 0n) return SQL`make_timestamp(epoch_us(${instant}))`;
  return SQL`bq_datetime(make_timestamp(epoch_us(${instant}) + (${zone.offset})::BIGINT))`;
}

/** A time of a kind by its microseconds: since the epoch, or of a clock in the zone. */
export function timeOfMicros(kind: TimeKind, micros: Sql, isInstant: boolean, zone: Zone = UTC): Sql {
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
