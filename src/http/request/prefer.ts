type Prefer = string | readonly string[] | undefined;

/** `Prefer: handling=strict` (RFC 7240 section 4.4). */
export function isStrict(prefer: Prefer): boolean {
  return preferences(prefer).some(([preference]) => preference === 'handling=strict');
}

/**
 * `Prefer: include=meta`, a preference of Quern's own. It may stand as a parameter of another one too, such as
 * `return=representation; include=meta`.
 */
export function wantsMeta(prefer: Prefer): boolean {
  return preferences(prefer).some((parts) => parts.includes('include=meta'));
}

/** Each preference with its parameters, without white space and quotes. */
function preferences(prefer: Prefer): readonly (readonly string[])[] {
  if (prefer === undefined) return [];
  return String(prefer)
    .toLowerCase()
    .split(',')
    .map((preference) => preference.split(';').map((part) => part.replace(/[\s"]/g, '')));
}
