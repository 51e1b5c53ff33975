/** As many texts as a list is still looked through for. */
const MOST = 20;

/** What was run over each endpoint, the latest first. It is in memory alone, and ends with the tab. */
const earlier = new Map<string, readonly string[]>();

export function remember(endpoint: string, sql: string | undefined): void {
  if (sql === undefined || sql.trim() === '') return;
  const others = earlierOf(endpoint).filter((text) => text !== sql);
  earlier.set(endpoint, [sql, ...others].slice(0, MOST));
}

export function earlierOf(endpoint: string): readonly string[] {
  return earlier.get(endpoint) ?? [];
}

/** Nobody who has no key is to see what was run with it. */
export function forgetEarlier(): void {
  earlier.clear();
}
