import { spawnSync } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What a build copies to where what it compiles is. */
const SQL = ['engines/duckdb/macros/sql', 'engines/duckdb/sample/sql'];
const SCRIPT = resolve('scripts/build-if-older.mjs');

describe('the build in front of `npm run quern`', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-build-'));
    await mkdir(join(folder, 'src'));
    for (const file of ['tsconfig.json', 'tsconfig.build.json', 'tsconfig.client.json', 'package-lock.json']) {
      await copyFile(file, join(folder, file));
    }
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { build: string } };
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ type: 'module', scripts: { build: scripts.build } }),
    );
    for (const name of SQL) {
      await mkdir(join(folder, 'src', name), { recursive: true });
      await writeFile(join(folder, 'src', name, 'some.sql'), '-- one');
      await writeFile(join(folder, 'src', name, 'code.ts'), 'export const none = undefined;\n');
    }
    await mkdir(join(folder, 'src/client'));
    await writeFile(join(folder, 'src/client/code.ts'), 'export const none = undefined;\n');
    for (const path of ['console', 'scripts/build-console.mjs'])
      await cp(path, join(folder, path), { recursive: true });
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  });
  afterAll(async () => rm(folder, { recursive: true }));

  const write = async (text: string) => writeFile(join(folder, 'src/main.ts'), text);
  const build = () => spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: 'utf8' });
  const built = async () => readFile(join(folder, 'dist/main.js'), 'utf8').catch(() => undefined);

  it('is made where there is none, and where a source is newer, and at no other time', async () => {
    await write('export const answer: number = 1;\n');
    expect([build().status, await built()]).toEqual([0, expect.stringContaining('answer = 1')]);
    // Where nothing is built, this does not come back.
    await unlink(join(folder, 'dist/main.js'));
    await unlink(join(folder, 'dist/.tsbuildinfo'));
    expect([build().status, await built()]).toEqual([0, undefined]);
    await write('export const answer: number = 2;\n');
    expect([build().status, await built()]).toEqual([0, expect.stringContaining('answer = 2')]);
    await unlink(join(folder, 'dist/main.js'));
    await unlink(join(folder, 'dist/.tsbuildinfo'));
    const later = new Date(Date.now() + 1000);
    await utimes(join(folder, 'src'), later, later);
    expect([build().status, await built()]).toEqual([0, expect.stringContaining('answer = 2')]);
  });

  it('has the SQL that the sources have, too', async () => {
    const texts = async () =>
      Promise.all(SQL.map(async (name) => readFile(join(folder, 'dist', name, 'some.sql'), 'utf8')));
    expect(await texts()).toEqual(['-- one', '-- one']);
    const later = new Date(Date.now() + 2000);
    for (const name of SQL) {
      await writeFile(join(folder, 'src', name, 'some.sql'), '-- two');
      await utimes(join(folder, 'src', name, 'some.sql'), later, later);
    }
    expect(build().status).toBe(0);
    expect(await texts()).toEqual(['-- two', '-- two']);
  });

  it('fails as long as there is a mistake, and keeps standard output for the command', async () => {
    await write('export const answer: number = true;\n');
    for (const { status, stdout, stderr } of [build(), build()]) {
      expect([status === 0, stdout]).toEqual([false, '']);
      expect(stderr).toContain("Type 'boolean' is not assignable to type 'number'");
    }
  });
});
