import { compileExpression } from './expressions.js';
import { type CstNode } from './cst.js';
import { type Call } from './rule.js';
import { type Scope } from './scope.js';
import { quoteString } from './types.js';

/** A time zone that is known at load: the same offset always, in microseconds, or a name of the IANA database. */
export type Zone = { readonly offset: bigint } | { readonly name: string };

export const UTC: Zone = { offset: 0n };

const OFFSET = /^([+-])(\d{1,2})(?::(\d{1,2}))?$/;

/** Names that mean the same wherever the database is read. Abbreviations such as "PST" do not. */
const NAME = /^[A-Z][A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/;

/** The time zone in the nth argument; UTC where it is left out. */
export function zoneArgument(call: Call, index: number): Zone {
  const node = call.args[index];
  return node ? zoneOf(node, call.scope) : UTC;
}

export function zoneOf(node: CstNode, scope: Scope): Zone {
  const { literal } = compileExpression(node, scope);
  if (typeof literal !== 'string') throw node.unsupported('a time zone other than a string literal');
  if (literal === 'UTC') return UTC;
  const [, sign, hours = '', minutes = '0'] = OFFSET.exec(literal) ?? [];
  if (sign && Number(hours) <= 14 && Number(minutes) <= 59) {
    const micros = BigInt(Number(hours) * 60 + Number(minutes)) * 60_000_000n;
    return { offset: sign === '-' ? -micros : micros };
  }
  if (NAME.test(literal) && isZoneName(literal)) return { name: literal };
  throw node.unsupported(`time zone "${literal}"; write 'UTC', '+hh:mm' or a name such as 'Europe/Berlin', which`);
}

function isZoneName(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** What a clock shows in the zone at an instant: DuckDB's plain TIMESTAMP. */
export function localTime(instant: string, zone: Zone): string {
  if ('name' in zone) return `bq_datetime(timezone(${quoteString(zone.name)}, ${instant}))`;
  if (zone.offset === 0n) return `make_timestamp(epoch_us(${instant}))`;
  return `bq_datetime(make_timestamp(epoch_us(${instant}) + (${zone.offset})::BIGINT))`;
}

/** The instant at which a clock in the zone shows a time; the first, where it shows it twice. */
export function instantOf(local: string, zone: Zone): string {
  if ('name' in zone) return `bq_zoned_instant(${local}, ${quoteString(zone.name)})`;
  if (zone.offset === 0n) return `make_timestamptz(epoch_us(${local}))`;
  return `bq_timestamp(epoch_us(${local}) - (${zone.offset})::BIGINT)`;
}
