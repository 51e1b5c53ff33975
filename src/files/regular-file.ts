import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** O_NONBLOCK, except on Windows, which has neither that flag nor pipes among its files. */
const FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

/**
 * Opens a file to read that may be foreign, such as one that came with a folder: opening a pipe would wait for a writer, and some devices
 * never end.
 *
 * @throws Error as `open` does, and for all but regular files
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, FLAGS);
  try {
    if ((await file.stat()).isFile()) return file;
    throw new Error(`${path} is not a regular file`);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Reads the text of such a file.
 *
 * @throws Error as `openRegular` does, and for more than `maxBytes`
 */
export async function readRegular(path: string, maxBytes = Infinity): Promise<string> {
  await using file = await openRegular(path);
  const { size } = await file.stat();
  if (size > maxBytes) throw new Error(`${path} is too large: it has ${size} bytes, of at most ${maxBytes}`);
  return await file.readFile('utf8');
}
