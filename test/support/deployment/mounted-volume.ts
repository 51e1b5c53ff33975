import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A ConfigMap or Secret as the kubelet mounts it: each file is a link into `..data`, which is turned to another folder when there is another
 * version.
 */
export class MountedVolume {
  private versions = 0;

  constructor(
    private readonly folder: string,
    private readonly mode: number,
  ) {}

  /** Another version: files of before stay where they have these names. */
  async mount(files: Readonly<Record<string, string>>): Promise<void> {
    const version = `..version_${++this.versions}`;
    await mkdir(join(this.folder, version), { recursive: true });
    for (const [name, text] of Object.entries(files))
      await writeFile(join(this.folder, version, name), text, { mode: this.mode });
    await symlink(version, join(this.folder, '..data_tmp'));
    await rename(join(this.folder, '..data_tmp'), join(this.folder, '..data'));
    await rm(join(this.folder, `..version_${this.versions - 1}`), { recursive: true, force: true });
    for (const name of Object.keys(files)) {
      await symlink(join('..data', name), join(this.folder, name)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      });
    }
  }
}
