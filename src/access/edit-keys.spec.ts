import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeysFile } from './keys-file.js';
import { rotateKey, revokeKey, allowSignedUrls } from './edit-keys.js';
import { hashToken } from './token.js';

const NOW = new Date('2026-11-20T10:00:00Z');
const TEXT = `# Who may call.
keys:
  # For the dashboards.
  - id: board
    sha256: ${hashToken('board-token')}
    scopes: [ usage.*, logs.all ] # not the rest
    bind: { project: "007" }
    expires: 2026-12-01T00:00:00Z
  - { id: cron, sha256: ${hashToken('cron-token')}, scopes: [ '*' ] }
`;

describe('changes of the keys file', () => {
  let folder: string;
  let keysFile: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-keys-'));
    keysFile = join(folder, 'keys.yaml');
    await writeFile(keysFile, TEXT, { mode: 0o600 });
  });

  afterEach(() => rm(folder, { recursive: true }));

  const text = () => readFile(keysFile, 'utf8');
  const entries = async () => (await readKeysFile(keysFile))?.entries ?? [];
  const rotate = (id: string, graceSeconds: number) =>
    rotateKey({ keysFile, id, graceSeconds, now: () => NOW.getTime() });

  it('takes a revoked key out, and leaves the rest of the file as it was', async () => {
    await revokeKey(keysFile, 'cron');
    expect(await text()).toBe(TEXT.split('\n').slice(0, -2).join('\n') + '\n');
    expect((await stat(keysFile)).mode & 0o777).toBe(0o600);
    await revokeKey(keysFile, 'board');
    expect(await entries()).toEqual([]);
  });

  it('gives a rotated key another token and nothing else', async () => {
    const [before] = await entries();
    const { token } = await rotate('board', 0);
    const [after, ...others] = await entries();
    expect(after).toEqual({ ...before, sha256: hashToken(token), created: NOW });
    expect(others.map(({ key }) => key.id)).toEqual(['cron']);
    expect(await text()).toContain('scopes: [ usage.*, logs.all ] # not the rest');
    expect(await text()).not.toContain(token);
  });

  it('lets the old token live out its grace, never longer than the key', async () => {
    await rotate('board', 3600);
    const [, old] = await entries();
    expect(old).toMatchObject({
      sha256: hashToken('board-token'),
      key: { id: 'board.old', expiresAt: new Date('2026-11-20T11:00:00Z'), bind: new Map([['project', '007']]) },
    });
    const { token: second, oldUntil } = await rotate('board', 86_400 * 30);
    expect(oldUntil).toBe('2026-12-01T00:00:00Z');
    const ids = (await entries()).map(({ key }) => [key.id, key.expiresAt?.toISOString()]);
    expect(ids.slice(0, 2)).toEqual([
      ['board', '2026-12-01T00:00:00.000Z'],
      ['board.old', '2026-12-01T00:00:00.000Z'],
    ]);
    expect((await entries())[0]?.sha256).toBe(hashToken(second));
  });

  it('keeps apart the old tokens of keys with long ids, and a key whose id looks like an old token’s', async () => {
    const long = 'k'.repeat(59);
    const ids = ['.old', '.new', '.one'].map((end) => `${long}${end}`);
    const entry = (id: string) => `  - { id: ${id}, sha256: ${hashToken(id)}, scopes: [ '*' ] }\n`;
    await writeFile(keysFile, `keys:\n${ids.map(entry).join('')}`);
    for (const id of ids) await rotate(id, 3600);
    const all = ids.flatMap((id) => [id, `${id}.old`]);
    expect((await entries()).map(({ key }) => key.id)).toEqual(all);
    for (const id of ids) await rotate(id, 0);
    expect((await entries()).map(({ key }) => key.id)).toEqual(ids);
  });

  it('revokes the old token of a key with it', async () => {
    await rotate('board', 3600);
    expect(await revokeKey(keysFile, 'board')).toEqual(['board', 'board.old']);
    expect((await entries()).map(({ key }) => key.id)).toEqual(['cron']);
  });

  it('revokes an old token alone', async () => {
    await rotate('board', 3600);
    expect(await revokeKey(keysFile, 'board.old')).toEqual(['board.old']);
    expect((await entries()).map(({ key }) => key.id)).toEqual(['board', 'cron']);
  });

  it.each([
    ['revoke', () => revokeKey(keysFile, 'bord')],
    ['rotate', () => rotate('bord', 0)],
  ])('refuses to %s a key that is not there, and says which are', async (_, change) => {
    await expect(change()).rejects.toThrow('There is no key `bord`');
    await expect(change()).rejects.toThrow('board, cron');
    expect(await text()).toBe(TEXT);
  });

  it('touches no file that breaks a rule, and makes none', async () => {
    await writeFile(keysFile, `${TEXT}oops: 1\n`);
    await expect(revokeKey(keysFile, 'cron')).rejects.toThrow('Unknown field');
    expect(await text()).toBe(`${TEXT}oops: 1\n`);
    await rm(keysFile);
    await expect(rotate('cron', 0)).rejects.toThrow('`quern keys create` makes one');
    await expect(stat(keysFile)).rejects.toThrow('ENOENT');
  });
});

describe('signed URLs', () => {
  let folder: string;
  let keysFile: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-keys-'));
    keysFile = join(folder, 'keys.yaml');
    await writeFile(keysFile, TEXT, { mode: 0o600 });
  });

  afterEach(() => rm(folder, { recursive: true }));

  const secrets = async () =>
    Object.fromEntries(
      ((await readKeysFile(keysFile))?.entries ?? []).map(({ key, signingSecret }) => [key.id, signingSecret]),
    );
  const secretOf = async (id: string) => (await secrets())[id];
  const rotate = (graceSeconds: number) => rotateKey({ keysFile, id: 'board', graceSeconds, now: () => NOW.getTime() });

  it('are allowed by a secret of the key’s own, which stays while they are', async () => {
    expect(await secrets()).toEqual({ board: undefined, cron: undefined });
    await allowSignedUrls(keysFile, 'board', true);
    await allowSignedUrls(keysFile, 'cron', true);
    const { board, cron } = await secrets();
    expect(board).toMatch(/^[\w-]{43}$/);
    expect(cron).not.toBe(board);
    await allowSignedUrls(keysFile, 'board', true);
    expect(await secrets()).toEqual({ board, cron });
    expect((await stat(keysFile)).mode & 0o777).toBe(0o600);
  });

  it('end with that secret, and are made with another one from then on', async () => {
    await allowSignedUrls(keysFile, 'board', true);
    const before = await secretOf('board');
    await rotate(3600);
    await allowSignedUrls(keysFile, 'board', false);
    expect(await secrets()).toEqual({ board: undefined, 'board.old': undefined, cron: undefined });
    expect(await readFile(keysFile, 'utf8')).not.toContain('signing_secret');
    await allowSignedUrls(keysFile, 'board', true);
    expect(await secretOf('board')).not.toBe(before);
  });

  it('are rotated with the key, and live out its grace', async () => {
    await rotate(0);
    expect(await secretOf('board')).toBeUndefined();
    await allowSignedUrls(keysFile, 'board', true);
    const before = await secretOf('board');
    await rotate(3600);
    const { board, 'board.old': old } = await secrets();
    expect([old, board === before]).toEqual([before, false]);
    await rotate(0);
    expect(Object.keys(await secrets())).toEqual(['board', 'cron']);
    expect(await secretOf('board')).not.toBe(board);
  });

  it.each(['short', 'a secret with spaces and of 43 characters ..', 'a'.repeat(44), '""'])(
    'want a secret as it was made: %s',
    async (secret) => {
      await writeFile(keysFile, `${TEXT.trimEnd().slice(0, -2)}, signing_secret: ${secret} }\n`);
      const refusal = await readKeysFile(keysFile).catch((error: unknown) => String(error));
      expect(refusal).toMatch(/keys\.yaml:9:\d+: `signing_secret` must be 256 random bits/);
      expect(refusal).not.toContain(secret === '""' ? 'nothing' : secret);
    },
  );
});
