import { isMissingFile } from '../errors/error-text.js';
import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file that only its owner may read, whole or not at all: readers see the old text or the new one, and of two
 * writers at once the last one wins.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await replacePrivateFile(await followLinks(path), text);
}

/**
 * Writes a private file in place of a link too: callers do not choose its path, so that a link came with the folder, and its target is not
 * ours to write.
 */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    // The text is flushed first: renaming may reach the disk before it does, and a power cut leave an empty file.
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Resolves links, since renaming onto one would replace it and leave the file behind it as it was. */
async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isMissingFile(error)) return path;
    throw error;
  }
}
