import { assertInvalidParameters } from './support/assert-problem.js';
import { assertRows } from './support/assert-rows.js';
import { DAY, moved, SECOND } from './support/instants.js';
import { rawRequest } from './support/raw-request.js';
import { startService, type TestService } from './support/service.js';

const NOW = new Date('2026-11-20T10:30:30.500Z');
const ID = 'e2d7c4b1-96f8-4f35-a0c6-58b1d3f7a903';
/** An instant well within every retention, for the bounds. */
const T = '2026-11-20T09:00:00Z';

interface Entry {
  readonly id: string;
  readonly timestamp: string;
  readonly event_message: string | null;
  readonly metadata: readonly Readonly<Record<string, unknown>>[];
}

function entry(project: string, id: string, timestamp: string, more: object = {}) {
  return { id, project, timestamp, event_message: `message of ${id}`, ...more };
}

/** The table of retentions, in days. */
const TIERS = [
  { tier: 'FREE', days: 1 },
  { tier: 'PRO', days: 7 },
  { tier: 'PAYG', days: 90 },
  { tier: 'ENTERPRISE', days: 90 },
];

const RETENTIONS = [1, 7, 90].flatMap((days) => {
  const edge = moved(NOW, -days * DAY);
  return [
    entry('retention', `${days}d older`, moved(edge.replace(/\d{3}Z$/, 'Z'), -1)),
    entry('retention', `${days}d`, edge),
    entry('retention', `${days}d newer`, moved(edge.replace(/\d{3}Z$/, 'Z'), 1)),
  ];
});

/** Newest first, what a retention of so many days leaves. */
function retained(days: number): string[] {
  const order = [1, 7, 90].flatMap((each) => [`${each}d newer`, `${each}d`, `${each}d older`]);
  return order.slice(0, order.indexOf(`${days}d newer`) + 1);
}

const FULL_METADATA = {
  load_balancer_redirect_identifier: null,
  request: [
    {
      method: 'GET',
      path: '/rest/v1/tödos',
      url: 'https://meta.example.com/rest/v1/t%C3%B6dos',
      cf: [{ country: 'DE', asn: 3320, botManagement: [{ score: 99, verifiedBot: false, detectionIds: [1, 2] }] }],
      headers: [{ user_agent: 'curl/8 "quoted" \\ \n' }],
      sb: [{ jwt: [{ apikey: [{ payload: [{ role: 'anon', expires_at: 1800000000 }] }] }] }],
    },
  ],
  response: [{ status_code: 200, origin_time: 31, headers: [{ content_type: 'application/json' }] }],
};

/** One row per other source, each in the place where that source keeps the project. */
const OTHER_SOURCES = {
  postgres_logs: [entry('sources', 'database', T)],
  auth_logs: [entry('sources', 'authentication', T)],
  postgrest_logs: [entry('sources', 'rest api', T)],
  pgbouncer_logs: [entry('sources', 'pooler', T)],
  function_edge_logs: [{ id: 'relay', timestamp: T, metadata: [{ project_ref: 'sources' }] }],
  function_logs: [{ id: 'function events', timestamp: T, metadata: [{ project_ref: 'sources' }] }],
  realtime_logs: [{ id: 'realtime', timestamp: T, metadata: [{ project: 'sources' }] }],
  storage_logs: [{ id: 'storage', timestamp: T, metadata: [{ project: 'sources' }] }],
};

const ENTRIES = [
  ...RETENTIONS,
  entry('range', 'before', moved(T, -1)),
  entry('range', 'at', T),
  entry('range', 'after', moved(T, 1)),
  entry('other', 'of another', T),
  entry('ranges', 'of a longer name', T),
  entry('RANGE', 'of upper case', T),
  { id: 'of nobody', timestamp: T, event_message: 'no project' },
  ...['c', 'a', 'd', 'b'].map((id) => entry('ties', id, T)),
  entry('ties', 'z-newest', moved(T, 1)),
  entry('ties', 'a-oldest', moved(T, -1)),
  // Written in a scrambled order, so that an order of the file is none of the answer.
  ...Array.from({ length: 101 }, (_, index) => (index * 37) % 101).map((age) =>
    entry('hundred', `age ${age}`, moved(T, -age * SECOND)),
  ),
  ...Array.from({ length: 100 }, (_, age) => entry('exactly-hundred', `age ${age}`, moved(T, -age * SECOND))),
  entry('sources', 'edge', T),
  entry('meta', 'full', moved(T, 3), { metadata: [FULL_METADATA] }),
  entry('meta', 'thin', moved(T, 2), { metadata: [{}] }),
  entry('meta', 'none', moved(T, 1), { metadata: [] }),
  entry('meta', 'absent', T, { event_message: null }),
  entry('future', 'ahead', '2026-11-20T11:00:00Z'),
];

describe('logs.all', () => {
  let service: TestService;
  const call = async (query: string) => service.get(`/api/endpoints/query/logs.all?${query}`);
  const entries = async (query: string) => assertRows<Entry>(await call(query));
  const ids = async (query: string) => (await entries(query)).map(({ id }) => id);

  beforeAll(async () => {
    service = await startService({ clock: { now: NOW }, tables: { edge_logs: ENTRIES, ...OTHER_SOURCES } });
  });

  afterAll(async () => service.close());

  describe('retention by tier: newer than now minus the retention, strictly (rule 1)', () => {
    it.each(TIERS)('$tier keeps $days days', async ({ tier, days }) => {
      expect(await ids(`project=retention&project_tier=${tier}`)).toEqual(retained(days));
    });

    it.each([
      ['missing', ''],
      ['empty', '&project_tier='],
      ['unknown', '&project_tier=GOLD'],
      ['lower-case', '&project_tier=enterprise'],
      ['padded', '&project_tier=PRO%20'],
    ])('a tier that is %s behaves as FREE', async (_, parameter) => {
      expect(await ids(`project=retention${parameter}`)).toEqual(retained(1));
    });
  });

  describe('the start bound excludes its instant (rule 1)', () => {
    it.each([
      ['2026-11-20T08:59:59.999998Z', ['after', 'at', 'before']],
      ['2026-11-20T08:59:59.999999Z', ['after', 'at']],
      ['2026-11-20T09:00:00Z', ['after']],
      ['2026-11-20T09:00:00.000000Z', ['after']],
      ['2026-11-20T10:00:00%2B01:00', ['after']],
      ['2026-11-20T09:00:00', ['after']],
      ['2026-11-20T09:00:00.000001Z', []],
    ])('%s', async (start, expected) => {
      expect(await ids(`project=range&iso_timestamp_start=${start}`)).toEqual(expected);
    });
  });

  describe('the end bound includes its instant (rule 1)', () => {
    it.each([
      ['2026-11-20T08:59:59.999998Z', []],
      ['2026-11-20T08:59:59.999999Z', ['before']],
      ['2026-11-20T09:00:00Z', ['at', 'before']],
      ['2026-11-20T05:30:00-03:30', ['at', 'before']],
      ['2026-11-20T09:00:00.000001Z', ['after', 'at', 'before']],
    ])('%s', async (end, expected) => {
      expect(await ids(`project=range&iso_timestamp_end=${end}`)).toEqual(expected);
    });
  });

  describe('all conditions apply together (rule 1)', () => {
    const range = (start: string, end: string) => `&iso_timestamp_start=${start}&iso_timestamp_end=${end}`;

    it.each([
      ['missing bounds are none', '', ['after', 'at', 'before']],
      ['empty bounds are none', range('', ''), ['after', 'at', 'before']],
      ['both bounds', range('2026-11-20T08:59:59.999999Z', T), ['at']],
      ['a start with an empty end', range(T, ''), ['after']],
      ['an empty start with an end', range('', T), ['at', 'before']],
      ['equal bounds leave nothing', range(T, T), []],
      ['crossed bounds leave nothing', range('2026-11-20T10:00:00Z', T), []],
    ])('%s', async (_, bounds, expected) => {
      expect(await ids(`project=range${bounds}`)).toEqual(expected);
    });

    it('a start before the retention does not widen it', async () => {
      const start = '&iso_timestamp_start=2020-01-01T00:00:00Z';
      expect(await ids(`project=retention${start}`)).toEqual(retained(1));
      expect(await ids(`project=retention&project_tier=PRO${start}`)).toEqual(retained(7));
    });

    it('a tier and both bounds cut out the middle', async () => {
      const bounds = range(moved(NOW, -7 * DAY), moved(NOW, -DAY));
      expect(await ids(`project=retention&project_tier=ENTERPRISE${bounds}`)).toEqual(['1d', '1d older', '7d newer']);
      // What is within the bounds and beyond the retention stays out.
      expect(await ids(`project=retention&project_tier=FREE${bounds}`)).toEqual([]);
    });

    it('no entry of another project is ever returned', async () => {
      expect(await ids('project=range')).toEqual(['after', 'at', 'before']);
      expect(await ids('project=RANGE')).toEqual(['of upper case']);
      for (const project of ['rang', 'range%25', '.*', '%25', 'null'])
        expect(await ids(`project=${project}`)).toEqual([]);
    });

    it('no upper bound is made up: an entry ahead of the clock is there', async () => {
      expect(await ids('project=future')).toEqual(['ahead']);
    });
  });

  it('orders entries newest first, those of one instant by id (rule 2)', async () => {
    expect(await ids('project=ties')).toEqual(['z-newest', 'a', 'b', 'c', 'd', 'a-oldest']);
  });

  it('returns the 100 newest of 101, and does not call that cut off (rule 3)', async () => {
    const answer = await call('project=hundred');
    expect(answer.headers.get('quern-truncated')).toBeNull();
    const rows = await assertRows<Entry>(answer);
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, age) => `age ${age}`));
  });

  it('returns all of 100 (rule 3)', async () => {
    expect(await entries('project=exactly-hundred')).toHaveLength(100);
  });

  it('returns rows of the edge request log only, and of none of the other eight sources (rules 3 and 4)', async () => {
    expect(Object.keys(OTHER_SOURCES)).toHaveLength(8);
    expect(await ids('project=sources&project_tier=ENTERPRISE')).toEqual(['edge']);
  });

  describe('metadata', () => {
    const byId = async (id: string) => (await entries('project=meta')).find((row) => row.id === id);

    it('is the nested record as it is', async () => {
      const full = await byId('full');
      expect(full?.metadata).toHaveLength(1);
      expect(full?.metadata[0]).toMatchObject(FULL_METADATA);
    });

    it('has every field of the log, null where the entry has none, and no record where it has none', async () => {
      expect((await byId('thin'))?.metadata).toEqual([
        { load_balancer_redirect_identifier: null, logflare_worker: [], request: [], response: [] },
      ]);
    });

    it('is an empty list where the entry has none', async () => {
      expect((await byId('none'))?.metadata).toEqual([]);
      expect(await byId('absent')).toEqual({ id: 'absent', timestamp: T, event_message: null, metadata: [] });
    });
  });

  it('has its columns in the stated order', async () => {
    expect(await (await call('project=sources')).text()).toBe(
      '{"result":[{"id":"edge","timestamp":"2026-11-20T09:00:00Z","event_message":"message of edge","metadata":[]}]}',
    );
    expect(await (await call('project=nobody')).text()).toBe('{"result":[]}');
  });

  it('writes timestamps to the microsecond', async () => {
    const rows = await entries('project=range');
    expect(rows.map(({ timestamp }) => timestamp)).toEqual([
      '2026-11-20T09:00:00.000001Z',
      '2026-11-20T09:00:00Z',
      '2026-11-20T08:59:59.999999Z',
    ]);
  });

  it('gives the same bytes by id, in either case, and by name', async () => {
    const bodies = [];
    for (const reference of ['logs.all', ID, ID.toUpperCase()]) {
      bodies.push(await (await rawRequest(service.base, `/api/endpoints/query/${reference}?project=meta`)).text());
    }
    expect(bodies[0]).toContain('"id":"full"');
    expect(new Set(bodies).size).toBe(1);
  });

  it('refuses bounds that are no instants, all at once', async () => {
    const answer = await call('project=range&iso_timestamp_start=yesterday&iso_timestamp_end=2026-02-30');
    await assertInvalidParameters(answer, ['iso_timestamp_start', 'iso_timestamp_end']);
  });

  it.each(['', 'project='])('needs a project: "%s"', async (query) => {
    await assertInvalidParameters(await call(query), ['project']);
  });

  it('is served with its settings: 1000 rows, no caching, no warming, no sandbox', async () => {
    const { result } = (await (await service.get(`/api/endpoints/${ID}`)).json()) as { result: object };
    expect(result).toMatchObject({ max_rows: 1000, caching: 'disabled', cache_warming: null, sandboxing: 'disabled' });
    expect((await call('project=range')).headers.get('cache-control')).toBe('no-store');
  });
});
