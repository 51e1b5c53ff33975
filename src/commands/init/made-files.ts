import { constants } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The files and folders that a command makes, so that one which fails leaves nothing behind. */
export class MadeFiles {
  private readonly made: string[] = [];

  /** False where there is such a file. */
  async write(file: string, text: string): Promise<boolean> {
    return this.make(file, async () => writeFile(file, text, { flag: 'wx' }));
  }

  /** A copy that shares its blocks, where the file system has such. False where there is such a file. */
  async copy(from: string, file: string): Promise<boolean> {
    return this.make(file, async () => copyFile(from, file, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE));
  }

  /** Takes away what was made, and nothing that was there. */
  async undo(): Promise<void> {
    for (const path of this.made.splice(0).reverse()) await rm(path, { recursive: true, force: true });
  }

  private async make(file: string, write: () => Promise<void>): Promise<boolean> {
    const folder = await mkdir(dirname(file), { recursive: true });
    if (folder !== undefined) this.made.push(folder);
    try {
      await write();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    this.made.push(file);
    return true;
  }
}
