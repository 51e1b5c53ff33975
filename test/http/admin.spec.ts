import { readFile } from 'node:fs/promises';
import { entrySize } from '../../src/cache/entry-size.js';
import { ResultCache } from '../../src/cache/result-cache.service.js';
import { MemoryStore } from '../../src/cache/memory-store.js';
import { Turns } from '../../src/engines/turns.js';
import { CallableEndpoints } from '../../src/listing/callable-endpoints.service.js';
import { EndpointListing } from '../../src/listing/endpoint-listing.service.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed, type Listed, NOTHING_COUNTED } from '../support/listing.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService } from '../support/service.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const FULL_ID = '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a';
const FULL_QUERY = `
  -- As the author wrote it.
  SELECT @text AS text, @big AS big, @day AS day, @at AS \`at\`, @rate AS rate, @flag AS flag, @ids AS ids`;

const FULL = endpointFile({
  id: FULL_ID,
  name: 'b.full',
  description: 'Everything that a file can say.',
  parameters: {
    text: {
      type: 'string',
      description: 'A text.',
      enum: ['a', 'b'],
      default: 'a',
      otherwise: 'default',
      max_length: 5,
      pattern: '[a-z]+',
    },
    big: { type: 'integer', min: -5, max: 9007199254740991, default: 3 },
    day: { type: 'date', min: '2026-01-01', required: true },
    at: { type: 'timestamp', max: '2027-01-01T00:00:00Z', accepts: 'unix-millis' },
    rate: { type: 'number', default: 0.5, enum: [0.5, 1] },
    flag: { type: 'boolean', default: true },
    ids: { type: 'array', items: 'integer', default: [1, 2] },
  },
  columns: [
    { name: 'text', type: 'STRING', description: 'The text.' },
    { name: 'big', type: 'INT64', nullable: false, json: 'string' },
    { name: 'day', type: 'DATE' },
    { name: 'at', type: 'TIMESTAMP' },
    { name: 'rate', type: 'FLOAT64' },
    { name: 'flag', type: 'BOOL' },
    { name: 'ids', type: 'ARRAY<INT64>' },
  ],
  max_rows: 10,
  caching: 900,
  cache_warming: 300,
  stale_if_error: 60,
  refresh: 'on_change',
  budget: '600s/day',
  max_bytes: 2048,
  max_bytes_billed: 1_000_000,
  max_concurrency: 2,
  bound: ['text'],
  warm: [{ day: '2026-11-20', ids: [7, 8] }],
  sandboxing: 'disabled',
  agents: { enabled: true, max_rows: 5, hide: ['day'] },
  timeout: 5,
  query: FULL_QUERY,
});

/** The listing of a parameter whose declaration has no more than a type. */
const BARE = {
  description: null,
  required: false,
  log: false,
  default: null,
  truncate: null,
  enum: null,
  otherwise: null,
  min: null,
  max: null,
  max_length: null,
  accepts: null,
  pattern: null,
};

const anObject = expect.objectContaining({ 'x-googlesql-type': expect.any(String) as string }) as object;

describe('the admin listing', () => {
  let service: TestService;
  const clock = { now: NOW };
  const call = async (path: string) => service.get(`/api/endpoints/query/${path}`);
  const show = async (reference: string) => {
    const answer = await service.get(`/api/endpoints/${reference}`);
    return ((await answer.json()) as { result: Record<string, unknown> }).result;
  };

  beforeAll(async () => {
    service = await startService({
      clock,
      endpoints: {
        'full.yaml': FULL,
        'plain.yml': endpointFile({ name: 'a.plain', query: 'SELECT 1 AS one, [STRUCT(2 AS two)] AS nested' }),
        'counted.yaml': endpointFile({
          name: 'c.counted',
          parameters: { by: { type: 'integer', default: 1 } },
          max_rows: 2,
          caching: 60,
          query: 'SELECT n / (@by - zero) AS quotient FROM UNNEST(GENERATE_ARRAY(1, 3)) AS n, UNNEST([0]) AS zero',
        }),
      },
    });
  });

  afterAll(async () => service.close());

  it('has all endpoints, by name', async () => {
    // The listed set is filled at the start: nothing is to happen between the two looks below.
    await eventually(async () => (await listed(service, 'b.full')).cache.entries === 1);
    const answer = await service.get('/api/endpoints');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    const body = (await answer.json()) as { result: { name: string }[] };
    expect(Object.keys(body)).toEqual(['result', 'problems']);
    expect(body.result.map(({ name }) => name)).toEqual(['a.plain', 'b.full', 'c.counted']);
    expect(body.result[1]).toEqual(await show('b.full'));
  });

  it('has everything that a file declares, in the words of the file', async () => {
    const { file, definition_hash: hash, cache, runs, ...declared } = await show('b.full');
    expect([cache, runs]).toEqual([expect.any(Object), expect.any(Object)]);
    expect(declared).toEqual({
      id: FULL_ID,
      name: 'b.full',
      description: 'Everything that a file can say.',
      parameters: [
        {
          ...BARE,
          schema: anObject,
          name: 'text',
          type: 'string',
          description: 'A text.',
          enum: ['a', 'b'],
          default: 'a',
          otherwise: 'default',
          max_length: 5,
          pattern: '[a-z]+',
        },
        { ...BARE, schema: anObject, name: 'big', type: 'integer', min: -5, max: 9007199254740991, default: 3 },
        { ...BARE, schema: anObject, name: 'day', type: 'date', min: '2026-01-01', required: true },
        {
          ...BARE,
          schema: anObject,
          name: 'at',
          type: 'timestamp',
          max: '2027-01-01T00:00:00Z',
          accepts: 'unix-millis',
        },
        { ...BARE, schema: anObject, name: 'rate', type: 'number', default: 0.5, enum: [0.5, 1] },
        { ...BARE, schema: anObject, name: 'flag', type: 'boolean', default: true },
        { ...BARE, schema: anObject, name: 'ids', type: 'array', items: 'integer', default: [1, 2] },
      ],
      columns: [
        { name: 'text', type: 'STRING', nullable: true, description: 'The text.', json: null, schema: anObject },
        { name: 'big', type: 'INT64', nullable: false, description: null, json: 'string', schema: anObject },
        { name: 'day', type: 'DATE', nullable: true, description: null, json: null, schema: anObject },
        { name: 'at', type: 'TIMESTAMP', nullable: true, description: null, json: null, schema: anObject },
        { name: 'rate', type: 'FLOAT64', nullable: true, description: null, json: null, schema: anObject },
        { name: 'flag', type: 'BOOL', nullable: true, description: null, json: null, schema: anObject },
        { name: 'ids', type: 'ARRAY<INT64>', nullable: true, description: null, json: 'exact', schema: anObject },
      ],
      max_rows: 10,
      page: null,
      slices: 'disabled',
      caching: 900,
      cache_warming: 300,
      stale_if_error: 60,
      refresh: 'on_change',
      warm: [{ day: ['2026-11-20'], ids: ['7', '8'] }],
      sandboxing: 'disabled',
      sandbox_dialect: null,
      readable: null,
      timeout: 5,
      async_timeout: null,
      query: FULL_QUERY,
      state: 'serving',
      unchecked: null,
      problems: [],
      estimated_bytes: null,
      max_bytes: 2048,
      max_bytes_billed: 1_000_000,
      budget: '600s/day',
      budget_used: expect.any(Number) as number,
      max_concurrency: 2,
      bound: ['text'],
      agents: { enabled: true, description: null, max_rows: 5, hide: ['day'] },
    });
    expect(file).toMatch(/\/endpoints\/full\.yaml$/);
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
  });

  it('has the defaults of what a file leaves out, and the columns that the query returns', async () => {
    expect(await show('a.plain')).toMatchObject({
      description: null,
      parameters: [],
      columns: [
        { name: 'one', type: 'INT64', nullable: true, description: null },
        { name: 'nested', type: 'ARRAY<STRUCT<two INT64>>', nullable: true, description: null },
      ],
      max_rows: 1000,
      caching: 'disabled',
      cache_warming: null,
      stale_if_error: null,
      refresh: null,
      max_concurrency: null,
      bound: [],
      agents: null,
      max_bytes: 64 * 2 ** 20,
      warm: [],
      sandboxing: 'disabled',
      sandbox_dialect: null,
      timeout: 30,
      async_timeout: null,
    });
  });

  it('says of an endpoint all that callers are told, in the same words', async () => {
    const told = service.app.get(CallableEndpoints);
    const key = { id: 'any', scopes: ['*'], bind: new Map(), anyTenant: true } as const;
    for (const name of ['a.plain', 'b.full', 'c.counted']) {
      const all = await show(name);
      const { parameters, ...others } = JSON.parse(JSON.stringify(told.show(key, name))) as { parameters: object[] };
      expect(all).toMatchObject(others);
      expect(all.parameters).toEqual(parameters.map((each) => ({ ...each, log: false })));
    }
  });

  it('has one endpoint in turns with other work, since all that is cached is looked at', async () => {
    jest.spyOn(Turns.prototype, 'isOver').mockReturnValue(true);
    const next = jest.spyOn(Turns.prototype, 'next');
    const entries = service.app.get(ResultCache).memory.size;
    await service.app.get(EndpointListing).show('a.plain');
    expect(entries).toBeGreaterThan(0);
    expect(next).toHaveBeenCalledTimes(entries);
    jest.restoreAllMocks();
  });

  it('is made in turns with other work, one at a time, and never before it was asked for', async () => {
    const listing = service.app.get(EndpointListing);
    const list = async () => listing.list({ id: 'any', scopes: ['admin'], bind: new Map() }, { name: '', after: '' });
    const held: (() => void)[] = [];
    jest.spyOn(Turns.prototype, 'isOver').mockReturnValue(true);
    const next = jest.spyOn(Turns.prototype, 'next').mockImplementation(
      async () =>
        new Promise((resolve) => {
          held.push(resolve);
        }),
    );
    const first = list();
    await eventually(() => held.length === 1);
    // Figures may have changed since the first began: who asks now gets another, and all of them the same.
    const others = [list(), list()];
    next.mockRestore();
    for (const resume of held) resume();
    const [second, third] = await Promise.all(others);
    expect(third).toBe(second);
    expect(await first).not.toBe(second);
    jest.restoreAllMocks();
  });

  it('shows one endpoint by its name or its id, in either case', async () => {
    const byName = await show('b.full');
    expect(await show(FULL_ID)).toEqual(byName);
    expect(await show(FULL_ID.toUpperCase())).toEqual(byName);
    await assertProblem(await service.get('/api/endpoints/nothing'), 'endpoint_not_found');
  });

  it('is described, field by field, in the documentation', async () => {
    const page = await readFile('docs/reference/http.md', 'utf8');
    const { result } = (await (await service.get('/api/endpoints/b.full')).json()) as {
      result: Record<string, unknown>;
    };
    const fields = Object.entries(result).flatMap(([name, value]) =>
      name === 'cache' || name === 'runs' ? Object.keys(value as object).map((field) => `${name}.${field}`) : [name],
    );
    expect(fields.length).toBeGreaterThan(25);
    expect(fields.filter((field) => !page.includes(`\`${field}\``))).toEqual([]);
  });

  it('lists what ships with Quern', async () => {
    const shipped = await startService({ clock });
    const { result } = (await (await shipped.get('/api/endpoints')).json()) as { result: { name: string }[] };
    await shipped.close();
    expect(result.map(({ name }) => name)).toEqual(['functions.invocation-stats', 'logs.all', 'usage.api-counts']);
  });

  it('needs the scope admin', async () => {
    for (const path of ['/api/endpoints', '/api/endpoints/b.full']) {
      await assertProblem(await service.get(path, {}), 'unauthenticated');
    }
  });

  it('can only be read', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of ['/api/endpoints', '/api/endpoints/b.full', '/api/endpoints/nothing']) {
        const answer = await rawRequest(service.base, path, { method });
        await assertProblem(answer, 'method_not_allowed');
        expect(answer.headers.get('allow')).toBe('GET, HEAD');
      }
    }
    expect(await show('b.full')).toMatchObject({ id: FULL_ID });
  });

  it('counts what happens to an endpoint', async () => {
    expect((await listed(service, 'c.counted')).runs).toEqual({ ...NOTHING_COUNTED, last_run: null, last_error: null });
    for (const path of ['c.counted', 'c.counted?by=1', 'c.counted?by=2', 'c.counted?by=x', 'c.counted?by=0']) {
      await (await call(path)).text();
    }
    clock.now = new Date(NOW.getTime() + 5000);
    for (const path of ['c.counted?by=0', 'c.counted?by=1', 'c.counted']) await (await call(path)).text();
    clock.now = new Date(NOW.getTime() + 7600);
    await (await call('c.counted?by=2')).text();
    const { runs } = await listed(service, 'c.counted');
    expect(runs).toEqual({
      ...NOTHING_COUNTED,
      hits: 4,
      // 0 + 5 + 5 + 7.6 seconds, rounded once they are added up.
      hit_age_seconds: 18,
      misses: 4,
      failures: 2,
      truncated: 2,
      last_run: { at: NOW.toISOString(), milliseconds: expect.any(Number) as number, rows: 2 },
      last_error: { at: new Date(NOW.getTime() + 5000).toISOString(), code: 'query_failed' },
    });
  });

  it('tells what is cached, how old it is, and when it is refreshed', async () => {
    clock.now = new Date(NOW.getTime() + 3_600_000);
    expect((await listed(service, 'c.counted')).cache).toEqual({
      entries: 0,
      bytes: 0,
      oldest_age: null,
      next_refresh: null,
    });
    for (const by of [1, 2]) {
      await (await call(`c.counted?by=${by}`)).text();
      clock.now = new Date(clock.now.getTime() + 10_000);
    }
    const cache = service.app.get(MemoryStore);
    const { id } = await listed(service, 'c.counted');
    const sizes = cache.list().flatMap(([key, result]) => (key.startsWith(id) ? [entrySize(key, result)] : []));
    expect((await listed(service, 'c.counted')).cache).toEqual({
      entries: 2,
      // Bytes of memory, including those around the bodies.
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      oldest_age: 20,
      next_refresh: null,
    });
    // The sum over all endpoints is what the cache counts against its limit; warming may be about to change both.
    await eventually(async () => {
      const { result } = (await (await service.get('/api/endpoints')).json()) as { result: Listed[] };
      return result.reduce((sum, each) => sum + each.cache.bytes, 0) === cache.bytes;
    });
  });
});
