import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRegular } from './regular-file.js';

describe('a file that may be somebody else’s', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-files-'));
    await writeFile(at('plain'), 'keys: []\n');
    await symlink('plain', at('link'));
    await symlink('/dev/zero', at('endless'));
    execFileSync('mkfifo', [at('pipe')]);
  });
  afterEach(async () => rm(folder, { recursive: true }));

  it('is read where it is one, or a link to one', async () => {
    expect(await readRegular(at('plain'))).toBe('keys: []\n');
    expect(await readRegular(at('link'))).toBe('keys: []\n');
    await expect(readRegular(at('none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each(['pipe', 'endless', '.'])(
    'is not waited for, nor read for ever, where it is something else: %s',
    async (name) => {
      await expect(readRegular(at(name))).rejects.toThrow(`${at(name)} is not a regular file`);
    },
  );
});
