import { type YAMLMap } from 'yaml';
import { type Clock, systemClock } from '../config/clock.js';
import { editKeys } from './edit-keys.js';
import { timestampText } from './key-rules.js';
import { needKeysFile } from './keys-file.js';
import { writePrivateFile } from './private-file.js';
import { createSigningSecret, createToken, hashToken } from './token.js';

export interface Rotation {
  readonly keysFile: string;
  readonly id: string;
  /** How long the old token stays good beside the new one, in seconds. */
  readonly graceSeconds: number;
  readonly now?: Clock | undefined;
}

/** The id under which an old token lives out its grace. */
export function retiredId(id: string): string {
  return `${id.slice(0, 59)}.old`;
}

/**
 * Gives a key a new token, and a new secret where URLs may be signed in its name; everything else of it stays. The token is in the
 * answer and nowhere else.
 *
 * @throws InvalidKeys when there is no such key or the file breaks a rule; then nothing is written.
 */
export async function rotateKey({ keysFile, id, graceSeconds, now = systemClock }: Rotation): Promise<string> {
  const { text } = await needKeysFile(keysFile);
  const token = createToken();
  const rotated = editKeys(text, keysFile, id, ({ list, entry, find, tree }) => {
    const left = find(retiredId(id));
    if (left) list.items.splice(list.items.indexOf(left), 1);
    if (graceSeconds > 0) {
      const old = entry.clone(tree.schema) as YAMLMap;
      old.set('id', retiredId(id));
      const end = timestampText(new Date(now().getTime() + graceSeconds * 1000));
      const expires = old.get('expires');
      // ISO times in UTC sort as texts; a key that ends sooner anyway gains nothing by being replaced.
      if (typeof expires !== 'string' || expires > end) old.set('expires', end);
      list.items.splice(list.items.indexOf(entry) + 1, 0, old);
    }
    entry.set('sha256', hashToken(token));
    // What has been signed so far is as good as the old token, and as long.
    if (entry.has('signing_secret')) entry.set('signing_secret', createSigningSecret());
    entry.set('created', timestampText(now()));
  });
  await writePrivateFile(keysFile, rotated);
  return token;
}
