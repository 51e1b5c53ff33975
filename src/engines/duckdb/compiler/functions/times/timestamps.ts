import { CURRENT_TIME_FUNCTIONS } from './current-time.js';
import { coerce, coercedTo } from '../../expression.js';
import { type FunctionCall, type Lowering, type Rule } from '../../rule.js';
import { temporalLiteral } from '../../literals/time-literal.js';
import { instantOf } from '../../times/zone.js';
import { zoneArgument } from '../../times/time-zone.js';
import { DATETIME, TIMESTAMP } from '../../../../../googlesql/types/types.js';
import { NOTHING, SQL, type Sql } from '../../sql-tree/sql.js';

/** The least TIMESTAMP, in microseconds before the epoch. */
const YEAR_ONE = 62_135_596_800_000_000n;

/** Whole units of a number of microseconds, rounded down: counted from the least, no TIMESTAMP is negative. */
const sinceEpoch =
  (unit: bigint): Lowering =>
  (t) =>
    SQL`((epoch_us(${t}) + ${YEAR_ONE}) // ${unit} - ${YEAR_ONE / unit})`;

/**
 * Functions of instants, which are computed as microseconds since the epoch, exact and always UTC. DuckDB's own functions on TIMESTAMP WITH
 * TIME ZONE ask the ICU library for the calendar at every row; only a named time zone needs it.
 */
export const TIMESTAMP_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...CURRENT_TIME_FUNCTIONS,
  ['UNIX_MICROS', ['epoch_us']],
  ['UNIX_MILLIS', [sinceEpoch(1000n)]],
  ['UNIX_SECONDS', [sinceEpoch(1_000_000n)]],
  ['TIMESTAMP_MICROS', ['bq_timestamp']],
  ['TIMESTAMP_MILLIS', [(n) => SQL`bq_timestamp(${n} * 1000)`]],
  ['TIMESTAMP_SECONDS', [(n) => SQL`bq_timestamp(${n} * 1000000)`]],
  ['TIMESTAMP', timestamp],
]);

function timestamp(call: FunctionCall): Sql {
  const value = call.value(0);
  const zone = zoneArgument(call, 1);
  const { literal, type } = value;
  const isZoned = call.args.length > 1;
  if (typeof literal === 'string') {
    const sql = temporalLiteral(literal, isZoned ? DATETIME : TIMESTAMP) ?? NOTHING;
    const local = literal.includes(':60.') ? SQL`bq_text_to_local(${value.sql})` : sql;
    return isZoned ? instantOf(local, zone) : sql;
  }
  if (type.kind === 'STRING') {
    return isZoned ? instantOf(SQL`bq_text_to_local(${value.sql})`, zone) : SQL`bq_text_to_timestamp(${value.sql})`;
  }
  const local = coerce(value, DATETIME);
  if (local !== undefined && type.kind !== 'NULL') return instantOf(local, zone);
  return coercedTo(value, TIMESTAMP);
}
