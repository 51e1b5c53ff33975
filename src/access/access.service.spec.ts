import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import { eventually } from '../../test/support/eventually.js';
import { ConfigModule } from '../config/config.module.js';
import { readSettings } from '../config/read-settings.js';
import { QuernError } from '../errors/quern-error.js';
import { AccessModule } from './access.module.js';
import { AccessService } from './access.service.js';
import { createKey } from './create-key.js';
import { InvalidKeys } from './invalid-keys.js';
import { createToken, hashToken } from './token.js';

const NOW = new Date('2026-11-20T10:00:00Z');
const API_KEY_CHALLENGE = 'ApiKey realm="quern", in="header", name="X-API-KEY"';

function refusalOf(call: () => unknown): QuernError {
  try {
    call();
  } catch (error) {
    if (error instanceof QuernError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

/** A pipe to write to; undefined while nobody reads from it. */
function openIfRead(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

describe('AccessService', () => {
  let folder: string;
  let keysFile: string;
  let now: Date;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-access-'));
    keysFile = join(folder, '.quern', 'keys.yaml');
    now = NOW;
  });

  afterEach(() => rm(folder, { recursive: true }));

  function service(env: NodeJS.ProcessEnv = {}): AccessService {
    return new AccessService(readSettings({ QUERN_KEYS_FILE: keysFile, ...env }), () => now.getTime());
  }

  async function opened(env?: NodeJS.ProcessEnv): Promise<AccessService> {
    const access = service(env);
    await access.open();
    return access;
  }

  it('ends with the newest keys, also where an older reading of them takes longer', async () => {
    const text = (id: string) => JSON.stringify({ keys: [{ id, sha256: hashToken(`token of ${id}`), scopes: ['*'] }] });
    const [slow, fast] = [join(folder, 'slow.json'), join(folder, 'fast.json')];
    const leadTo = async (file: string) => {
      await symlink(file, join(folder, 'link'));
      await rename(join(folder, 'link'), keysFile);
    };
    keysFile = join(folder, 'keys.json');
    await writeFile(fast, text('revoked'));
    await leadTo(fast);
    const access = await opened();
    // Whoever reads from a pipe has to wait for somebody to write, and can only be written to when he waits.
    execFileSync('mkfifo', [slow]);
    await leadTo(slow);
    const older = access.reload();
    let pipe: number | undefined;
    await eventually(() => {
      pipe = openIfRead(slow);
      return pipe !== undefined;
    });
    await writeFile(fast, text('new'));
    await leadTo(fast);
    const newer = access.reload();
    // More than a reading takes that waits for none before it.
    for (let turn = 0; turn < 100; turn += 1) await stat(keysFile);
    writeSync(pipe ?? -1, text('revoked'));
    closeSync(pipe ?? -1);
    await Promise.all([older, newer]);
    expect(access.keys.map(({ id }) => id)).toEqual(['new']);
  });

  describe('open', () => {
    it('makes a key with every scope when none is set up, and gives its token once', async () => {
      const access = service();
      const { firstToken, warnings } = await access.open();
      expect(warnings).toEqual([]);
      const key = access.authenticate(firstToken);
      expect(key).toMatchObject({ id: 'first', scopes: ['*', 'admin', 'cache:refresh', 'cost', 'metrics'] });
      expect((await stat(keysFile)).mode & 0o777).toBe(0o600);
      expect(await readFile(keysFile, 'utf8')).not.toContain(firstToken);
      // What it may do is told where its token is shown, and never again; a key of the operator's own is warned of at each start.
      expect(await service().open()).toEqual({ firstToken: undefined, warnings: [] });
      const text = await readFile(keysFile, 'utf8');
      await writeFile(keysFile, text.replace('Made at the first start.', 'Mine.'));
      expect(await service().open()).toEqual({
        firstToken: undefined,
        warnings: [
          expect.stringContaining('never expire: `first`'),
          expect.stringContaining('listing of them: `first`'),
        ],
      });
    });

    it('makes none when QUERN_API_KEY is set, and writes no file', async () => {
      const access = service({ QUERN_API_KEY: 'from-the-environment' });
      expect(await access.open()).toEqual({ firstToken: undefined, warnings: [] });
      expect(access.authenticate('from-the-environment')).toMatchObject({
        id: 'env',
        scopes: ['*', 'admin', 'cache:refresh', 'cost', 'metrics'],
      });
      await expect(stat(keysFile)).rejects.toThrow('ENOENT');
    });

    it('leaves an empty keys file empty, and warns that nobody gets in', async () => {
      keysFile = join(folder, 'keys.yaml');
      await writeFile(keysFile, 'keys: []\n', { mode: 0o600 });
      const access = service();
      expect(await access.open()).toEqual({
        firstToken: undefined,
        warnings: [`There is no key in ${keysFile}: every call will be refused.`],
      });
      expect(refusalOf(() => access.authenticate(createToken())).code).toBe('unauthenticated');
      expect(await service({ QUERN_API_KEY: 'from-the-environment' }).open()).toMatchObject({ warnings: [] });
    });

    it.each([0o640, 0o604, 0o620])('warns of a keys file with mode %o', async (mode) => {
      await createKey({ keysFile, id: 'a', scopes: ['*'], expires: new Date('2999-01-01') });
      await chmod(keysFile, mode);
      const { warnings } = await service().open();
      expect(warnings).toEqual([`Others than its owner have rights on ${keysFile}; run \`chmod 600\` on it.`]);
    });

    it('refuses a keys file with problems', async () => {
      keysFile = join(folder, 'keys.yaml');
      await writeFile(keysFile, 'keys:\n  - id: a\n');
      await expect(service().open()).rejects.toThrow(InvalidKeys);
    });

    it('says what to do when the first key cannot be written', async () => {
      await symlink(join(folder, 'nowhere'), join(folder, 'broken'));
      keysFile = join(folder, 'broken', 'keys.yaml');
      await expect(service().open()).rejects.toThrow(
        /^No key is set up, .* cannot be written .*; set QUERN_API_KEY\.$/,
      );
    });
  });

  describe('reload', () => {
    it('takes up new keys and drops the ones that are gone', async () => {
      const access = service();
      const { firstToken } = await access.open();
      const { token } = await createKey({ keysFile, id: 'second', scopes: ['*'] });
      expect(refusalOf(() => access.authenticate(token)).code).toBe('unauthenticated');
      await access.reload();
      expect(access.authenticate(token).id).toBe('second');
      await writeFile(keysFile, 'keys: []\n');
      await access.reload();
      expect(refusalOf(() => access.authenticate(firstToken)).code).toBe('unauthenticated');
    });

    it('keeps the keys when the file is refused', async () => {
      const access = service();
      const { firstToken } = await access.open();
      await writeFile(keysFile, 'keys:\n  - id: fir');
      await expect(access.reload()).rejects.toThrow(InvalidKeys);
      expect(access.authenticate(firstToken).id).toBe('first');
    });
  });

  describe('authenticate', () => {
    it('tells keys apart by their tokens', async () => {
      const a = await createKey({ keysFile, id: 'a', scopes: ['logs.*'] });
      const b = await createKey({ keysFile, id: 'constructor', scopes: ['*'], bind: new Map([['project', 'abc']]) });
      const access = await opened({ QUERN_API_KEY: 'from-the-environment' });
      expect(access.authenticate(a.token)).toEqual(a.key);
      expect(access.authenticate(b.token)).toEqual(b.key);
      expect(access.authenticate('from-the-environment').id).toBe('env');
    });

    it('gives QUERN_API_KEY every scope, even when the file has the same token', async () => {
      const { token } = await createKey({ keysFile, id: 'a', scopes: ['logs.*'] });
      const access = await opened({ QUERN_API_KEY: token });
      expect(access.authenticate(token)).toMatchObject({
        id: 'env',
        scopes: ['*', 'admin', 'cache:refresh', 'cost', 'metrics'],
      });
    });

    it.each([undefined, ''])('asks for a key when the token is %p', async (token) => {
      const access = await opened();
      const error = refusalOf(() => access.authenticate(token));
      expect(error).toMatchObject({
        code: 'unauthenticated',
        status: 401,
        detail: 'Send a key in the `X-API-KEY` header or as `Authorization: Bearer`.',
      });
      expect(error.headers).toEqual({ 'WWW-Authenticate': `Bearer realm="quern", ${API_KEY_CHALLENGE}` });
    });

    it.each<[string, (token: string) => string]>([
      [
        'with one bit turned',
        (token) => token.slice(0, -1) + String.fromCharCode(token.charCodeAt(token.length - 1) ^ 1),
      ],
      ['with its first letter in another case', (token) => `Q${token.slice(1)}`],
      ['cut short', (token) => token.slice(0, -1)],
      ['with a space after it', (token) => `${token} `],
      ['with a zero byte after it', (token) => `${token}\0`],
      ['that is the hash', (token) => hashToken(token)],
      ['that is the id', () => 'first'],
      ['that every object has', () => '__proto__'],
      ['of another server', () => createToken()],
      ['beyond ASCII', () => '🔑'.repeat(20)],
      ['with half a surrogate pair', () => '\ud83d'],
    ])('refuses a token %s', async (_, forge) => {
      const access = service();
      const { firstToken = '' } = await access.open();
      const forged = forge(firstToken);
      expect(forged).not.toBe(firstToken);
      const error = refusalOf(() => access.authenticate(forged));
      expect(error).toMatchObject({ code: 'unauthenticated', detail: 'This key is not known.' });
      expect(error.headers).toEqual({
        'WWW-Authenticate': `Bearer realm="quern", error="invalid_token", ${API_KEY_CHALLENGE}`,
      });
    });

    it('does not hash a token of a megabyte, not even a known one', async () => {
      const huge = 'x'.repeat(1 << 20);
      keysFile = join(folder, 'keys.yaml');
      await writeFile(keysFile, `keys:\n  - {id: huge, sha256: ${hashToken(huge)}, scopes: ["*"]}\n`);
      const access = await opened();
      expect(refusalOf(() => access.authenticate(huge)).detail).toBe('This key is not known.');
    });

    it('refuses a key from the second on in which it expires', async () => {
      const expires = new Date('2026-11-20T11:00:00Z');
      const { token, key } = await createKey({ keysFile, id: 'a', scopes: ['*'], expires, now: () => NOW.getTime() });
      const access = await opened();
      now = new Date(expires.getTime() - 1);
      expect(access.authenticate(token)).toEqual(key);
      now = expires;
      const error = refusalOf(() => access.authenticate(token));
      expect(error).toMatchObject({ code: 'unauthenticated', detail: 'This key has expired.' });
      expect(error.headers['WWW-Authenticate']).toContain('error="invalid_token"');
      // To anybody else it looks like any unknown key.
      expect(refusalOf(() => access.authenticate(`${token}x`)).detail).toBe('This key is not known.');
    });

    it('never repeats a token', async () => {
      const access = await opened();
      const token = createToken();
      const error = refusalOf(() => access.authenticate(token));
      expect(`${JSON.stringify(error)} ${String(error.stack)}`).not.toContain(token);
    });

    it('knows nobody before it is opened', () => {
      const access = service({ QUERN_API_KEY: 'from-the-environment' });
      expect(refusalOf(() => access.authenticate('from-the-environment')).code).toBe('unauthenticated');
    });
  });

  it('is given by AccessModule, with the system’s clock', async () => {
    const settings = readSettings({ QUERN_KEYS_FILE: keysFile });
    const app = await Test.createTestingModule({ imports: [ConfigModule.forRoot(settings), AccessModule] }).compile();
    const access = app.get(AccessService);
    const { firstToken } = await access.open();
    expect(access.authenticate(firstToken).id).toBe('first');
  });
});
