export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when that is aborted. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/** How long to wait before the call is sent again; not a number where that is of no use. */
export function secondsToWait({ status, headers }: Response, now: number): number {
  const text = headers.get('Retry-After') ?? '';
  if (status !== 429 && status !== 503) return NaN;
  if (/^[0-9]+$/.test(text)) return Number(text);
  // Date.parse takes much that is no date of HTTP.
  return text.endsWith(' GMT') ? Math.max(0, (Date.parse(text) - now) / 1000) : NaN;
}

/** Timers take longer times for none. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const CLOCK: Clock = {
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        if (signal?.aborted) reject(signal.reason as Error);
        else resolve();
      };
      const timer = setTimeout(end, Math.min(milliseconds, MAX_TIMER_MS));
      signal?.addEventListener('abort', end);
      if (signal?.aborted) end();
    }),
};
