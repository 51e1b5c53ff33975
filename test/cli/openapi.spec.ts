import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashToken } from '../../src/access/token.js';
import { Settings } from '../../src/config/settings.js';
import { startBigQueryServer } from '../support/engines/bigquery-server.js';
import { runCommand } from '../support/processes/command-line.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const KEYS = `keys:
  - { id: all, sha256: "${hashToken(TOKEN)}", scopes: ["*", admin] }
  - { id: reader, sha256: "${hashToken('token-of-the-reader')}", scopes: ["usage.*"], bind: { project: demo } }
`;

describe('quern openapi', () => {
  let service: TestService;
  let folder: string;

  const openapi = async (args: readonly string[], engine: Readonly<Record<string, string>> = {}) => {
    const { keysFile, endpointsPath, dataPath } = service.app.get<Settings>(Settings);
    const env = { QUERN_KEYS_FILE: keysFile, QUERN_ENDPOINTS: endpointsPath, QUERN_DATA: dataPath, ...engine };
    return runCommand(['openapi', ...args], env);
  };
  const overHttp = async (token: string) => (await service.get('/api/openapi.json', { 'x-api-key': token })).text();

  beforeAll(async () => {
    service = await startService({ keys: KEYS });
    folder = await mkdtemp(join(tmpdir(), 'quern-openapi-'));
  });

  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('writes what the service answers that key with, to the byte', async () => {
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

  it('says which key was probably meant', async () => {
    await expect(openapi(['--key', 'raeder'])).rejects.toThrow(
      /^there is no key "raeder" in .*\. Did you mean "reader"\?$/,
    );
  });

  it('says of which endpoints the engine could not be asked, and leaves their rows open', async () => {
    const bigquery = await startBigQueryServer();
    bigquery.answers('reset');
    const env = {
      QUERN_ENGINE: 'bigquery',
      QUERN_BIGQUERY_PROJECT: 'acme',
      QUERN_BIGQUERY_DATASET: 'logs',
      QUERN_BIGQUERY_API_ENDPOINT: bigquery.url,
    };
    try {
      const { status, out, err } = await openapi(['--key', 'reader'], env);
      expect([status, err]).toEqual([
        0,
        expect.stringMatching(
          /^quern: nothing is known of the columns of usage\.api-counts: BigQuery could not be asked.*\n$/,
        ),
      ]);
      expect(out).toContain('"x-quern-unchecked": true');
    } finally {
      await bigquery.close();
    }
  });
});
