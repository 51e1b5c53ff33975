/** The message of any thrown value. Errors of other realms and of drivers are no `instanceof Error`. */
export function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  const text = String(error.message);
  if (text !== '') return text;
  // Node has no message for a connection that has failed to each of several addresses.
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.map(errorText).join('; ');
  return 'code' in error ? String(error.code) : text;
}

export function isMissingFile(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

/** The stack, or the message where there is none; for the log. */
export function errorStack(error: unknown): string {
  const stack: unknown = typeof error === 'object' && error !== null && 'stack' in error ? error.stack : undefined;
  return typeof stack === 'string' ? stack : errorText(error);
}
