import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFile } from './make-file.js';

describe('makeFile', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-make-file-'));
    file = join(folder, 'a.yaml');
  });
  afterEach(async () => rm(folder, { recursive: true }));

  const write = (text: string) => makeFile(file, async () => writeFile(file, text, { flag: 'wx' }));

  it('leaves one that is there as it is', async () => {
    expect(await write('mine')).toBe(true);
    expect(await write('other')).toBe(false);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  it('leaves one that is there whatever would come of another', async () => {
    await write('mine');
    const failing = makeFile(file, async () => Promise.reject(new Error('no such source')));
    expect(await failing).toBe(false);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  it('leaves nothing of one that could not be written to its end', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const begun = makeFile(file, async () => {
      await writeFile(file, 'half of', { flag: 'wx' });
      throw full;
    });
    await expect(begun).rejects.toBe(full);
    expect(await readdir(folder)).toEqual([]);
  });
});
