import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hashToken } from '../../src/access/token.js';
import { Settings } from '../../src/config/settings.js';
import { EndpointStats } from '../../src/execution/endpoint-stats.service.js';
import { EndpointHistory } from '../../src/history/endpoint-history.service.js';
import { EndpointMetrics } from '../../src/metrics/endpoint-metrics.service.js';
import { Registry } from '../../src/registry/registry.service.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { scrape, SCRAPER } from '../support/metrics.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const KEYS = JSON.stringify({
  keys: [
    { id: 'scraper', scopes: ['metrics'], sha256: hashToken(SCRAPER) },
    { id: 'caller', scopes: ['*'], sha256: hashToken(TOKEN) },
  ],
});
const fileOf = (name: string, id: string, query = 'SELECT 1 AS n') => endpointFile({ id, name, caching: 900, query });
const IDS = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
] as const;

describe('metrics, while endpoint files change,', () => {
  let service: TestService;
  const call = async (name: string) => (await service.get(`/api/endpoints/query/${name}`)).arrayBuffer();
  const requests = async (name: string) => {
    const all = [...(await scrape(service))].filter(([series]) =>
      series.startsWith(`quern_requests_total{endpoint="${name}"`),
    );
    return all.length === 0 ? undefined : all.reduce((sum, [, value]) => sum + value, 0);
  };
  const generation = () => service.app.get(Registry).generation;
  const changed = async (change: () => Promise<void>) => {
    const before = generation();
    await change();
    await eventually(() => generation() > before);
  };

  beforeEach(async () => {
    service = await startService({
      endpoints: { 'a.yaml': fileOf('a', IDS[0]), 'b.yaml': fileOf('b', IDS[1]) },
      keys: KEYS,
      env: { QUERN_METRICS_MAX_ENDPOINTS: '2' },
    });
  });

  afterEach(async () => service.close());

  it('go on counting where they were', async () => {
    for (const name of ['a', 'a', 'b']) await call(name);
    await eventually(async () => (await requests('a')) === 2 && (await requests('b')) === 1);
    await changed(async () => service.writeEndpoint('a.yaml', fileOf('a', IDS[0], 'SELECT 2 AS n')));
    expect([await requests('a'), await requests('b')]).toEqual([2, 1]);
    await call('a');
    await eventually(async () => (await requests('a')) === 3);
    // Under another name it is the same endpoint.
    await changed(async () => service.writeEndpoint('a.yaml', fileOf('renamed', IDS[0])));
    expect([await requests('a'), await requests('renamed')]).toEqual([undefined, 3]);
  });

  it('forget an endpoint that is gone, and count those that are too many together, for good', async () => {
    await call('a');
    await eventually(async () => (await requests('a')) === 1);
    await requests('b');
    await changed(async () => service.writeEndpoint('c.yaml', fileOf('c', IDS[2])));
    await call('c');
    await eventually(async () => (await requests('_other')) === 1);
    expect(await requests('c')).toBeUndefined();
    const { endpointsPath } = service.app.get<Settings>(Settings);
    await changed(async () => rm(join(endpointsPath, 'c.yaml')));
    // A counter never falls.
    expect([await requests('_other'), await requests('a'), await requests('b')]).toEqual([1, 1, 0]);
    await changed(async () => rm(join(endpointsPath, 'b.yaml')));
    expect(await requests('b')).toBeUndefined();
  });

  it.each(['', ', also while the series are being read'])(
    'give the place of one that was never called to another%s',
    async (during) => {
      await requests('b');
      const { endpointsPath } = service.app.get<Settings>(Settings);
      const series = service.app.get(EndpointMetrics).series();
      // The set of endpoints is taken with the first step.
      if (during) series.next();
      await changed(async () => rm(join(endpointsPath, 'b.yaml')));
      Array.from(series);
      await changed(async () => service.writeEndpoint('c.yaml', fileOf('c', IDS[2])));
      await call('c');
      await eventually(async () => (await requests('c')) === 1);
      expect(await requests('_other')).toBe(0);
    },
  );

  it('and the history leave to its endpoint what ends when that is gone', async () => {
    const ended = new Promise<void>((resolve) => {
      service.app.get(EndpointStats).events.on('ended', () => {
        resolve();
      });
    });
    const { endpointsPath } = service.app.get<Settings>(Settings);
    await changed(async () => service.writeEndpoint('b.yaml', fileOf('b', IDS[1], ENDLESS_QUERY)));
    const client = new AbortController();
    const headers = { 'x-api-key': TOKEN };
    const answer = fetch(`${service.base}/api/endpoints/query/b`, { headers, signal: client.signal });
    await eventually(() => service.app.get(EndpointStats).peek(IDS[1])?.misses === 1);
    await changed(async () => rm(join(endpointsPath, 'b.yaml')));
    client.abort();
    await expect(answer).rejects.toThrow('aborted');
    await ended;
    await changed(async () => service.writeEndpoint('b.yaml', fileOf('b', IDS[1])));
    expect(await requests('b')).toBe(0);
    expect(service.app.get(EndpointStats).peek(IDS[1])).toBeUndefined();
    expect(service.app.get(EndpointHistory).of(IDS[1])).toEqual({ minutes: [], runs: [] });
  });

  it('tell of a broken file', async () => {
    await service.writeEndpoint('b.yaml', '{ this is no endpoint');
    await eventually(async () => (await scrape(service)).get('quern_last_reload_successful') === 0);
    const all = await scrape(service);
    expect(all.get('quern_endpoints{state="outdated"}')).toBe(1);
    expect(all.get('quern_endpoint_file_errors')).toBeGreaterThan(0);
  });
});
