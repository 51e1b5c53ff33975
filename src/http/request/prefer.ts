/** `Prefer: handling=strict` (RFC 7240 section 4.4). */
export function isStrict(prefer: string | readonly string[] | undefined): boolean {
  if (prefer === undefined) return false;
  return String(prefer)
    .toLowerCase()
    .split(',')
    .some((preference) => preference.split(';')[0]?.replace(/[\s"]/g, '') === 'handling=strict');
}
