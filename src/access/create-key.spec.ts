import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseBudget } from '../config/budget.js';
import { createKey, type NewKey } from './create-key.js';
import { InvalidKeys } from './invalid-keys.js';
import { readKeysFile } from './keys-file.js';
import { hashToken } from './token.js';

const NOW = new Date('2026-11-20T10:00:00.789Z');

describe('createKey', () => {
  let folder: string;
  let keysFile: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-keys-'));
    keysFile = join(folder, '.quern', 'keys.yaml');
  });

  afterEach(() => rm(folder, { recursive: true }));

  function create(wanted: Partial<NewKey>) {
    return createKey({ keysFile, id: 'a', scopes: ['*'], now: () => NOW.getTime(), ...wanted });
  }

  it('writes a file that only the owner may read, in a folder of its own', async () => {
    const { key, token } = await create({});
    expect(key).toEqual({ id: 'a', scopes: ['*'], bind: new Map() });
    expect(await readFile(keysFile, 'utf8')).toBe(
      `# The keys of Quern. Tokens are shown once, when a key is made; only their hashes are kept.
keys:
  - id: a
    sha256: ${hashToken(token)}
    scopes:
      - "*"
    created: 2026-11-20T10:00:00Z
`,
    );
    expect((await stat(keysFile)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(keysFile))).mode & 0o777).toBe(0o700);
    expect(await readdir(dirname(keysFile))).toEqual(['keys.yaml']);
  });

  it('writes everything that it was told, and gives the key as the file has it', async () => {
    const { key } = await create({
      scopes: ['usage.*', 'admin'],
      expires: new Date('2027-01-01T00:00:00.999Z'),
      bind: new Map([['project', '007: "x"']]),
      budget: parseBudget('50GiB/day'),
      description: `A long one ${'that goes on '.repeat(20)}- and # on`,
    });
    const [entry] = (await readKeysFile(keysFile))?.entries ?? [];
    expect(entry?.key).toEqual(key);
    expect(entry?.created).toEqual(new Date('2026-11-20T10:00:00Z'));
    expect(entry?.description).toMatch(/^A long one .* and # on$/);
    expect(key.expiresAt).toEqual(new Date('2027-01-01T00:00:00Z'));
    expect(key.bind.get('project')).toBe('007: "x"');
    expect(key.budget).toEqual({ unit: 'bytes', amount: 50 * 2 ** 30, text: '50GiB/day' });
  });

  it('never writes the token', async () => {
    const { token } = await create({});
    expect(await readFile(keysFile, 'utf8')).not.toContain(token.slice('quern_'.length));
  });

  it('keeps the comments, the order and the numerals of the operator', async () => {
    await create({ id: 'old' });
    const [entry] = (await readKeysFile(keysFile))?.entries ?? [];
    const text = `# Ask ops@example.com.
keys:
  # The screens in the hall
  - id: zebra # named after the project
    sha256: ${'0'.repeat(64)}
    scopes: [ "usage.*" ]
    bind: { project: 0123 }

  # Made before the move
  - id: alpha
    scopes:
      - logs.all
    sha256: ${String(entry?.sha256)}
# The end
`;
    await writeFile(keysFile, text);
    await create({ id: 'new' });
    const written = await readFile(keysFile, 'utf8');
    const [head, tail] = written.split(/ {2}- id: new\n(?: {4}.*\n)+/);
    expect(`${String(head)}${String(tail).trimStart()}`).toBe(text);
  });

  it('takes rights away from others when it writes', async () => {
    await create({});
    await chmod(keysFile, 0o644);
    expect((await readKeysFile(keysFile))?.exposed).toBe(true);
    await create({ id: 'b' });
    expect((await readKeysFile(keysFile))?.exposed).toBe(false);
  });

  it('writes through a symbolic link', async () => {
    await create({});
    const link = join(folder, 'link.yaml');
    await symlink(keysFile, link);
    await create({ keysFile: link, id: 'b' });
    expect((await readKeysFile(keysFile))?.entries).toHaveLength(2);
  });

  it('refuses an id that another key’s old token would have', async () => {
    await expect(create({ id: 'web.old' })).rejects.toThrow('An id that ends with `.old` is that of a key’s old token');
    await expect(create({ id: 'web.older' })).resolves.toMatchObject({ key: { id: 'web.older' } });
  });

  it('refuses an id that is taken, and leaves the file as it was', async () => {
    await create({});
    const before = await readFile(keysFile, 'utf8');
    await expect(create({})).rejects.toThrow(`The id \`a\` is taken in ${keysFile}; choose another one.`);
    expect(await readFile(keysFile, 'utf8')).toBe(before);
  });

  it.each<[string, Partial<NewKey>]>([
    ['an id with a slash', { id: 'a/b' }],
    ['the id __proto__', { id: '__proto__' }],
    ['the id env', { id: 'env' }],
    ['no scopes', { scopes: [] }],
    ['a scope with a line break', { scopes: ['a\nb'] }],
    ['an expiry in the past', { expires: NOW }],
    ['an invalid expiry', { expires: new Date(NaN) }],
    ['an empty bound value', { bind: new Map([['project', '']]) }],
    ['an empty description', { description: '' }],
  ])('refuses %s and writes nothing', async (_, wanted) => {
    await expect(create(wanted)).rejects.toThrow(InvalidKeys);
    await expect(readdir(folder)).resolves.toEqual([]);
  });

  it('reports all problems of a key at once', async () => {
    await expect(create({ id: '', scopes: [] })).rejects.toThrow(/`id` must be .*\n.*`scopes`/);
  });

  it('does not touch a file that it cannot read', async () => {
    const torn = join(folder, 'torn.yaml');
    await writeFile(torn, 'keys:\n  - id: a\n    sha256: 0123\n    sco');
    await expect(create({ keysFile: torn })).rejects.toThrow(InvalidKeys);
    expect(await readFile(torn, 'utf8')).toMatch(/sco$/);
  });

  it('leaves a whole file when many write at once', async () => {
    await create({ id: 'before' });
    const made = await Promise.all(Array.from({ length: 20 }, (_, index) => create({ id: `key-${index}` })));
    const entries = (await readKeysFile(keysFile))?.entries ?? [];
    expect(entries.map(({ key }) => key.id)).toContain('before');
    // The last of writers at the same moment wins, with a key that is really its own.
    const last = entries.at(-1);
    expect(made.map(({ token }) => hashToken(token))).toContain(last?.sha256);
    expect(await readdir(dirname(keysFile))).toEqual(['keys.yaml']);
  });

  it('leaves no draft behind when it cannot write', async () => {
    // A folder in the file's place cannot be read as one.
    await expect(create({ keysFile: folder })).rejects.toThrow(`The keys file ${folder} cannot be read: EISDIR`);
    await expect(readdir(folder)).resolves.toEqual([]);
  });
});
