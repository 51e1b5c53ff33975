export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface Request {
  /** Milliseconds since the first midnight. */
  readonly at: number;
  /** From 0. */
  readonly key: number;
}

/** Requests of some days in the order of their times. The first day is a Monday. */
export interface Trace {
  readonly name: string;
  readonly days: number;
  /** From where on it is counted who waits and what runs; what comes before is there to be learned from. */
  readonly countedFromMs: number;
  readonly requests: readonly Request[];
}

/** The times of each key's requests: what a rule sees that treats every key alone. */
export function timesByKey({ requests }: Trace): ReadonlyMap<number, readonly number[]> {
  const times = new Map<number, number[]>();
  for (const { at, key } of requests) {
    const known = times.get(key);
    if (known) known.push(at);
    else times.set(key, [at]);
  }
  return times;
}

/** Bytes that a run of a key is billed for: from 10 MiB, the least, to 10 GiB, whatever its rank is. */
export function bytesOf(key: number): number {
  const mixed = Math.imul(key + 1, 0x9e3779b1) >>> 0;
  return Math.round(10 * 2 ** 20 * 2 ** ((10 * mixed) / 2 ** 32));
}
