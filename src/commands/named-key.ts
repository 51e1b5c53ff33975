import { type Key } from '../access/key.js';
import { needKeysFile } from '../access/keys-file.js';
import { type Settings } from '../config/settings.js';
import { quote } from '../errors/excerpt.js';
import { didYouMean } from '../errors/suggestion.js';
import { OPERATOR } from './operator-key.js';

/**
 * A key of the keys file; where none is named, the operator, who may do everything.
 *
 * @throws Error with the key that was probably meant
 */
export async function namedKey({ keysFile }: Settings, id: string | undefined): Promise<Key> {
  if (id === undefined) return OPERATOR;
  const keys = (await needKeysFile(keysFile)).entries.map(({ key }) => key);
  const found = keys.find((key) => key.id === id);
  if (found) return found;
  const meant = didYouMean(
    id,
    keys.map((key) => key.id),
  );
  throw new Error(`there is no key ${quote(id)} in ${keysFile}.${meant}`);
}
