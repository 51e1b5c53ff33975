/** What a piece of work came to: a value, or the error that answers the request. */
export type Settled<T> = { readonly value: T } | { readonly error: unknown };

export function settle<T>(work: () => T): Settled<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

/** The value. @throws the error, where there is one instead */
export function unwrap<T>(settled: Settled<T>): T {
  if ('error' in settled) throw settled.error;
  return settled.value;
}
