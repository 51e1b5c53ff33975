import { type KeyEntry } from '../access/key-entry.js';
import { type Key, ALL_SCOPES } from '../access/key.js';
import { needKeysFile } from '../access/keys-file.js';
import { type Settings } from '../config/settings.js';
import { quote } from '../errors/excerpt.js';
import { didYouMean } from '../errors/suggestion.js';

/** The key of people who may start a command, and so may read the endpoints and the data anyway. */
export const OPERATOR: Key = { id: 'cli', scopes: ALL_SCOPES, bind: new Map(), anyTenant: true };

/** A key of the keys file; without an id the operator's, which may do everything. @throws Error with the key that was probably meant */
export async function namedKey(settings: Settings, id: string | undefined): Promise<Key> {
  return id === undefined ? OPERATOR : (await namedEntry(settings, id)).key;
}

/** @throws Error with the key that was probably meant */
export async function namedEntry({ keysFile }: Settings, id: string): Promise<KeyEntry> {
  const { entries } = await needKeysFile(keysFile);
  const found = entries.find(({ key }) => key.id === id);
  if (found) return found;
  const ids = entries.map(({ key }) => key.id);
  throw new Error(`there is no key ${quote(id)} in ${keysFile}.${didYouMean(id, ids)}`);
}
