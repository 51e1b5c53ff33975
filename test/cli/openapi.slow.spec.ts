import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { hashToken } from '../../src/access/token.js';
import { execute } from '../../src/commands/cli.js';
import { readSettings } from '../../src/config/read-settings.js';
import { Settings } from '../../src/config/settings.js';
import { bigQueryEnv, startBigQueryServer } from '../support/engines/bigquery-server.js';
import { runCommand } from '../support/processes/command-line.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const KEYS = `keys:
  - { id: all, sha256: "${hashToken(TOKEN)}", scopes: ["*", admin] }
  - { id: reader, sha256: "${hashToken('token-of-the-reader')}", scopes: ["usage.*"], bind: { project: demo } }
  - { id: nobody, sha256: "${hashToken('token-of-nobody')}", scopes: ["usage.*"], bind: { projet: demo } }
`;

describe('quern openapi', () => {
  let service: TestService;
  let folder: string;

  const quern = async (args: readonly string[], engine: Readonly<Record<string, string>> = {}) => {
    const { keysFile, endpointsPath, dataPath } = service.app.get<Settings>(Settings);
    const env = { QUERN_KEYS_FILE: keysFile, QUERN_ENDPOINTS: endpointsPath, QUERN_DATA: dataPath, ...engine };
    return runCommand(args, env);
  };
  /** With the exit status of a whole process. */
  const executed = async (args: readonly string[]) => {
    const { keysFile, endpointsPath, dataPath } = service.app.get<Settings>(Settings);
    const env = { QUERN_KEYS_FILE: keysFile, QUERN_ENDPOINTS: endpointsPath, QUERN_DATA: dataPath };
    const [out, err] = [new PassThrough(), new PassThrough()];
    const context = { settings: () => readSettings(env), laterThreads: () => [], input: new PassThrough(), out, err };
    const status = await execute(['node', 'quern', ...args], context);
    return { status, err: String((err.read() as Buffer | null) ?? '') };
  };
  const openapi = (args: readonly string[]) => quern(['openapi', ...args]);
  const overHttp = async (token: string) => {
    const answer = await service.get('/api/openapi.json', { 'x-api-key': token });
    return `${JSON.stringify(await answer.json(), null, 2)}\n`;
  };

  beforeAll(async () => {
    service = await startService({ keys: KEYS });
    folder = await mkdtemp(join(tmpdir(), 'quern-openapi-'));
  });

  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('writes what the service answers that key with, laid out', async () => {
    const { status, out, err } = await openapi(['--key', 'reader']);
    expect([status, err]).toEqual([0, '']);
    expect(out).toBe(await overHttp('token-of-the-reader'));
    expect(out).not.toContain('logs.all');
  });

  it('writes everything there is where no key is named, into a file', async () => {
    const file = join(folder, 'openapi.json');
    expect(await openapi(['--out', file])).toEqual({ status: 0, out: '', err: '' });
    expect(await readFile(file, 'utf8')).toBe(await overHttp(TOKEN));
  });

  it('says what breaks callers since an earlier document, and fails where something does', async () => {
    const file = join(folder, 'earlier.json');
    await openapi(['--out', file]);
    expect(await openapi(['--against', file])).toEqual({
      status: 0,
      out: '0 changes that break callers, 0 harmless\n',
      err: '',
    });
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('"minutely"', '"weekly"').replaceAll('total_auth_requests', 'total'));
    const { status, out } = await openapi(['--against', file]);
    expect(status).toBe(1);
    expect(out).toBe(`Breaks callers:
  usage.api-counts: parameter interval takes no "weekly" any more
  usage.api-counts: column total is gone; "total_auth_requests" of the same type is new

Harmless:
  usage.api-counts: column total_auth_requests is new

2 changes that break callers, 1 harmless
`);
    const json = await openapi(['--against', file, '--format', 'json', '--out', file]);
    expect(JSON.parse(json.out)).toMatchObject({
      breaking: [{ kind: 'parameter_narrowed', endpoint: 'usage.api-counts', name: 'interval' }, {}],
      harmless: [{ kind: 'column_added' }],
    });
    // The file was read before it was written.
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('shows nothing of another document that a terminal would obey, and refuses what is none', async () => {
    const file = join(folder, 'hostile.json');
    const text = (await openapi([])).out;
    await writeFile(file, text.replaceAll('total_auth_requests', '\\u001b[2Jtotal'));
    expect((await openapi(['--against', file])).out).not.toContain('\u001b');
    await writeFile(file, text.replaceAll('total_auth_requests', '\u009b2J\u007f\u202e\u{e0001}total'));
    const { out } = await openapi(['--against', file, '--format', 'json']);
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect((JSON.parse(out) as { breaking: unknown[] }).breaking).toEqual([
      expect.objectContaining({ name: '\u009b2J\u007f\u202e\u{e0001}total' }),
    ]);
    await writeFile(file, '{}');
    await expect(openapi(['--against', file])).rejects.toThrow(`${file} is no OpenAPI document that Quern has written`);
  });

  it.each([
    ['openapi', '--against', 'nowhere.json', 'cannot be read: there is no such file'],
    ['openapi', '--against', '.', 'cannot be read: it is a folder'],
    ['openapi', '--out', 'nowhere/some.json', 'cannot be written: there is no such folder; make it first'],
    ['types', '--document', 'nowhere.json', 'cannot be read: there is no such file'],
    ['types', '--out', '.', 'cannot be written: it is a folder'],
  ])('is a mistake of the command: %s %s %s', async (command, flag, file, reason) => {
    const { status, err } = await executed([command, flag, join(folder, file)]);
    expect([status, err]).toEqual([2, `quern: ${flag} "${join(folder, file)}" ${reason}\n`]);
  });

  it('is told of a key for which there is nothing to write types of', async () => {
    const { status, out, err } = await quern(['types', '--key', 'nobody']);
    expect([status, err]).toEqual([0, 'quern: the key "nobody" may call no endpoint, so that Endpoints is empty\n']);
    expect(out).toContain('export interface Endpoints {\n}');
    const document = join(folder, 'nobody.json');
    await openapi(['--key', 'nobody', '--out', document]);
    const told = await quern(['types', '--document', document]);
    expect(told.err).toBe(`quern: the key of "${document}" may call no endpoint, so that Endpoints is empty\n`);
  });

  it('says which key was probably meant', async () => {
    await expect(openapi(['--key', 'raeder'])).rejects.toThrow(
      /^there is no key "raeder" in .*\. Did you mean "reader"\?$/,
    );
  });

  it.each([
    ['openapi', '"x-quern-unchecked": true'],
    ['types', 'export type UsageApiCountsRow = Record<string, unknown>;'],
  ])('says of which endpoints the query could not be checked, and leaves their rows open: %s', async (command, row) => {
    const bigquery = await startBigQueryServer();
    bigquery.answers('reset');
    const env = {
      ...bigQueryEnv(bigquery.url),
    };
    try {
      const { status, out, err } = await quern([command, '--key', 'reader'], env);
      expect([status, err]).toEqual([
        0,
        expect.stringMatching(
          /^quern: nothing is known of the columns of usage\.api-counts: BigQuery could not be asked.*\n$/,
        ),
      ]);
      expect(out).toContain(row);
    } finally {
      await bigquery.close();
    }
  });
});
