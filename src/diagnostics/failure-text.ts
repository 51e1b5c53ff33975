const REASONS = new Map([
  ['EACCES', 'permission denied; let the user that Quern runs as read it'],
  ['EPERM', 'permission denied; let the user that Quern runs as read it'],
  ['ENOENT', 'it is a link to nothing, or has just been removed; remove the link, or mend what it leads to'],
  ['ELOOP', 'it is a link to itself; remove it'],
]);

/** The reason why the file system refused something, in a few words. */
export function failureText(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason';
  return REASONS.get(code) ?? code;
}
