import { assertInvalidParameters, assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { DAY, HOUR, MINUTE } from '../support/instants.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService } from '../support/service.js';

const NOW = new Date('2026-11-20T10:30:30.500Z');
const ID = '3b8e2d94-5a41-4c7e-8f13-2d6c9b7a4e02';

/** The table of section 4.4; `start` is the window's at NOW, `first` the bucket that it lies in. */
const INTERVALS = [
  {
    interval: 'minutely',
    start: '2026-11-20T09:30:30.500Z',
    first: '2026-11-20T09:30:00',
    last: '2026-11-20T10:30:00',
    bucket: MINUTE,
    buckets: 61,
  },
  {
    interval: 'hourly',
    start: '2026-11-20T09:30:30.500Z',
    first: '2026-11-20T09:00:00',
    last: '2026-11-20T10:00:00',
    bucket: HOUR,
    buckets: 2,
  },
  {
    interval: 'daily',
    start: '2026-11-13T10:30:30.500Z',
    first: '2026-11-13T00:00:00',
    last: '2026-11-20T00:00:00',
    bucket: DAY,
    buckets: 8,
  },
];

interface Counts {
  readonly timestamp: string;
  readonly total_rest_requests: number;
  readonly total_storage_requests: number;
  readonly total_auth_requests: number;
  readonly total_realtime_requests: number;
}

const AREAS = ['rest', 'storage', 'auth', 'realtime'] as const;
const ZEROS = { total_rest_requests: 0, total_storage_requests: 0, total_auth_requests: 0, total_realtime_requests: 0 };

/** An entry of a project at 10:15:10, unless it says otherwise. */
function entry(project: string, path: string | null, at = '2026-11-20T10:15:10Z') {
  const url = `https://${project}.example.com${path ?? ''}`;
  return { id: `${at} ${url}`, timestamp: at, event_message: url, metadata: [{ request: [{ path, url }] }] };
}

const ENTRIES = [entry('alpha', '/rest/v1'), entry('alphabet', '/rest/v1'), entry('beta', '/auth/v1?from=alpha')];

/** Tests of HTTP, and those that take many rows; the rules are in endpoints/usage.api-counts.test.yaml. */
describe('usage.api-counts', () => {
  let service: TestService;
  const call = async (query: string) => service.get(`/api/endpoints/query/usage.api-counts?${query}`);
  const counts = async (project: string, interval: string) =>
    assertRows<Counts>(await call(`project=${encodeURIComponent(project)}&interval=${interval}`));

  /** Sums over all buckets of the last hour. */
  const sums = async (project: string): Promise<Record<string, number>> => {
    const rows = await counts(project, 'minutely');
    const sum = (area: (typeof AREAS)[number]) => rows.reduce((all, row) => all + row[`total_${area}_requests`], 0);
    return Object.fromEntries(AREAS.map((area) => [area, sum(area)]));
  };

  beforeAll(async () => {
    service = await startService({ clock: { now: NOW }, tables: { edge_logs: ENTRIES } });
  });

  afterAll(async () => service.close());

  describe.each(INTERVALS)('interval $interval', ({ interval, first, last, bucket, buckets }) => {
    it(`has one row per bucket of the window, ${buckets} of them, ascending, without a gap (rule 3)`, async () => {
      const starts = (await counts('alpha', interval)).map(({ timestamp }) => timestamp);
      expect(starts).toHaveLength(buckets);
      expect([starts[0], starts.at(-1)]).toEqual([first, last]);
      const begin = Date.parse(`${first}Z`);
      expect(starts.map((start) => Date.parse(`${start}Z`))).toEqual(
        starts.map((_, index) => begin + (index * bucket) / 1000),
      );
    });

    it('has rows of zeros for buckets without traffic (rule 3)', async () => {
      const rows = await counts('nobody', interval);
      expect(rows).toHaveLength(buckets);
      expect(rows).toEqual(rows.map(({ timestamp }) => ({ timestamp, ...ZEROS })));
    });
  });

  describe('project is a pattern that is searched for in the URL', () => {
    it.each([
      ['a part of it', 'alpha', 2, 1],
      ['the path too', '/rest/v1$', 2, 0],
      ['an anchored part', '^https://alpha\\.', 1, 0],
      ['alternatives', '//(alpha|beta)\\.', 1, 1],
      ['any character', 'al.ha', 2, 1],
      ['in its own case only', 'ALPHA', 0, 0],
      ['in any case when told so', '(?i)//ALPHA\\.', 1, 0],
      ['no LIKE pattern', '%lpha', 0, 0],
    ])('%s: %s', async (_, project, rest, auth) => {
      expect(await sums(project)).toMatchObject({ rest, auth });
    });

    it.each(['[', '(', '*', 'a{2,1}', 'a)', '(?=a)', '(?<!a)b', '\\1', 'a**', '[z-a]', '\\'])(
      'is a 400 where it is no RE2 expression: %s',
      async (project) => {
        const answer = await call(`project=${encodeURIComponent(project)}&interval=daily`);
        const { detail } = await assertProblem(answer, 'invalid_value');
        expect(detail).toContain('regular expression');
      },
    );

    it('is a 400 where it is missing, empty or longer than 64 characters', async () => {
      await assertInvalidParameters(await call('interval=daily'), ['project']);
      await assertInvalidParameters(await call('project=&interval=daily'), ['project']);
      await assertInvalidParameters(await call(`project=${'a'.repeat(65)}&interval=daily`), ['project']);
      await assertRows(await call(`project=${'a'.repeat(64)}&interval=daily`));
    });
  });

  it.each(['weekly', 'HOURLY', '1day', 'hourly%20', 'hourly%00'])(
    'refuses another interval, and names the three: %s',
    async (interval) => {
      const { detail } = await assertInvalidParameters(await call(`project=alpha&interval=${interval}`), ['interval']);
      expect(detail).toContain('"hourly", "daily", "minutely"');
    },
  );

  it.each(['project=alpha', 'project=alpha&interval='])('needs an interval: %s', async (query) => {
    await assertInvalidParameters(await call(query), ['interval']);
  });

  it('has its columns in the stated order', async () => {
    expect(await (await call('project=alphabet&interval=hourly')).text()).toBe(
      '{"result":[' +
        '{"timestamp":"2026-11-20T09:00:00","total_rest_requests":0,"total_storage_requests":0,"total_auth_requests":0,"total_realtime_requests":0},' +
        '{"timestamp":"2026-11-20T10:00:00","total_rest_requests":1,"total_storage_requests":0,"total_auth_requests":0,"total_realtime_requests":0}' +
        ']}',
    );
  });

  it('gives the same bytes by id, in either case, and by name', async () => {
    const bodies = [];
    for (const reference of ['usage.api-counts', ID, ID.toUpperCase()]) {
      const path = `/api/endpoints/query/${reference}?project=alpha&interval=minutely`;
      bodies.push(await (await rawRequest(service.base, path)).text());
    }
    expect(bodies[0]).toContain('"total_rest_requests":2');
    expect(new Set(bodies).size).toBe(1);
  });

  it('is served with its settings: 1000 rows, 900 seconds of caching, 300 of warming, no sandbox', async () => {
    const { result } = (await (await service.get(`/api/endpoints/${ID}`)).json()) as { result: object };
    expect(result).toMatchObject({ max_rows: 1000, caching: 900, cache_warming: 300, sandboxing: 'disabled' });
    const answer = await call('project=settings&interval=daily');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=900');
  });
});
