/** What a look at a request has brought: a value, or the error that answers the request. */
export type Finding<T> = { readonly value: T } | { readonly error: unknown };

export function find<T>(look: () => T): Finding<T> {
  try {
    return { value: look() };
  } catch (error) {
    return { error };
  }
}

/** The value that was found. @throws the error that was found instead. */
export function found<T>(finding: Finding<T>): T {
  if ('error' in finding) throw finding.error;
  return finding.value;
}
