import { gunzipSync } from 'node:zlib';
import { endpointFile } from '../support/endpoint-file.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { rawRequest } from '../support/http/raw-request.js';
import { listed } from '../support/listing.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const HARD = ['a"]},{', '\\', '\\\\"', '{[', ']}', '😀', '"'];
const hardRow = (n: number) => ({ n, text: HARD[n % HARD.length], list: [{ n }], none: null });

const ENDPOINTS = {
  'sliced.yaml': endpointFile({
    name: 'sliced',
    slices: 'enabled',
    caching: 60,
    max_rows: 300,
    parameters: { upto: { type: 'integer', default: 310 } },
    query: `SELECT n, text, [STRUCT(n)] AS list, CAST(NULL AS STRING) AS none FROM hard WHERE n < @upto ORDER BY n`,
  }),
  'whole.yaml': endpointFile({
    name: 'whole',
    caching: 60,
    parameters: { limit: { type: 'integer' } },
    query: 'SELECT n FROM UNNEST([1, 2, 3]) AS n WHERE n <= @limit ORDER BY n',
  }),
};
const PATH = '/api/endpoints/query/sliced';
const ALL = Array.from({ length: 310 }, (_, n) => hardRow(n));

describe('slices of a result', () => {
  let service: TestService;
  const get = async (search: string, headers: Record<string, string> = {}) =>
    service.get(`${PATH}${search}`, { 'x-api-key': TOKEN, ...headers });
  const slice = async (search: string) => {
    const answer = await get(search);
    const { result } = (await answer.json()) as { result: unknown[] };
    return { result, total: answer.headers.get('quern-total-rows'), truncated: answer.headers.get('quern-truncated') };
  };

  beforeAll(async () => {
    service = await startService({ endpoints: ENDPOINTS, tables: { hard: ALL.map(({ n, text }) => ({ n, text })) } });
  });
  afterAll(async () => service.close());

  it.each([
    ['', 0, 300],
    ['?limit=5', 0, 5],
    ['?limit=5&offset=0', 0, 5],
    ['?offset=297', 297, 300],
    ['?limit=7&offset=60', 60, 67],
    ['?limit=100&offset=128', 128, 228],
    ['?limit=10&offset=295', 295, 300],
    ['?limit=1&offset=299', 299, 300],
    ['?limit=0', 0, 0],
    ['?offset=300', 300, 300],
    ['?limit=1000000000&offset=1000000000', 300, 300],
    ['?limit=&offset=', 0, 300],
  ])('%s has its rows, and says how many there are', async (search, from, to) => {
    expect(await slice(search)).toEqual({ result: ALL.slice(from, to), total: '300', truncated: 'true' });
  });

  it('are all of one run, and none of them is kept', async () => {
    const before = await listed(service, 'sliced');
    for (let offset = 0; offset < 20; offset += 1) await slice(`?upto=100&limit=5&offset=${5 * offset}`);
    const { runs, cache } = await listed(service, 'sliced');
    expect([runs.misses - before.runs.misses, cache.entries - before.cache.entries]).toEqual([1, 1]);
    expect(runs.hits - before.runs.hits).toBe(19);
  });

  it('say that the whole of them is kept, in every form, and keep no form themselves', async () => {
    const csv = { accept: 'text/csv' };
    for (const [upto, headers] of [[7, {}] as const, [8, csv] as const]) {
      const first = await get(`?upto=${upto}&limit=5`, headers);
      expect(first.headers.get('cache-status')).toBe('quern; fwd=miss; stored');
      const { bytes } = (await listed(service, 'sliced')).cache;
      const next = await get(`?upto=${upto}&limit=5&offset=5`, csv);
      expect(next.headers.get('cache-status')).toMatch(/^quern; hit/);
      expect((await next.text()).trim().split('\n')).toHaveLength(upto - 4);
      expect((await listed(service, 'sliced')).cache.bytes).toBe(bytes);
    }
  });

  it('have an ETag of their own, HEAD and codings', async () => {
    const [whole, first, second] = await Promise.all([get(''), get('?limit=100'), get('?limit=100&offset=100')]);
    const tags = [whole, first, second].map(({ headers }) => headers.get('etag') ?? '');
    expect(new Set(tags).size).toBe(3);
    expect((await get('?offset=0&limit=100')).headers.get('etag')).toBe(tags[1]);
    const unchanged = await get('?limit=100', { 'if-none-match': tags[1] ?? '' });
    expect([unchanged.status, unchanged.headers.get('quern-total-rows')]).toEqual([304, '300']);
    expect((await get('?limit=100&offset=100', { 'if-none-match': tags[1] ?? '' })).status).toBe(200);
    const gzip = { headers: { 'x-api-key': TOKEN, 'accept-encoding': 'gzip' } };
    const head = await rawRequest(service.base, `${PATH}?limit=100`, { method: 'HEAD', ...gzip });
    expect([head.status, head.headers.get('etag')]).toEqual([200, tags[1]]);
    const coded = await rawRequest(service.base, `${PATH}?limit=100`, gzip);
    expect(coded.headers.get('content-encoding')).toBe('gzip');
    const text = gunzipSync(Buffer.from(await coded.arrayBuffer())).toString();
    expect(JSON.parse(text)).toEqual({ result: ALL.slice(0, 100) });
    expect(coded.headers.get('etag')).toBe(tags[1]);
    expect((await rawRequest(service.base, `${PATH}?limit=100`)).headers.get('etag')).toBe(
      tags[1]?.replace('-gzip', ''),
    );
  });

  it('are the same by POST and QUERY, and in meta', async () => {
    for (const method of ['POST', 'QUERY']) {
      const answer = await rawRequest(service.base, PATH, {
        method,
        headers: { 'x-api-key': TOKEN, 'content-type': 'application/json', prefer: 'include=meta' },
        body: '{"limit": 2, "offset": "65"}',
      });
      const { result, meta } = (await answer.json()) as { result: unknown[]; meta: object };
      expect(result).toEqual(ALL.slice(65, 67));
      expect(meta).toMatchObject({ rows: 2, total_rows: 300, truncated: true, max_rows: 300 });
    }
  });

  it('go by rules like other parameters', async () => {
    for (const [search, parameter] of [
      ['?limit=-1', 'limit'],
      ['?limit=x', 'limit'],
      ['?offset=1.5', 'offset'],
      ['?limit=1000000001', 'limit'],
      ['?offset=99999999999999999999', 'offset'],
      ['?limit=1&limit=2', 'limit'],
      ['?limti=1', 'limti'],
      ['?Offset=1', 'Offset'],
      ['?limit[]=1', 'limit[]'],
    ] as const) {
      const { errors } = await assertProblem(await get(search), 'invalid_parameters');
      expect(errors?.map((each) => each.parameter)).toEqual([parameter]);
    }
  });

  it('are nothing to other endpoints, to which these are parameters like any other', async () => {
    expect(await service.rows('whole?limit=2')).toEqual([{ n: 1 }, { n: 2 }]);
    const ignored = await service.get('/api/endpoints/query/whole?limit=3&offset=1');
    expect(ignored.headers.get('quern-ignored-parameters')).toBe('offset');
    expect(ignored.headers.has('quern-total-rows')).toBe(false);
  });
});
