/** The values of `truncate`, in seconds. Each divides a day, so that a day of UTC begins with one of its instants. */
export const TRUNCATIONS = {
  '1s': 1,
  '5s': 5,
  '10s': 10,
  '15s': 15,
  '30s': 30,
  '1m': 60,
  '5m': 300,
  '10m': 600,
  '15m': 900,
  '30m': 1800,
  '1h': 3600,
  '6h': 21_600,
  '12h': 43_200,
  '1d': 86_400,
} as const;

export type Truncation = keyof typeof TRUNCATIONS;

export interface TimeOfCall {
  /** Microseconds since 1970-01-01T00:00:00Z, or a DATE. */
  readonly value: bigint | string;
  readonly during: Span;
}

/** Time for which a value holds, in milliseconds since 1970: from `from` to before `until`. A clock that is turned back leaves it as well. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export function isWithin(now: number, { from, until }: Span): boolean {
  return from <= now && now < until;
}

/** The parts of a declaration that it depends on. */
interface DefaultNow {
  readonly type: string;
  readonly defaultNow?: Truncation;
}

/** The time, truncated as the parameter's file says; the day in UTC for a DATE. */
export function timeOfCall(type: string, truncation: Truncation, now: Date): TimeOfCall {
  const length = TRUNCATIONS[truncation] * 1000;
  const begin = Math.floor(now.getTime() / length) * length;
  const day = new Date(begin).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { value: type === 'date' ? day : BigInt(begin) * 1000n, during: { from: begin, until: begin + length } };
}

/** Whether a value is one that `default: now` has given before and gives no more. */
export function isOfEarlierCalls({ type, defaultNow }: DefaultNow, value: unknown, now: Date): boolean {
  if (defaultNow === undefined) return false;
  const { value: current } = timeOfCall(type, defaultNow, now);
  if (typeof value === 'string') return value < String(current);
  return (
    typeof value === 'bigint' && value < BigInt(current) && value % BigInt(TRUNCATIONS[defaultNow] * 1_000_000) === 0n
  );
}
