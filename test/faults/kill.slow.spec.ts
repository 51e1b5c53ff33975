import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createKey } from '../../src/access/create-key.js';
import { readKeysFile } from '../../src/access/keys-file.js';
import { endpointFile } from '../support/endpoint-file.js';
import { assertEndsWell, type QuernProcess, startQuern } from '../support/processes/quern-process.js';

/** Moments in milliseconds, the same in every run: a service is killed anywhere in its work. */
function* moments(most: number): Generator<number> {
  for (let state = 7; ; state = (state * 16_807) % 2_147_483_647) yield (state / 2_147_483_647) * most;
}

/** Kills the process so many milliseconds from now, wherever it is by then. */
async function killAfter(quern: QuernProcess, milliseconds: number): Promise<void> {
  setTimeout(() => quern.child.kill('SIGKILL'), milliseconds);
  await quern.ended;
}

describe('a service that is killed', () => {
  let folder: string;
  const inFolder = (path: string) => join(folder, path);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-faults-'));
  });

  afterEach(async () => rm(folder, { recursive: true }));

  it('while it makes sample logs starts again, and makes them', async () => {
    const start = () => startQuern({ folder, env: { QUERN_ENDPOINTS: resolve('endpoints') } });
    const at = moments(6000);
    for (let round = 0; round < 3; round += 1) await killAfter(start(), at.next().value as number);
    await assertEndsWell(start());
    const files = await readdir(inFolder('.quern/sample'));
    expect(files).toContain('.sample.json');
    expect(files).toHaveLength(10);
  });

  it('while it makes its first key starts again; the file of keys is whole or not there', async () => {
    await mkdir(inFolder('data'));
    const env = { QUERN_ENDPOINTS: resolve('endpoints'), QUERN_DATA: 'data', QUERN_API_KEY: '' };
    const at = moments(1500);
    for (let round = 0; round < 5; round += 1) {
      await rm(inFolder('.quern'), { recursive: true, force: true });
      await killAfter(startQuern({ folder, env }), at.next().value as number);
      const file = await readKeysFile(inFolder('.quern/keys.yaml'));
      expect(file?.entries.length ?? 1).toBe(1);
    }
    await assertEndsWell(startQuern({ folder, env }));
  });

  it('while files of endpoints and keys change starts again with what is there', async () => {
    await mkdir(inFolder('data'));
    await mkdir(inFolder('endpoints'));
    const file = endpointFile({ name: 'one', query: 'SELECT 1 AS one' });
    await writeFile(inFolder('endpoints/one.yaml'), file);
    const env = { QUERN_DATA: 'data' };
    const at = moments(400);
    for (let round = 0; round < 3; round += 1) {
      const quern = startQuern({ folder, env });
      await quern.listening();
      const end = killAfter(quern, at.next().value as number);
      for (let change = 0; quern.child.exitCode === null && quern.child.signalCode === null; change += 1) {
        await writeFile(inFolder('endpoints/one.yaml'), file.replace('SELECT 1', `SELECT ${change}`));
        await createKey({ keysFile: inFolder('.quern/keys.yaml'), id: `key-${round}-${change}`, scopes: ['*'] });
      }
      await end;
    }
    expect(await readFile(inFolder('endpoints/one.yaml'), 'utf8')).toContain('AS one');
    await assertEndsWell(startQuern({ folder, env }));
  });
});
