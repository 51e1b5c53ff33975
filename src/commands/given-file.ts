import { readFile, writeFile } from 'node:fs/promises';
import { quote } from '../errors/excerpt.js';
import { UsageError } from './command-context.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};

/** The text of a file that a flag names. @throws UsageError with the flag, where it cannot be read */
export async function readGivenFile(flag: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => refuse(`${flag} ${quote(file)} cannot be read`, error));
}

/** @throws UsageError with the flag, where the file cannot be written */
export async function writeGivenFile(flag: string, file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content).catch((error: unknown) =>
    refuse(`${flag} ${quote(file)} cannot be written`, error, NO_FOLDER),
  );
}

/** Hint where a new file has no folder. */
const NO_FOLDER = { ENOENT: 'there is no such folder; make it first' };

function refuse(what: string, error: unknown, reasons: Readonly<Record<string, string>> = {}): never {
  const code = String((error as NodeJS.ErrnoException).code);
  throw new UsageError(`${what}: ${reasons[code] ?? REASONS[code] ?? code}`, { cause: error });
}
