/** Seconds to wait before the call is sent again; not a number where that is of no use. */
export function secondsToWait({ status, headers }: Response): number {
  const text = headers.get('Retry-After') ?? '';
  if (status !== 429 && status !== 503) return NaN;
  if (/^[0-9]+$/.test(text)) return Number(text);
  // Date.parse takes many texts that are no date of HTTP.
  return text.endsWith(' GMT') ? Math.max(0, (Date.parse(text) - Date.now()) / 1000) : NaN;
}

/** Waits, at most until the signal is aborted: the fetch after that is refused with its reason. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
