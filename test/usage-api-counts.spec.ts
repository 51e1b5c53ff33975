import { assertInvalidParameters, assertProblem } from './support/assert-problem.js';
import { assertRows } from './support/assert-rows.js';
import { DAY, HOUR, MINUTE, moved } from './support/instants.js';
import { rawRequest } from './support/raw-request.js';
import { startService, type TestService } from './support/service.js';

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

/** Each area tells which edge an entry lies on. */
function edges({ interval, start, first, bucket }: (typeof INTERVALS)[number]) {
  const project = `edges-${interval}`;
  const second = moved(`${first}Z`, bucket);
  return [
    entry(project, '/rest/before', moved(start, -1)),
    entry(project, '/storage/at-the-start', moved(start, 0)),
    entry(project, '/auth/end-of-first', moved(second, -1)),
    entry(project, '/realtime/second', second),
    entry(project, '/rest/now', NOW.toISOString()),
  ];
}

/** What the path of one request counts toward. */
const PATHS: readonly (readonly [title: string, path: string | null, areas: readonly string[]])[] = [
  ['/rest', '/rest/v1/todos', ['rest']],
  ['/storage', '/storage/v1/object', ['storage']],
  ['/auth', '/auth/v1/token', ['auth']],
  ['/realtime', '/realtime/v1/websocket', ['realtime']],
  ['two of them', '/storage/v1/object/rest/logo.png', ['rest', 'storage']],
  ['all of them', '/realtime/auth/storage/rest', ['rest', 'storage', 'auth', 'realtime']],
  ['one of them twice', '/rest/rest', ['rest']],
  ['one at its end', '/v1/auth', ['auth']],
  ['one as the beginning of a word', '/v1/restaurants', ['rest']],
  ['none', '/functions/v1/hello', []],
  ['a name without its slash', '/v1-rest/unauth', []],
  ['upper case', '/REST/v1/Auth', []],
  ['nothing but a slash', '/', []],
];

const ENTRIES = [
  ...INTERVALS.flatMap(edges),
  ...PATHS.map(([, path], index) => entry(`path-${index}-`, path)),
  // Only the path is looked at: not the host, not the query string that the URL ends with.
  {
    id: 'elsewhere',
    timestamp: '2026-11-20T10:15:10Z',
    metadata: [
      { request: [{ path: '/v1', search: '?to=/rest', url: 'https://elsewhere.example.com/v1?to=/rest/auth' }] },
    ],
  },
  {
    id: 'pathless',
    timestamp: '2026-11-20T10:15:10Z',
    metadata: [{ request: [{ url: 'https://pathless.example.com/rest' }] }],
  },
  entry('alpha', '/rest/v1'),
  entry('alphabet', '/rest/v1'),
  entry('beta', '/auth/v1?from=alpha'),
  { id: 'urlless', timestamp: '2026-11-20T10:15:10Z', metadata: [{ request: [{ path: '/rest/alpha' }] }] },
  { id: 'requestless', timestamp: '2026-11-20T10:15:10Z', metadata: [{ request: [] }] },
  { id: 'bare', timestamp: '2026-11-20T10:15:10Z', project: 'alpha', event_message: 'https://alpha.example.com/rest' },
];

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
      const starts = (await counts(`edges-${interval}`, interval)).map(({ timestamp }) => timestamp);
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

    it('counts entries at or after the window’s start, which may cut the first bucket (rule 1)', async () => {
      const rows = await counts(`edges-${interval}`, interval);
      // Nothing of the one a microsecond before the start, although it lies in the same bucket.
      expect(rows[0]).toEqual({ timestamp: first, ...ZEROS, total_storage_requests: 1, total_auth_requests: 1 });
    });

    it('puts an entry at a bucket’s start into that bucket, and one a microsecond before into the last (rule 1)', async () => {
      const rows = await counts(`edges-${interval}`, interval);
      const index = (area: (typeof AREAS)[number]) => rows.findIndex((row) => row[`total_${area}_requests`] > 0);
      expect({ auth: index('auth'), realtime: index('realtime'), rest: index('rest') }).toEqual({
        auth: 0,
        realtime: 1,
        rest: buckets - 1,
      });
    });
  });

  describe('a request counts toward the areas that its path contains (rule 2)', () => {
    it.each(PATHS.map(([title, path, areas], index) => ({ title, path, areas, index })))(
      '$title: $path',
      async ({ areas, index }) => {
        const expected = Object.fromEntries(AREAS.map((area) => [area, areas.includes(area) ? 1 : 0]));
        expect(await sums(`path-${index}-`)).toEqual(expected);
      },
    );

    it.each(['elsewhere', 'pathless'])('and not toward what stands in the URL alone: %s', async (project) => {
      expect(await sums(project)).toEqual({ rest: 0, storage: 0, auth: 0, realtime: 0 });
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
