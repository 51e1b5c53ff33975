import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConsoleLogger } from '@nestjs/common';
import { AccessService } from '../../src/access/access.service.js';
import { rotateKey, revokeKey } from '../../src/access/edit-keys.js';
import { hashToken } from '../../src/access/token.js';
import { readSettings } from '../../src/config/read-settings.js';
import { openService } from '../../src/service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

const tokenOf = (id: string) => `token-of-the-key-${id}`;
const keyFile = (...ids: string[]) =>
  JSON.stringify({ keys: ids.map((id) => ({ id, sha256: hashToken(tokenOf(id)), scopes: ['*'] })) });

const ENDPOINTS = { 'one.yaml': endpointFile({ name: 'one', caching: 60, query: 'SELECT 1 AS n' }) };

describe('the keys file, while the service runs', () => {
  let folder: string;
  let keysFile: string;
  let service: TestService;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-watch-'));
    keysFile = join(folder, 'keys.yaml');
  });

  afterEach(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const start = async (...ids: string[]) => {
    if (ids.length > 0) await writeFile(keysFile, keyFile(...ids), { mode: 0o600 });
    service = await startService({
      endpoints: ENDPOINTS,
      keys: keyFile(),
      env: { QUERN_KEYS_FILE: keysFile, QUERN_AUTH_FAILURE_LIMIT: '1000000/s' },
    });
  };
  const status = async (token: string) =>
    (await service.get('/api/endpoints/query/one', { 'x-api-key': token })).status;
  /** The hot path and the ordinary one have the same caller. */
  const becomes = async (token: string, expected: number) => eventually(async () => (await status(token)) === expected);

  it('refuses a revoked key, also where its answer is cached', async () => {
    await start('board', 'cron');
    expect([await status(tokenOf('board')), await status(tokenOf('board'))]).toEqual([200, 200]);
    await revokeKey(keysFile, 'board');
    await becomes(tokenOf('board'), 401);
    expect(await status(tokenOf('cron'))).toBe(200);
  });

  it('takes a rotated key’s new token, and no more the old one', async () => {
    await start('board');
    const { token } = await rotateKey({ keysFile, id: 'board', graceSeconds: 0 });
    await becomes(token, 200);
    expect(await status(tokenOf('board'))).toBe(401);
  });

  it('sees the links of a Kubernetes Secret change', async () => {
    for (const [version, id] of [
      ['..1', 'old'],
      ['..2', 'new'],
    ] as const) {
      await mkdir(join(folder, version));
      await writeFile(join(folder, version, 'keys.yaml'), keyFile(id));
    }
    await symlink('..1', join(folder, '..data'));
    await symlink(join('..data', 'keys.yaml'), keysFile);
    await start();
    expect(await status(tokenOf('old'))).toBe(200);
    await symlink('..2', join(folder, '..tmp'));
    await rename(join(folder, '..tmp'), join(folder, '..data'));
    await becomes(tokenOf('new'), 200);
    expect(await status(tokenOf('old'))).toBe(401);
  });

  it.each<[string, () => Promise<void>, string]>([
    ['broken', () => writeFile(keysFile, `${keyFile('board').slice(0, -1)}, "oops": 1}`), 'Unknown field'],
    ['gone', () => rm(keysFile), 'There is no keys file'],
    [
      'a folder',
      async () => {
        await rm(keysFile);
        await mkdir(keysFile);
      },
      'EISDIR',
    ],
  ])('keeps the last good keys while it is %s, and says so until it is corrected', async (_, spoil, reason) => {
    await start('board');
    await spoil();
    const readiness = async () => (await (await service.get('/readyz')).json()) as { keys?: string };
    await eventually(async () => (await readiness()).keys === 'outdated');
    expect(service.log.join('\n')).toMatch(new RegExp(`The keys stay what they were: .*${reason}`, 's'));
    expect(await status(tokenOf('board'))).toBe(200);
    await rm(keysFile, { recursive: true, force: true });
    await writeFile(keysFile, keyFile('cron'));
    await becomes(tokenOf('cron'), 200);
    expect(await status(tokenOf('board'))).toBe(401);
    expect((await readiness()).keys).toBeUndefined();
  });

  it('is told to be mended where its keys are what they were before', async () => {
    await start('board');
    const last = () => service.log.filter((line) => line.startsWith('The keys')).at(-1);
    await writeFile(keysFile, 'broken');
    await eventually(() => last()?.startsWith('The keys stay what they were') === true);
    await writeFile(keysFile, keyFile('board'));
    await eventually(() => last()?.startsWith('The keys stay what they were') === false);
    expect(last()).toBe(`The keys have been read anew from ${keysFile}, which can be read again.`);
  });
});

describe('a key that is revoked while the service starts', () => {
  it('is none when it has started', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-watch-'));
    const keysFile = join(folder, 'keys.yaml');
    await writeFile(keysFile, keyFile('board', 'cron'), { mode: 0o600 });
    await mkdir(join(folder, 'data'));
    await mkdir(join(folder, 'endpoints'));
    const { app } = await openService(
      readSettings({
        QUERN_KEYS_FILE: keysFile,
        QUERN_DATA: join(folder, 'data'),
        QUERN_ENDPOINTS: join(folder, 'endpoints'),
      }),
      { logger: new ConsoleLogger({ logLevels: ['fatal'] }) },
    );
    try {
      await revokeKey(keysFile, 'board');
      await app.listen(0, '127.0.0.1');
      const access = app.get(AccessService);
      await eventually(() => access.keys.length === 1);
      expect(access.keys.map(({ id }) => id)).toEqual(['cron']);
    } finally {
      await app.close();
      await rm(folder, { recursive: true });
    }
  });
});
