import { readDocument } from '../../src/contract/openapi/read-document.js';
import { Warming } from '../../src/warming/warming.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const NOW = { type: 'timestamp', default: 'now' };
const QUERY = 'SELECT @to AS `to`, @day AS day';
const parameters = { to: { ...NOW, truncate: '5m' }, day: { type: 'date', default: 'now' } };

const ENDPOINTS = {
  'window.yaml': endpointFile({ name: 'window', caching: 3600, parameters, query: QUERY }),
  'asked.yaml': endpointFile({ name: 'asked', caching: 3600, cache_warming: 60, parameters, query: QUERY }),
  'listed.yaml': endpointFile({
    name: 'listed',
    caching: 3600,
    parameters: { ...parameters, shop: { type: 'string', required: true } },
    warm: [{ shop: 'a' }, { shop: 'b', to: '2026-11-20T09:00:00Z', day: '2026-11-20' }],
    query: `${QUERY}, @shop AS shop`,
  }),
  'twice.yaml': endpointFile({
    name: 'twice',
    caching: 3600,
    cache_warming: 60,
    parameters,
    warm: [{ to: '2026-11-20T23:50:00Z', day: '2026-11-20' }, {}],
    query: QUERY,
  }),
  'failing.yaml': endpointFile({
    name: 'failing',
    caching: 3600,
    parameters: { ...parameters, text: { type: 'string' } },
    warm: [{ text: 'no number' }],
    query: `${QUERY}, CAST(@text AS INT64) AS number`,
  }),
  'paged.yaml': endpointFile({
    name: 'paged',
    parameters: { to: { ...NOW, truncate: '1m' }, above: { type: 'integer' } },
    columns: [
      { name: 'n', type: 'INT64', nullable: false },
      { name: 'to', type: 'TIMESTAMP' },
    ],
    page: { size: 1, next: { above: 'n' } },
    query: 'SELECT n, @to AS `to` FROM UNNEST([1, 2]) AS n WHERE @above IS NULL OR n > @above ORDER BY n',
  }),
};

describe('default: now', () => {
  let service: TestService;
  let clock: TestClock;
  const call = async (path: string) => service.get(`/api/endpoints/query/${path}`);
  const tick = () => {
    service.app.get(Warming).tick();
  };
  const status = async (path: string) => (await call(path)).headers.get('cache-status');

  beforeEach(async () => {
    clock = new TestClock(new Date('2026-11-20T23:53:20.500Z'));
    service = await startService({ endpoints: ENDPOINTS, clock, env: { QUERN_WARMING_CONCURRENCY: '1' } });
  });

  afterEach(async () => service.close());

  it('is the time of the call, truncated, and the day in UTC; so calls share a result until it moves on', async () => {
    const first = { to: '2026-11-20T23:50:00Z', day: '2026-11-20' };
    expect(await service.rows('window')).toEqual([first]);
    clock.later(99);
    expect(await service.rows('window?to=&day=')).toEqual([first]);
    // Once by its URL that is remembered, once by another spelling.
    expect(await status('window')).toMatch(/^quern; hit/);
    expect(await status('window?to=2026-11-20T23:50:00Z')).toMatch(/^quern; hit/);
    clock.later(400);
    const next = { to: '2026-11-21T00:00:00Z', day: '2026-11-21' };
    expect(await service.rows('window')).toEqual([next]);
    expect(await status('window')).toMatch(/^quern; hit/);
  });

  it('is the time that it is after the clock was turned back, for calls and for sets of `warm`', async () => {
    await service.rows('window');
    clock.later(-3600);
    expect(await service.rows('window')).toEqual([{ to: '2026-11-20T22:50:00Z', day: '2026-11-20' }]);
    await eventually(async () => (await listed(service, 'listed')).cache.entries === 2);
    tick();
    await eventually(async () => (await listed(service, 'listed')).cache.entries === 3);
    expect(await status('listed?shop=a')).toMatch(/^quern; hit/);
  });

  it('leaves values of a call as they are', async () => {
    expect(await service.rows('window?to=2026-11-20T10:01:02.5Z&day=2026-01-01')).toEqual([
      { to: '2026-11-20T10:01:02.5Z', day: '2026-01-01' },
    ]);
  });

  it('is one time for all pages', async () => {
    const first = await call('paged');
    const [, next = ''] = /^<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    clock.later(3600);
    const second = [{ n: 2, to: '2026-11-20T23:53:00Z' }];
    expect(await service.rows(`paged${next}`)).toEqual(second);
    // As the client and agents go on: the same call with the cursor beside it.
    const cursor = first.headers.get('quern-next') ?? '';
    const posted = await fetch(`${service.base}/api/endpoints/query/paged`, {
      method: 'POST',
      headers: { 'x-api-key': TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ to: null, cursor }),
    });
    expect(await posted.json()).toEqual({ result: second });
    const given = '2026-11-20T10:00:00Z';
    expect(await service.rows(`paged?to=${given}&cursor=${cursor}`)).toEqual([{ n: 2, to: given }]);
  });

  it('keeps the sets of `warm` at the time that it is', async () => {
    const rows = { shop: 'a', to: '2026-11-21T00:00:00Z', day: '2026-11-21' };
    await eventually(async () => (await listed(service, 'listed')).cache.entries === 2);
    clock.later(400);
    tick();
    await eventually(async () => (await listed(service, 'listed')).cache.entries === 3);
    expect(await status('listed?shop=a')).toMatch(/^quern; hit/);
    expect(await service.rows('listed?shop=a')).toEqual([rows]);
  });

  it('keeps a set of `warm` that another one has been the same as', async () => {
    const refreshes = async () => (await listed(service, 'twice')).runs.refreshes;
    await eventually(async () => (await listed(service, 'twice')).cache.entries === 1);
    clock.later(400);
    tick();
    // One for the set that has moved on, and one for the other.
    await eventually(async () => (await refreshes()) === 3);
    await eventually(async () => (await listed(service, 'twice')).cache.entries === 2);
  });

  it('tells of a set of `warm` that cannot be filled once, and not at each time again', async () => {
    const told = () => service.log.filter((line) => line.startsWith('failing: a set under `warm` is not filled'));
    await eventually(() => told().length === 1);
    clock.later(400);
    tick();
    // Refreshes are made one after the other here: that of `listed` comes behind the second one of `failing`.
    await eventually(async () => (await listed(service, 'listed')).cache.entries === 3);
    expect((await listed(service, 'failing')).runs.refreshes).toBe(2);
    expect(told()).toHaveLength(1);
  });

  it('refreshes no result of a time that has passed', async () => {
    const askTwice = async () => [await call('asked'), await call('asked')];
    const refreshes = async () => (await listed(service, 'asked')).runs.refreshes;
    await askTwice();
    clock.later(70);
    tick();
    await eventually(async () => (await refreshes()) === 1);
    await askTwice();
    clock.later(420);
    tick();
    await askTwice();
    expect(await refreshes()).toBe(1);
    clock.later(490);
    tick();
    await eventually(async () => (await refreshes()) === 2);
  });

  it('is in the contract and the listing', async () => {
    const text = await (await service.get('/api/openapi.json')).text();
    expect(readDocument(text).get('window')?.parameters.get('to')?.schema).toMatchObject({
      description: 'Left out, the time of the call, rounded down to a multiple of 5m.',
      'x-quern-default': 'now',
    });
    const [to, day] = (await listed(service, 'window')).parameters;
    expect(to).toMatchObject({ default: 'now', truncate: '5m' });
    expect(day).toMatchObject({ default: 'now', truncate: null });
  });
});
