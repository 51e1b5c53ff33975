import { hashToken } from '../../../src/access/token.js';

/** The text of a keys file; tokens stand in it as hashes. */
export function keysText(
  keys: Readonly<Record<string, { readonly token: string; readonly scopes: readonly string[] }>>,
) {
  const entries = Object.entries(keys).map(([id, { token, scopes }]) => ({ id, sha256: hashToken(token), scopes }));
  return JSON.stringify({ keys: entries });
}
