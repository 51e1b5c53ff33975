import { assertInvalidParameters } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { DAY, HOUR, MINUTE, moved, SECOND } from '../support/instants.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService } from '../support/service.js';

const NOW = new Date('2026-11-20T10:30:30.500Z');
const ID = '7c1f6a52-0f0e-4b6a-9d0b-6f1f5a3c2e01';

/** The table of section 4.2, with the buckets that it makes at NOW. */
const INTERVALS = [
  { interval: '5min', first: '2026-11-20T10:25:30Z', last: '2026-11-20T10:30:30Z', bucket: SECOND, buckets: 301 },
  { interval: '15min', first: '2026-11-20T10:15:00Z', last: '2026-11-20T10:30:00Z', bucket: MINUTE, buckets: 16 },
  { interval: '1hr', first: '2026-11-20T09:30:00Z', last: '2026-11-20T10:30:00Z', bucket: MINUTE, buckets: 61 },
  { interval: '1day', first: '2026-11-19T10:00:00Z', last: '2026-11-20T10:00:00Z', bucket: HOUR, buckets: 25 },
  { interval: '7day', first: '2026-11-13T00:00:00Z', last: '2026-11-20T00:00:00Z', bucket: DAY, buckets: 8 },
];

interface Stats {
  readonly timestamp: string;
  readonly min_execution_time: number | null;
  readonly max_execution_time: number | null;
  readonly avg_execution_time: number | null;
  readonly p95_execution_time: number | null;
  readonly p99_execution_time: number | null;
  readonly count: number;
  readonly error_count: number;
}

interface Invocation {
  readonly project: string;
  readonly at?: string;
  readonly functionId?: string;
  readonly milliseconds?: number | null;
  readonly response?: readonly object[];
}

/** A record of the relay; at 10:15:10, unless it says otherwise. */
function invocation({ project, at = '2026-11-20T10:15:10Z', functionId, milliseconds = 10, response }: Invocation) {
  return {
    id: `${project} ${at}`,
    timestamp: at,
    event_message: 'POST | 200',
    metadata: [
      {
        project_ref: project,
        function_id: functionId,
        execution_time_ms: milliseconds,
        response: response ?? [{ status_code: 200 }],
      },
    ],
  };
}

const EMPTY = {
  min_execution_time: null,
  max_execution_time: null,
  avg_execution_time: null,
  p95_execution_time: null,
  p99_execution_time: null,
  count: 0,
  error_count: 0,
};

/** Five records on the edges of one interval's buckets; each tells by its time which one it is. */
function edges({ interval, first, bucket }: (typeof INTERVALS)[number]) {
  const project = `edges-${interval}`;
  return [
    invocation({ project, at: moved(first, -1), milliseconds: 1 }),
    invocation({ project, at: moved(first, 0), milliseconds: 2 }),
    invocation({ project, at: moved(first, bucket - 1), milliseconds: 3 }),
    invocation({ project, at: moved(first, bucket), milliseconds: 5 }),
    invocation({ project, at: NOW.toISOString(), milliseconds: 7 }),
  ];
}

const times = (project: string, values: readonly (number | null)[]) =>
  values.map((milliseconds) => invocation({ project, milliseconds }));

const RECORDS = [
  ...INTERVALS.flatMap(edges),
  ...times(
    'hundred',
    [...Array(100).keys()].map((n) => 100 - n),
  ),
  ...times('skewed', [...Array<number>(98).fill(10), 1000, 5000]),
  ...times('single', [42]),
  ...times('two', [1, 2]),
];

/** Tests of HTTP, and those that take many rows; the rules are in endpoints/functions.invocation-stats.test.yaml. */
describe('functions.invocation-stats', () => {
  let service: TestService;
  const clock = { now: NOW };
  const call = async (query: string) => service.get(`/api/endpoints/query/functions.invocation-stats?${query}`);
  const stats = async (query: string) => assertRows<Stats>(await call(query));
  const total = (rows: readonly Stats[]) => rows.reduce((sum, { count }) => sum + count, 0);

  /** The one bucket of the hour that holds all of a project's records. */
  const bucket = async (project: string, more = ''): Promise<Stats> => {
    const rows = await stats(`project=${project}&interval=1hr${more}`);
    const filled = rows.filter(({ count }) => count > 0);
    expect(filled.map(({ timestamp }) => timestamp)).toEqual(['2026-11-20T10:15:00Z']);
    return filled[0] ?? rows[0] ?? { timestamp: '', ...EMPTY };
  };

  beforeAll(async () => {
    service = await startService({ clock, tables: { function_edge_logs: RECORDS } });
  });

  afterAll(async () => service.close());

  describe.each(INTERVALS)('interval $interval', ({ interval, first, last, bucket: size, buckets }) => {
    it(`has one row per bucket of the window, ${buckets} of them, without a gap (rule 1)`, async () => {
      const rows = await stats(`project=nobody&interval=${interval}`);
      const starts = rows.map(({ timestamp }) => timestamp);
      const begin = Date.parse(first);
      expect(rows).toHaveLength(buckets);
      expect(starts[0]).toBe(first);
      expect(starts.at(-1)).toBe(last);
      expect(starts.map((start) => Date.parse(start))).toEqual(starts.map((_, index) => begin + (index * size) / 1000));
    });

    it('has rows for buckets without invocations: counts of 0, the rest null (rule 1)', async () => {
      const rows = await stats(`project=nobody&interval=${interval}`);
      expect(rows).toEqual(rows.map(({ timestamp }) => ({ timestamp, ...EMPTY })));
    });

    it('counts records at or after the first bucket’s start, each in the bucket it is truncated to (rule 2)', async () => {
      const rows = await stats(`project=edges-${interval}&interval=${interval}`);
      const filled = rows.filter(({ count }) => count > 0);
      const shown = filled.map((row) => [row.timestamp, row.min_execution_time, row.max_execution_time, row.count]);
      expect(shown).toEqual([
        // The record a microsecond before the first bucket is not here; the one a microsecond before the second bucket is.
        [first, 2, 3, 2],
        [moved(first, size).replace('.000000', ''), 5, 5, 1],
        [last, 7, 7, 1],
      ]);
    });

    it('orders by timestamp ascending (rule 3)', async () => {
      const starts = (await stats(`project=edges-${interval}&interval=${interval}`)).map(({ timestamp }) => timestamp);
      expect(starts).toEqual([...starts].sort());
      expect(starts[0]).not.toBe(starts.at(-1));
    });
  });

  it.each([
    ['missing', ''],
    ['empty', '&interval='],
    ['unknown', '&interval=30min'],
    ['upper-case', '&interval=1HR'],
    ['of another endpoint', '&interval=hourly'],
    ['padded', '&interval=%205min'],
  ])('takes an interval that is %s for 1day', async (_, parameter) => {
    const answer = await call(`project=edges-1day${parameter}`);
    const expected = await call('project=edges-1day&interval=1day');
    const rows = await assertRows<Stats>(answer.clone());
    expect(rows).toHaveLength(25);
    expect(total(rows)).toBe(4);
    expect(await answer.text()).toBe(await expected.text());
  });

  describe('execution times', () => {
    it('are minimum, maximum and average of the bucket', async () => {
      expect(await bucket('hundred')).toMatchObject({
        count: 100,
        min_execution_time: 1,
        max_execution_time: 100,
        avg_execution_time: 50.5,
      });
      expect((await bucket('two')).avg_execution_time).toBe(1.5);
    });

    it('have the 95th and 99th of 100 quantiles, within one percent of the ranks (rule 5)', async () => {
      const { p95_execution_time: p95, p99_execution_time: p99 } = await bucket('hundred');
      expect([94, 95, 96]).toContain(p95);
      expect([98, 99, 100]).toContain(p99);
    });

    it('have quantiles that are elements, whatever lies between them (rule 5)', async () => {
      const { p95_execution_time: p95, p99_execution_time: p99 } = await bucket('skewed');
      expect(p95).toBe(10);
      expect([1000, 5000]).toContain(p99);
      expect(await bucket('single')).toMatchObject({ p95_execution_time: 42, p99_execution_time: 42 });
    });
  });

  it('has its columns in the stated order', async () => {
    const text = await (await call('project=nobody&interval=7day')).text();
    expect(text).toMatch(
      /^\{"result":\[\{"timestamp":"2026-11-13T00:00:00Z","min_execution_time":null,"max_execution_time":null,"avg_execution_time":null,"p95_execution_time":null,"p99_execution_time":null,"count":0,"error_count":0\},/,
    );
  });

  it('gives the same bytes by id, in either case, and by name', async () => {
    const query = '?project=hundred&interval=1hr';
    const bodies = [];
    for (const reference of ['functions.invocation-stats', ID, ID.toUpperCase()]) {
      const answer = await rawRequest(service.base, `/api/endpoints/query/${reference}${query}`);
      bodies.push(await answer.text());
    }
    expect(bodies[0]).toContain('"count":100');
    expect(new Set(bodies).size).toBe(1);
  });

  it.each(['interval=1hr', 'project=&interval=1hr'])('needs a project: %s', async (query) => {
    await assertInvalidParameters(await call(query), ['project']);
  });

  it('is served with its settings: 1000 rows, 900 seconds of caching, 300 of warming, no sandbox', async () => {
    const { result } = (await (await service.get(`/api/endpoints/${ID}`)).json()) as { result: object };
    expect(result).toMatchObject({ max_rows: 1000, caching: 900, cache_warming: 300, sandboxing: 'disabled' });
    expect((await call('project=settings')).headers.get('cache-control')).toBe('private, max-age=900');
  });
});
