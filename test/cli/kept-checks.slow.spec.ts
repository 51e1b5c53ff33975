import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-kept-'));
  await mkdir(join(folder, 'data'));
  await cp('endpoints', join(folder, 'endpoints'), { recursive: true });
});
afterEach(async () => rm(folder, { recursive: true }));

async function quern(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } };
  const { stdout, stderr } = await run(process.execPath, [resolve('dist/main.cjs'), ...args], options);
  return stdout + stderr;
}

describe('what is kept of endpoint files', () => {
  it('is in .quern/checked, for every command, however many begin at once', async () => {
    const off = { QUERN_CHECKED: 'off' };
    const [listed, validated] = await Promise.all([quern(['list'], off), quern(['validate'], off)]);
    expect((await readdir(folder)).sort()).toEqual(['data', 'endpoints']);
    const commands = ['list', 'validate', 'list', 'validate'];
    const all = await Promise.all(commands.map(async (command) => quern([command])));
    expect(all).toEqual([listed, validated, listed, validated]);
    const kept = await readdir(join(folder, '.quern/checked'));
    expect(kept.filter((name) => name.endsWith('.draft'))).toEqual([]);
    expect(kept.filter((name) => name.endsWith('.kept')).length).toBeGreaterThanOrEqual(1);
    // Whoever comes now has nothing to add.
    expect(await Promise.all([quern(['list']), quern(['validate'])])).toEqual([listed, validated]);
    expect(await readdir(join(folder, '.quern/checked'))).toEqual(kept);
  });
});
