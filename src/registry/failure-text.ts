const REASONS = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ENOENT', 'it is a link to nothing, or has just been removed'],
  ['ELOOP', 'it is a link to itself'],
]);

/** Why the file system refused something, in a few words. */
export function failureText(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason';
  return REASONS.get(code) ?? code;
}
