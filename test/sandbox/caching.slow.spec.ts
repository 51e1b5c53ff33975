import { SchedulerRegistry } from '@nestjs/schedule';
import { ResultCache } from '../../src/cache/result-cache.service.js';
import { Warming } from '../../src/warming/warming.service.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { startService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');

const ENDPOINTS = {
  'open.yaml': endpointFile({
    name: 'open',
    sandboxing: 'enabled',
    caching: 900,
    cache_warming: 300,
    max_rows: 5000,
    query: 'WITH numbers AS (SELECT n FROM UNNEST(GENERATE_ARRAY(1, 5000)) AS n) SELECT COUNT(*) AS n FROM numbers',
  }),
};

describe('what is kept of callers’ SQL', () => {
  let service: TestService;
  const clock = new TestClock(NOW);

  beforeAll(async () => {
    service = await startService({ clock, endpoints: ENDPOINTS });
    service.app.get(SchedulerRegistry).deleteInterval('warming');
  });
  afterAll(async () => service.close());

  const ask = async (sql?: string) =>
    service.get(`/api/endpoints/query/open${sql === undefined ? '' : `?sql=${encodeURIComponent(sql)}`}`);
  const outcome = async (sql?: string) => {
    const answer = await ask(sql);
    await assertRows(answer);
    return answer.headers.get('cache-status');
  };

  it('is never run again ahead of time, however often it is asked for, and the endpoint’s own answer is', async () => {
    const own = Array.from({ length: 8 }, (_, n) => `SELECT MAX(n) + ${n} AS n FROM numbers`);
    for (const sql of [undefined, ...own]) {
      expect(await outcome(sql)).toBe('quern; fwd=miss; stored');
      expect(await outcome(sql)).toBe('quern; hit; ttl=900');
    }
    const since = service.log.length;
    clock.later(300);
    service.app.get(Warming).tick();
    await eventually(async () => (await listed(service, 'open')).runs.refreshes === 1);
    // It is counted as it begins.
    await eventually(async () => (await outcome()) === 'quern; hit; ttl=900');
    for (const sql of own) expect(await outcome(sql)).toBe('quern; hit; ttl=600');
    expect(service.log.slice(since).filter((line) => line.includes('rows in'))).toHaveLength(1);
    clock.later(601);
    service.app.get(Warming).tick();
    await eventually(async () => (await listed(service, 'open')).runs.refreshes === 2);
  });

  it('has its text in no key of the cache', async () => {
    await outcome('SELECT 7 AS seven');
    const keys = service.app
      .get(ResultCache)
      .memory.list()
      .map(([key]) => key);
    expect(keys.length).toBeGreaterThan(1);
    expect(keys.filter((key) => key.includes('seven'))).toEqual([]);
  });

  it('is no answer of more than a mebibyte', async () => {
    const rows = (count: number) => `SELECT REPEAT('a', 1000) AS text FROM numbers LIMIT ${count}`;
    expect(await outcome(rows(1000))).toBe('quern; fwd=miss; stored');
    expect(await outcome(rows(1000))).toContain('quern; hit');
    expect(await outcome(rows(1100))).toBe('quern; fwd=miss');
    expect(await outcome(rows(1100))).toBe('quern; fwd=miss');
  });
});
