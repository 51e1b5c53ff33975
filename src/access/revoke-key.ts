import { editKeys } from './edit-keys.js';
import { needKeysFile } from './keys-file.js';
import { writePrivateFile } from './private-file.js';

/**
 * Takes a key out of the keys file; servers that watch it refuse the key within a second.
 *
 * @throws InvalidKeys when there is no such key or the file breaks a rule; then nothing is written.
 */
export async function revokeKey({ keysFile, id }: { readonly keysFile: string; readonly id: string }): Promise<void> {
  const { text } = await needKeysFile(keysFile);
  const without = editKeys(text, keysFile, id, ({ list, entry }) => {
    list.items.splice(list.items.indexOf(entry), 1);
  });
  await writePrivateFile(keysFile, without);
}
