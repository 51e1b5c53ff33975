import { open } from 'node:fs/promises';
import { InvalidKeys } from './invalid-keys.js';
import { type KeysDocument, parseKeys } from './keys-document.js';
import { isMissingFile } from '../errors/error-text.js';

export interface KeysFile extends KeysDocument {
  /** Whether the group or others have rights on it. Windows has no such rights to look at. */
  readonly exposed: boolean;
}

/**
 * Undefined when there is no such file.
 *
 * @throws InvalidKeys with every problem of the file.
 */
export async function readKeysFile(path: string): Promise<KeysFile | undefined> {
  const found = await readFound(path);
  if (found === undefined) return undefined;
  return { ...parseKeys(found.text, path), exposed: process.platform !== 'win32' && (found.mode & 0o077) !== 0 };
}

/** @throws InvalidKeys with every problem of the file, or because there is none. */
export async function needKeysFile(path: string): Promise<KeysFile> {
  const file = await readKeysFile(path);
  if (!file) throw new InvalidKeys([`There is no keys file ${path}; \`quern keys create\` makes one.`]);
  return file;
}

async function readFound(path: string): Promise<{ text: string; mode: number } | undefined> {
  try {
    // One handle for both, so that text and mode are of the same file even while another one is renamed over it.
    await using handle = await open(path);
    const { mode } = await handle.stat();
    return { text: await handle.readFile('utf8'), mode };
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
