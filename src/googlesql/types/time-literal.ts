import { UTC, type WrittenZone, zoneOfText } from './time-zone.js';
import { type SqlType } from './types.js';

const DATE = '(?<year>\\d{4,5})-(?<month>\\d{1,2})-(?<day>\\d{1,2})';
const TIME = '(?<hour>\\d{1,2}):(?<minute>\\d{1,2}):(?<second>\\d{1,2})(?:\\.(?<fraction>\\d{1,6}))?';
// The zone follows without a space, or it is a name behind one; "UTC" may stand in front of an offset.
const ZONE = '(?<zone>[Zz]|(?: UTC)?[+-][^ ]*| [^ +-].*)';

/** GoogleSQL's text forms (lexical structure, "Date and time literals"). More than six digits of a fraction are an error. */
const FORMS: ReadonlyMap<SqlType['kind'], RegExp> = new Map<SqlType['kind'], RegExp>([
  ['DATE', new RegExp(`^${DATE}$`)],
  ['TIME', new RegExp(`^${TIME}$`)],
  ['DATETIME', new RegExp(`^${DATE}(?:[ Tt]${TIME})?$`)],
  ['TIMESTAMP', new RegExp(`^${DATE}(?:[ Tt](?:${TIME}${ZONE}?|(?<bare>[+-][^ ]*)))?$`)],
]);

/** Forms of times in messages. */
export const TIME_TEXTS: Partial<Record<SqlType['kind'], string>> = {
  DATE: 'YYYY-MM-DD',
  TIME: 'hh:mm:ss[.ffffff]',
  DATETIME: 'YYYY-MM-DD[ hh:mm:ss[.ffffff]]',
  TIMESTAMP: 'YYYY-MM-DD[ hh:mm:ss[.ffffff][+hh:mm]]',
};

/** Microseconds of a day. */
export const DAY = 86_400_000_000n;
const FIRST = -62_135_596_800_000_000n;
const LAST = 253_402_300_799_999_999n;

/** A date or time as its text says it. */
export interface WrittenTime {
  /** Microseconds since the epoch, or of the day for a TIME. Those of an instant in a zone with a name are what a clock there shows. */
  readonly micros: bigint;
  readonly zone?: Extract<WrittenZone, { readonly name: string }>;
}

type MatchedFields = Readonly<Record<string, string | undefined>>;

/** Reads a date or time written as text; undefined where GoogleSQL does not read it. UTC where no zone is given. */
export function readTime(text: string, { kind }: SqlType): WrittenTime | undefined {
  const fields: MatchedFields | undefined = FORMS.get(kind)?.exec(text)?.groups;
  if (!fields || (kind !== 'TIMESTAMP' && fields.year?.length === 5)) return undefined;
  const time = clockMicros(fields);
  if (time === undefined) return undefined;
  // A leap second is the second after it.
  if (kind === 'TIME') return { micros: time % DAY };
  const day = dayMicros(fields);
  if (day === undefined) return undefined;
  return kind === 'TIMESTAMP' ? instant(day + time, fields) : inRange({ micros: day + time });
}

/** Whether the text says itself which instant it is. */
export function hasZone(text: string): boolean {
  const fields = FORMS.get('TIMESTAMP')?.exec(text)?.groups;
  return fields?.zone !== undefined || fields?.bare !== undefined;
}

/** Whether the text says so by a name of the zone database, which knows more about it than we do. */
export function namesZone(text: string): boolean {
  const zone = FORMS.get('TIMESTAMP')?.exec(text)?.groups?.zone?.trimStart();
  const known = zone === undefined ? undefined : zoneOfText(zone);
  return known !== undefined && 'name' in known;
}

function instant(whole: bigint, fields: MatchedFields): WrittenTime | undefined {
  // An instant keeps the fraction of a leap second.
  const local = whole + (isLeap(fields) ? fractionMicros(fields) : 0n);
  const text = fields.zone ?? fields.bare ?? 'Z';
  const zone = /^[Zz]$/.test(text) ? UTC : zoneOfText(text.trimStart());
  if (!zone) return undefined;
  return inRange('offset' in zone ? { micros: local - zone.offset } : { micros: local, zone });
}

function inRange(time: WrittenTime): WrittenTime | undefined {
  return time.micros >= FIRST && time.micros <= LAST ? time : undefined;
}

function isLeap(fields: MatchedFields): boolean {
  return Number(fields.second ?? 0) === 60;
}

/** The day's microseconds; undefined for a day that does not exist: JavaScript would carry 30 February over into March. */
function dayMicros({ year, month, day }: MatchedFields): bigint | undefined {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return exists ? BigInt(date.getTime()) * 1000n : undefined;
}

function clockMicros(fields: MatchedFields): bigint | undefined {
  const [hour, minute, second] = [fields.hour, fields.minute, fields.second].map((field) => Number(field ?? 0));
  if (hour === undefined || minute === undefined || second === undefined) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const fraction = isLeap(fields) ? 0n : fractionMicros(fields);
  return BigInt((hour * 60 + minute) * 60 + second) * 1_000_000n + fraction;
}

function fractionMicros({ fraction = '0' }: MatchedFields): bigint {
  return BigInt(fraction.padEnd(6, '0'));
}
