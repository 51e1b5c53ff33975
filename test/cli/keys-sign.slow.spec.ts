import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointFile } from '../support/endpoint-file.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { runCommand } from '../support/processes/command-line.js';
import { startService } from '../support/service.js';

const ENDPOINTS = {
  'counts.yaml': endpointFile({
    id: '7d1c9a52-3e0b-4a6f-8f5d-0b6c1f2a9e34',
    name: 'usage.counts',
    parameters: {
      project: { type: 'string', required: true },
      interval: { type: 'string', enum: ['hourly', 'daily'] },
      tags: { type: 'array', items: 'string' },
    },
    caching: 60,
    slices: 'enabled',
    query: `SELECT @project AS project, @interval AS wanted, ARRAY_TO_STRING(@tags, '+') AS tags`,
  }),
  'own.yaml': endpointFile({
    name: 'own',
    sandboxing: 'enabled',
    query: 'WITH one AS (SELECT 1 AS n) SELECT n FROM one',
  }),
  'hidden.yaml': endpointFile({ name: 'hidden', query: 'SELECT 1' }),
};

const BROKEN = 'id: 0d5f6a39-2c8e-4f0b-b7c1-9e5a4d3c2b10\nname: broken\nquery: 5\nunknown: 1\n';

const BASE = 'https://quern.example/logs/api/endpoints/query';

describe('quern keys sign', () => {
  let folder: string;
  let keysFile: string;

  const quern = async (...args: readonly string[]) =>
    runCommand(args, { QUERN_ENDPOINTS: join(folder, 'endpoints'), QUERN_KEYS_FILE: keysFile });
  const sign = async (url: string, ...others: readonly string[]) =>
    quern('keys', 'sign', url, '--key', 'sheet', '--expires', '1h', ...others);
  const refusal = async (url: string, ...others: readonly string[]) =>
    sign(url, ...others).then(
      ({ err }) => err,
      (error: unknown) => String(error),
    );

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-keys-'));
    keysFile = join(folder, 'keys.yaml');
    await mkdir(join(folder, 'endpoints'));
    for (const [file, text] of Object.entries(ENDPOINTS)) await writeFile(join(folder, 'endpoints', file), text);
    await writeFile(join(folder, 'endpoints/broken.yaml'), BROKEN);
    await quern('keys', 'create', 'sheet', '-s', 'usage.*', '-s', 'own', '-s', 'broken', '--signed-urls');
    await quern('keys', 'create', 'plain', '-s', '*');
  });

  afterEach(async () => rm(folder, { recursive: true }));

  it.each([
    [`${BASE}/usage.counts?project=demo`, `${BASE}/usage.counts?project=demo&`],
    [
      `${BASE}/usage.counts/rows.csv?project=a b&csv_safe=true#there`,
      `${BASE}/usage.counts/rows.csv?project=a%20b&csv_safe=true&`,
    ],
    [
      `${BASE}/usage.counts?project=é&tags=1&tags[]=2&limit=3`,
      `${BASE}/usage.counts?project=%C3%A9&tags=1&tags[]=2&limit=3&`,
    ],
    ['/api/endpoints/query/own', '/api/endpoints/query/own?'],
    ['/api/endpoints/query/own?sql=SELECT+n+FROM+one', '/api/endpoints/query/own?sql=SELECT+n+FROM+one&'],
    [
      `${BASE}/usage.counts?quern-signature=old&project=x&quern-key=y&quern-expires=1`,
      `${BASE}/usage.counts?project=x&`,
    ],
  ])('signs %s', async (url, start) => {
    const { status, out, err } = await sign(url);
    expect([status, out.slice(0, start.length)]).toEqual([0, start]);
    expect(out.slice(start.length)).toMatch(/^quern-key=sheet&quern-expires=\d{10}&quern-signature=[\w-]{43}\n$/);
    expect(err).toMatch(/^Whoever has this URL may make this call as key sheet until 20\d\d-\d\d-\d\dT[\d:]{8}Z:\n$/);
  });

  it('signs what the service takes, until the key allows it no more', async () => {
    const { out } = await sign('/api/endpoints/query/usage.counts?project=a%20b&tags=é&tags=+');
    const service = await startService({ endpoints: ENDPOINTS, keys: await readFile(keysFile, 'utf8') });
    const answer = await service.get(out.trim(), {});
    expect(await assertRows(answer)).toEqual([{ project: 'a b', wanted: null, tags: 'é+ ' }]);
    await assertProblem(await service.get(out.trim().replace('a%20b', 'b'), {}), 'unauthenticated');
    await service.close();
    expect((await quern('keys', 'update', 'sheet', '--no-signed-urls')).status).toBe(0);
    const without = await startService({ endpoints: ENDPOINTS, keys: await readFile(keysFile, 'utf8') });
    await assertProblem(await without.get(out.trim(), {}), 'unauthenticated');
    await without.close();
  });

  it('tells when a key ends sooner, and its URLs with it', async () => {
    await quern('keys', 'create', 'brief', '-s', '*', '--signed-urls', '--expires', '1d');
    const { err } = await quern('keys', 'sign', `${BASE}/hidden`, '-k', 'brief', '-e', '30d');
    expect(err).toMatch(/until \S+Z, when the key ends:\n$/);
  });

  it.each([
    ['https://quern.example/api/endpoints', 'this is no URL of the rows of an endpoint, such as https://'],
    ['https://quern.example/api/endpoints/query/usage.counts/', 'this is no URL of the rows'],
    ['https://quern.example/api/endpoints/query/usage%2Ecounts', 'this is no URL of the rows'],
    ['ftp://quern.example/api/endpoints/query/usage.counts', 'this is no URL of the rows'],
    ['usage.counts', 'this is no URL of the rows'],
    [`${BASE}/usage.count`, 'there is no endpoint "usage.count". Did you mean "usage.counts"?'],
    [`${BASE}/broken`, 'the file of "broken" has mistakes; `quern validate` shows them'],
    [`${BASE}/hidden`, 'the key sheet may not call "hidden"'],
    [`${BASE}/usage.counts/rows.xml?project=demo`, 'there is no form rows.xml; there are rows.json, '],
    [`${BASE}/usage.counts`, '"project" is required.'],
    [`${BASE}/usage.counts?project=demo&interval=yearly`, '"interval" must be one of'],
    [`${BASE}/usage.counts?project=demo&utm_source=x`, '"utm_source" is not a parameter'],
    [`${BASE}/usage.counts?project=demo&limit=many`, '"limit" must be a whole number'],
    [`${BASE}/usage.counts/rows.csv?project=demo&csv_safe=maybe`, '"csv_safe" must be true or false'],
    [`${BASE}/usage.counts?project=${'x'.repeat(17_000)}`, 'the URL has more than 16384 bytes'],
  ])('refuses what would never be answered: %s', async (url, why) => {
    expect(await refusal(url)).toContain(why);
  });

  it('refuses where the key allows none, and says how it would', async () => {
    expect(await refusal(`${BASE}/usage.counts?project=demo`, '--key', 'plain')).toContain(
      'the key plain allows no signed URLs; `quern keys update plain --signed-urls` lets it',
    );
    expect(await refusal(`${BASE}/usage.counts?project=demo`, '--key', 'shet')).toContain('Did you mean "sheet"?');
    expect((await quern('keys', 'update', 'plain', '--signed-urls')).err).toMatch(
      /^Key plain in .*keys\.yaml: URLs may be signed in its name\. Their secret is in the file: whoever reads that can sign, too\.\n$/,
    );
    expect((await sign(`${BASE}/hidden`, '--key', 'plain')).status).toBe(0);
    const listed = JSON.parse((await quern('keys', 'list')).out) as { id: string; signed_urls: boolean }[];
    expect(listed.map(({ id, signed_urls }) => [id, signed_urls])).toEqual([
      ['sheet', true],
      ['plain', true],
    ]);
  });

  it.each(['0s', '31d', '2592001s', 'soon'])('is for 30 days at most: %s', async (time) => {
    await expect(sign(`${BASE}/usage.counts?project=demo`, '--expires', time)).rejects.toThrow(/30d|Write a time/);
  });

  it('never shows the secret, which is in the file alone', async () => {
    const [, secret = ''] = /signing_secret: (\S+)/.exec(await readFile(keysFile, 'utf8')) ?? [];
    expect(secret).toMatch(/^[\w-]{43}$/);
    for (const { out, err } of [await sign(`${BASE}/usage.counts?project=demo`), await quern('keys', 'list')]) {
      expect(out + err).not.toContain(secret);
    }
  });
});
