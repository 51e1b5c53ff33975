import { type Document, isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { InvalidKeys } from './invalid-keys.js';
import { parseKeys } from './keys-document.js';
import { type Clock } from '../config/clock.js';
import { timestampText } from './key-rules.js';
import { needKeysFile } from './keys-file.js';
import { writePrivateFile } from './private-file.js';
import { createSigningSecret, createToken, hashToken } from './token.js';

/** A keys file that is being changed: its list of entries, the entry that is meant, and that of its old token, which is still good. */
interface KeysEdit {
  readonly tree: Document;
  readonly list: YAMLSeq;
  readonly entry: YAMLMap;
  readonly old: YAMLMap | undefined;
}

/**
 * Changes the entry with this id in a keys file; the operator's comments and order stay.
 *
 * @throws InvalidKeys when there is no such entry, or when the file breaks a rule before or after the change; then nothing is written.
 */
async function editKeys(file: string, id: string, change: (edit: KeysEdit) => void): Promise<void> {
  const { tree } = await needKeysFile(file);
  const list = tree.get('keys', true);
  const entries = isSeq(list) ? list.items.filter(isMap) : [];
  const find = (wanted: string) => entries.find((each) => each.get('id') === wanted);
  const entry = find(id);
  if (!isSeq(list) || !entry) {
    const ids = entries.map((each) => String(each.get('id'))).join(', ');
    throw new InvalidKeys([`There is no key \`${id}\` in ${file}${ids === '' ? '' : `; there are ${ids}`}.`]);
  }
  change({ tree, list, entry, old: find(retiredId(id)) });
  const changed = tree.toString({ lineWidth: 0 });
  parseKeys(changed, file);
  await writePrivateFile(file, changed);
}

interface Rotation {
  readonly keysFile: string;
  readonly id: string;
  /** Seconds for which the old token stays good beside the new one. */
  readonly graceSeconds: number;
  readonly now?: Clock | undefined;
}

interface Rotated {
  readonly token: string;
  readonly oldUntil: string | undefined;
}

/** The id under which an old token lives out its grace. */
export function retiredId(id: string): string {
  return `${id}.old`;
}

/**
 * Gives a key a new token, and a new secret where URLs may be signed in its name; all else stays. The answer alone has the token,
 * and how long the old one is good.
 *
 * @throws InvalidKeys when there is no such key or the file breaks a rule; then nothing is written.
 */
export async function rotateKey({ keysFile, id, graceSeconds, now = Date.now }: Rotation): Promise<Rotated> {
  const token = createToken();
  let oldUntil: string | undefined;
  await editKeys(keysFile, id, ({ tree, list, entry, old: left }) => {
    list.items = list.items.filter((each) => each !== left);
    if (graceSeconds > 0) {
      const old = entry.clone(tree.schema) as YAMLMap;
      old.set('id', retiredId(id));
      const end = timestampText(new Date(now() + graceSeconds * 1000));
      const expires = old.get('expires');
      // ISO times in UTC sort as texts; a key that ends sooner anyway gains nothing by being replaced.
      oldUntil = typeof expires === 'string' && expires < end ? expires : end;
      old.set('expires', oldUntil);
      list.items.splice(list.items.indexOf(entry) + 1, 0, old);
    }
    entry.set('sha256', hashToken(token));
    // A URL that has been signed so far is good for as long as the old token.
    if (entry.has('signing_secret')) entry.set('signing_secret', createSigningSecret());
    entry.set('created', timestampText(new Date(now())));
  });
  return { token, oldUntil };
}

/**
 * Takes a key out of the keys file, and with it an old token that is still good; servers that watch the file refuse both within a second.
 * Returns the ids that are gone.
 *
 * @throws InvalidKeys when there is no such key or the file breaks a rule; then nothing is written.
 */
export async function revokeKey(keysFile: string, id: string): Promise<string[]> {
  const revoked = [id];
  await editKeys(keysFile, id, ({ list, entry, old }) => {
    list.items = list.items.filter((each) => each !== entry && each !== old);
    if (old) revoked.push(retiredId(id));
  });
  return revoked;
}

/**
 * Lets URLs be signed in the name of a key from now on, or no longer, which ends those that exist. An existing secret stays.
 *
 * @throws InvalidKeys when there is no such key or the file breaks a rule; then nothing is written.
 */
export async function allowSignedUrls(keysFile: string, id: string, isAllowed: boolean): Promise<void> {
  await editKeys(keysFile, id, ({ entry, old }) => {
    if (isAllowed && !entry.has('signing_secret')) entry.set('signing_secret', createSigningSecret());
    if (isAllowed) return;
    entry.delete('signing_secret');
    old?.delete('signing_secret');
  });
}
