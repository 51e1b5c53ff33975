import { spawnSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { endpointFile } from '../endpoint-file.js';
import { InstalledQuern, MAIN } from './installed-quern.js';

const COUNTS = endpointFile({
  name: 'usage.counts',
  parameters: {
    interval: { type: 'string', enum: ['daily', 'hourly'] },
    id: { type: 'string', description: 'Which one.' },
  },
  query: 'SELECT @interval AS i, @id AS id',
});

/** Shells that find `quern` in their PATH, in a folder with endpoints whose names and parameters it can complete. */
export class ShellWithQuern {
  private constructor(readonly installed: InstalledQuern) {}

  static async open(): Promise<ShellWithQuern> {
    const installed = await InstalledQuern.open();
    await installed.write('bin/quern', `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
    await chmod(join(installed.folder, 'bin/quern'), 0o755);
    await installed.write('endpoints/a.yaml', COUNTS);
    await installed.write('endpoints/b.yaml', "id: x\nname: 'usage.other' # yes\nquery: |\n  name: no\n");
    await installed.write('endpoints/broken.yaml', 'name: [');
    return new ShellWithQuern(installed);
  }

  /** The lines that a script prints. The folder is also the shell's HOME, so that nobody else's profile is read. */
  lines(shell: 'bash' | 'zsh' | 'fish', script: string): string[] {
    const { folder } = this.installed;
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`, HOME: folder };
    const { error, stdout, stderr } = spawnSync(shell, ['-c', script], { cwd: folder, env, timeout: 30_000 });
    if (error) throw error;
    expect(stderr.toString()).toBe('');
    return stdout.toString().split('\n').filter(Boolean);
  }

  async close(): Promise<void> {
    await this.installed.close();
  }
}
