import { open } from 'node:fs/promises';
import { InvalidKeys } from './invalid-keys.js';
import { type KeysDocument, parseKeys } from './keys-document.js';
import { errorText, isMissingFile } from '../errors/error-text.js';

export interface KeysFile extends KeysDocument {
  /** Whether the group or others have rights on it. Windows has no such rights to look at. */
  readonly exposed: boolean;
}

/**
 * Undefined when there is no such file.
 *
 * @throws InvalidKeys with every problem of the file, or because it cannot be read.
 */
export async function readKeysFile(path: string): Promise<KeysFile | undefined> {
  try {
    // One handle for both, so that text and mode are of the same file even while another one is renamed over it.
    await using handle = await open(path);
    const { mode } = await handle.stat();
    const document = parseKeys(await handle.readFile('utf8'), path);
    return { ...document, exposed: process.platform !== 'win32' && (mode & 0o077) !== 0 };
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    if (error instanceof InvalidKeys) throw error;
    // Node names no file where a folder stands in its place, as a container's mount of a missing one makes it.
    throw new InvalidKeys([`The keys file ${path} cannot be read: ${errorText(error)}.`]);
  }
}

/** @throws InvalidKeys with every problem of the file, or because there is none. */
export async function needKeysFile(path: string): Promise<KeysFile> {
  const file = await readKeysFile(path);
  if (!file) throw new InvalidKeys([`There is no keys file ${path}; \`quern keys create\` makes one.`]);
  return file;
}
