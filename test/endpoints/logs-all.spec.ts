import { assertInvalidParameters } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { moved, SECOND } from '../support/instants.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService } from '../support/service.js';

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

const ENTRIES = [
  entry('range', 'before', moved(T, -1)),
  entry('range', 'at', T),
  entry('range', 'after', moved(T, 1)),
  // Rows in a scrambled order, so that an order of the file is none of the answer.
  ...Array.from({ length: 101 }, (_, index) => (index * 37) % 101).map((age) =>
    entry('hundred', `age ${age}`, moved(T, -age * SECOND)),
  ),
  ...Array.from({ length: 100 }, (_, age) => entry('exactly-hundred', `age ${age}`, moved(T, -age * SECOND))),
  entry('sources', 'edge', T),
  entry('meta', 'full', moved(T, 3), { metadata: [FULL_METADATA] }),
];

/** Tests of HTTP, and those that take more rows than a file should have; the rules are in endpoints/logs.all.test.yaml. */
describe('logs.all', () => {
  let service: TestService;
  const call = async (query: string) => service.get(`/api/endpoints/query/logs.all?${query}`);
  const entries = async (query: string) => assertRows<Entry>(await call(query));

  beforeAll(async () => {
    service = await startService({ clock: { now: NOW }, tables: { edge_logs: ENTRIES } });
  });

  afterAll(async () => service.close());

  it('returns the 100 newest of 101, and does not call that cut off (rule 3)', async () => {
    const answer = await call('project=hundred');
    expect(answer.headers.get('quern-truncated')).toBeNull();
    const rows = await assertRows<Entry>(answer);
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, age) => `age ${age}`));
  });

  it('returns all of 100 (rule 3)', async () => {
    expect(await entries('project=exactly-hundred')).toHaveLength(100);
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
