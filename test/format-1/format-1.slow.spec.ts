import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { decodeResult } from '../../src/cache/wire-format.js';
import {
  AGENTS_ENTRY,
  COLUMN_ENTRY,
  ENDPOINT_FILE,
  PAGE_ENTRY,
} from '../../src/endpoint-files/format/endpoint-file.js';
import { TEST_ENTRY, TEST_FILE_ENTRY } from '../../src/endpoint-files/format/test-entry.js';
import { PARAMETER_ENTRY } from '../../src/endpoint-files/format/parameter-entry.js';
import { type Entry } from '../../src/endpoint-files/yaml/entry-keys.js';
import { runCommand } from '../support/processes/command-line.js';
import { startService, type TestService } from '../support/service.js';

const FILES = resolve('test/format-1/files');

/**
 * The files as they were written first. None of them is ever changed: what they mean is promised (docs/stability.md). A new key gets a file
 * of its own.
 */
const FROZEN: Readonly<Record<string, string>> = {
  'data/things.ndjson': '977ccd87b36b7ffed938ab040ec8b3f3aff7c6bc63644a0c9bec24ea7fcfda5b',
  'data/things.schema.json': '5ee1f12f3e519d297edd4fa04c45988854d1ace9416fe6e780ec103aaf683d9e',
  'endpoints/budget.yaml': '4ea305ddf9a1e595f0e514c55a67a1352303ca7c0262782718b8cb8c686ebb60',
  'endpoints/every-key.yaml': 'b0d1599f8f15061ef95afd11b654f12f850211950fe0250e081ca4f61a6b8ce5',
  'endpoints/later.yaml': 'd4e1a94d87c942481378109875becb1295a58f29ce443e1391641244bc2a2516',
  'endpoints/least.yml': 'e716bbdb6f069a75cbe3f82ee033195c4b30ab7850c4c98b3ca388711cc967c4',
  'endpoints/now.yaml': 'f11c5ba662bb553ce563e275dc0ec3f6b040c1264683be17ddc1017f30bfad20',
  'endpoints/paged.test.yaml': 'c0593a7f700316677942180928e240004e5899a8e18a89b62bc75d66f0090949',
  'endpoints/paged.yaml': '20fc917fd0ada839a9b554430b7d1e0f01205b05844113302f84431642d06e15',
  'endpoints/refresh.yaml': '57c59e58caeca1cd378f44fea46de65a2e68edf3366ef5f95a82dc401bf6e69c',
  'endpoints/sandboxed.yaml': '8403b73f6130aef2fa658e1de9ce581a837a599b58386516e8b1afcbd3d7e6f5',
  'endpoints/tool.yaml': '6693416cacbedac5bba5e21ab5542785d55e2b874eac13a0654c1c0fe4974e3a',
  'keys.yaml': '7b079b01ae501b802cc75153b3779b50072da8650ef13437bcc99c00ddb47847',
  'shared-result.txt': '0d89e1e02da2b3bcbb5c82a6c2a0f4bdd3ca21f3c2ae7425e8c4987f655f162a',
};

/** With the scopes of these keys, and of one that has ended. */
const TENANT = { 'x-api-key': 'format-1-token-of-tenant-a' };
const ENDED = { 'x-api-key': 'format-1-token-that-ended' };
const OPERATOR = { 'x-api-key': 'format-1-token-of-the-operator' };

const text = (file: string) => readFileSync(join(FILES, file), 'utf8');
const filesIn = (folder: string) => readdirSync(join(FILES, folder)).map((file) => `${folder}/${file}`);

describe('files of format 1', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({
      keys: text('keys.yaml'),
      env: { QUERN_ENDPOINTS: join(FILES, 'endpoints'), QUERN_DATA: join(FILES, 'data') },
    });
  });
  afterAll(async () => service.close());

  const answer = async (path: string, headers: Record<string, string>) => {
    const response = await service.get(`/api/endpoints/query/${path}`, headers);
    return [response.status, ((await response.json()) as { readonly result?: unknown }).result];
  };

  it('are what they were', () => {
    const files = [...filesIn('data'), ...filesIn('endpoints'), 'keys.yaml', 'shared-result.txt'];
    const digests = files.map((file) => [file, createHash('sha256').update(text(file)).digest('hex')]);
    expect(Object.fromEntries(digests)).toEqual(FROZEN);
  });

  it('have every key that there is', () => {
    const all = filesIn('endpoints').map(text).join('\n');
    const nested: readonly Entry[] = [PARAMETER_ENTRY, COLUMN_ENTRY, PAGE_ENTRY, AGENTS_ENTRY, TEST_ENTRY];
    const names = [ENDPOINT_FILE, ...nested, TEST_FILE_ENTRY].flatMap(({ keys }) => Object.keys(keys));
    expect(names.filter((name) => !new RegExp(`\\b${name}:`).test(all))).toEqual([]);
  });

  it('pass their own tests', async () => {
    const { status, out } = await runCommand(['test'], {
      QUERN_ENDPOINTS: join(FILES, 'endpoints'),
      QUERN_DATA: join(FILES, 'data'),
    });
    expect([status, out]).toEqual([0, expect.stringContaining('4 passed')]);
  });

  it('answer as they did', async () => {
    const made_at = '2026-11-20T09:00:00Z';
    expect(await answer('things.every-key?kinds=large&least=1', TENANT)).toEqual([200, [{ id: 'y', n: '1', made_at }]]);
    expect(await answer('things.every-key?limit=1&offset=1', TENANT)).toEqual([200, [{ id: 'x', n: '2', made_at }]]);
    expect(await answer('things.paged', OPERATOR)).toEqual([200, [{ id: 'x' }, { id: 'y' }]]);
    const all = [{ id: 'x' }, { id: 'y' }, { id: 'z' }];
    expect(await answer('things.budget', OPERATOR)).toEqual([200, all]);
    expect(await answer('things.refresh', OPERATOR)).toEqual([200, all]);
    expect(await answer('things.now?until=2026-11-20T09:00:01Z', OPERATOR)).toEqual([200, all]);
    expect(await answer('things.now', OPERATOR)).toEqual([200, all]);
    expect(await answer('things.later?made=1795165200000', OPERATOR)).toEqual([200, all]);
    const sql = encodeURIComponent('SELECT MAX(n)::STRING AS most FROM mine');
    expect(await answer(`things.sandboxed?sql=${sql}`, OPERATOR)).toEqual([200, [{ most: '2' }]]);
    expect(await answer('7f1d2f4e-0c3a-4b58-9d6e-1a2b3c4d5e04', OPERATOR)).toEqual([200, [{ one: 1 }]]);
  });

  it('know the same keys', async () => {
    expect((await service.get('/api/endpoints/query/things.every-key?tenant=b', TENANT)).status).toBe(403);
    expect((await service.get('/api/endpoints/query/things.every-key?tenant=a', OPERATOR)).status).toBe(404);
    expect((await service.get('/metrics', OPERATOR)).status).toBe(200);
    expect((await service.get('/metrics', TENANT)).status).toBe(403);
    expect((await service.get('/api/endpoints', ENDED)).status).toBe(401);
  });

  it('read what replicas of this format have left in Redis; another format counts up the 1 of `quern:1:`', () => {
    const result = decodeResult(readFileSync(join(FILES, 'shared-result.txt')));
    expect(result).toMatchObject({
      rows: 1,
      truncated: false,
      hash: 'f00d',
      columns: [{ name: 'id', type: 'STRING' }],
    });
    expect(result?.body.toString()).toBe('{"result":[{"id":"x"}]}');
  });
});
