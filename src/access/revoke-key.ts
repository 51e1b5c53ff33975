import { editKeys } from './edit-keys.js';
import { needKeysFile } from './keys-file.js';
import { writePrivateFile } from './private-file.js';
import { retiredId } from './rotate-key.js';

/**
 * Takes a key out of the keys file, and with it an old token of its that is still good; servers that watch the file refuse
 * both within a second. The ids that are gone come back.
 *
 * @throws InvalidKeys when there is no such key or the file breaks a rule; then nothing is written.
 */
export async function revokeKey({
  keysFile,
  id,
}: {
  readonly keysFile: string;
  readonly id: string;
}): Promise<string[]> {
  const { text } = await needKeysFile(keysFile);
  const revoked = [id];
  const without = editKeys(text, keysFile, id, ({ list, entry, find }) => {
    list.items.splice(list.items.indexOf(entry), 1);
    const old = find(retiredId(id));
    if (!old) return;
    list.items.splice(list.items.indexOf(old), 1);
    revoked.push(retiredId(id));
  });
  await writePrivateFile(keysFile, without);
  return revoked;
}
