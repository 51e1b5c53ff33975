import { editKeys } from '../edit-keys.js';
import { needKeysFile } from '../keys-file.js';
import { writePrivateFile } from '../private-file.js';
import { retiredId } from '../rotate-key.js';
import { createSigningSecret } from '../token.js';

/**
 * Lets URLs be signed in the name of a key from now on, or no longer, which ends those that there are. A secret that there is already
 * stays.
 *
 * @throws InvalidKeys when there is no such key or the file breaks a rule; then nothing is written.
 */
export async function allowSignedUrls(keysFile: string, id: string, isAllowed: boolean): Promise<void> {
  const { text } = await needKeysFile(keysFile);
  const changed = editKeys(text, keysFile, id, ({ entry, find }) => {
    if (isAllowed && !entry.has('signing_secret')) entry.set('signing_secret', createSigningSecret());
    if (isAllowed) return;
    entry.delete('signing_secret');
    find(retiredId(id))?.delete('signing_secret');
  });
  await writePrivateFile(keysFile, changed);
}
