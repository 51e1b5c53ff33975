import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** Makes a file that is not there yet, whole or not at all. False where there is one. @param make writes it, and fails with EEXIST then */
export async function makeFile(file: string, make: () => Promise<void>): Promise<boolean> {
  if (existsSync(file)) return false;
  try {
    await make();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // A disk that is full leaves the beginning.
    await rm(file, { force: true });
    throw error;
  }
}
