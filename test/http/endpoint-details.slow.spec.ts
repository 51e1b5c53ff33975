import { hashToken } from '../../src/access/token.js';
import { EndpointHistory, type History } from '../../src/history/endpoint-history.service.js';
import { MAX_MINUTES } from '../../src/history/minute-figures.js';
import { MAX_RECENT_RUNS } from '../../src/history/recent-runs.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const READER = 'token-of-the-reader';
const OPERATOR = 'token-of-the-operator';
const KEYS = `keys:
  - { id: all, sha256: "${hashToken(TOKEN)}", scopes: ["*", admin] }
  - { id: reader, sha256: "${hashToken(READER)}", scopes: ["orders"] }
  - { id: operator, sha256: "${hashToken(OPERATOR)}", scopes: [admin] }
`;
const ORDERS = `
  SELECT country, COUNT(*) AS n FROM orders
  WHERE country = @country AND id >= @least AND note = @note GROUP BY country`;
const SECRET = 'a secret that is so long that a drawing would break it';

interface Explanation {
  readonly parameters: readonly object[];
  readonly cache_key: string;
  readonly engines: readonly { readonly plan: string }[];
}

describe('what operators may ask of one endpoint', () => {
  let service: TestService;
  const clock = { now: new Date('2026-11-20T10:00:10.000Z') };
  const as = (token: string) => ({ 'x-api-key': token });
  const get = async (path: string, token = TOKEN) => service.get(`/api/endpoints/${path}`, as(token));
  const result = async <T>(path: string, token = TOKEN) => {
    const answer = await get(path, token);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return ((await answer.json()) as { result: T }).result;
  };
  const history = async (name: string) => result<History>(`${name}/history`);
  const minutesLater = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    service.app.get(EndpointHistory).tick();
  };

  beforeAll(async () => {
    service = await startService({
      clock,
      keys: KEYS,
      tables: { orders: [{ id: 7, country: 'NO', note: SECRET }] },
      endpoints: {
        'orders.yaml': endpointFile({
          name: 'orders',
          parameters: {
            country: { type: 'string', log: true, default: 'NO' },
            least: { type: 'integer', default: 4711 },
            note: { type: 'string', default: 'none' },
          },
          caching: 600,
          query: ORDERS,
        }),
        'hidden.yaml': endpointFile({
          name: 'hidden',
          bound: ['tenant'],
          parameters: { tenant: { type: 'string' } },
          query: 'SELECT @tenant AS tenant',
        }),
        'counted.yaml': endpointFile({
          name: 'counted',
          parameters: { by: { type: 'integer', default: 1 } },
          caching: 60,
          query: 'SELECT 8 / @by AS n, "ø" AS o',
        }),
        'often.yaml': endpointFile({ name: 'often', query: 'SELECT 1 AS one' }),
        'own.yaml': endpointFile({
          name: 'own',
          sandboxing: 'enabled',
          query: 'WITH sales AS (SELECT country FROM orders) SELECT COUNT(*) AS n FROM sales',
        }),
      },
    });
  });

  afterAll(async () => service.close());

  it('explain tells what a call would do, and runs nothing', async () => {
    expect(await result('orders/explain?country=PT')).toMatchObject({
      name: 'orders',
      caching: 600,
      tables: [{ table: 'orders', read: true, unbounded: false }],
      sql: ORDERS,
      caller_sql: null,
      engines: [{ name: 'duckdb', in_use: true, bytes_processed: null, refusal: null }],
    });
    expect(await history('orders')).toEqual({ minutes: [], runs: [] });
  });

  it('explain has the values that may stand in the log, and the names of all others', async () => {
    const path = `orders/explain?country=PT&least=815&note=${encodeURIComponent(SECRET)}`;
    const text = await (await get(path)).text();
    const { parameters, cache_key: key, engines } = (JSON.parse(text) as { result: Explanation }).result;
    expect(parameters).toEqual([
      { name: 'country', type: 'STRING', value: 'PT' },
      { name: 'least', type: 'INT64', value: '@least' },
      { name: 'note', type: 'STRING', value: '@note' },
    ]);
    expect(key).toMatch(/:\["PT","@least","@note"\]$/);
    const [{ plan } = { plan: '' }] = engines;
    expect(plan).toMatch(/country ?= ?'PT'/);
    expect(plan).toMatch(/id ?>= ?@least/);
    expect(plan).toContain('@note');
    expect(text).not.toMatch(/815|secret/);
  });

  it('explain takes SQL of a caller’s own, and refuses it as a call does', async () => {
    const own = async (sql: string) => get(`own/explain?sql=${encodeURIComponent(sql)}`);
    const { caller_sql: sql, engines } = (
      (await (await own('SELECT country AS mine FROM sales')).json()) as {
        result: { caller_sql: string; engines: { sql: string }[] };
      }
    ).result;
    expect([sql, engines[0]?.sql]).toEqual(['SELECT country AS mine FROM sales', expect.stringContaining('"mine"')]);
    const { detail } = await assertProblem(await own('SELECT nope FROM sales'), 'invalid_sql');
    expect(detail).toContain('Line 1, column 8');
    await assertProblem(await get('orders/explain?least=x'), 'invalid_parameters');
    const strict = { ...as(TOKEN), prefer: 'handling=strict' };
    await assertProblem(await service.get('/api/endpoints/orders/explain?utm=1', strict), 'invalid_parameters');
  });

  it('explain is for operators of all that is loaded, whoever may call it', async () => {
    const tenant = await result<Explanation>('hidden/explain?tenant=a', OPERATOR);
    expect(tenant.parameters).toEqual([{ name: 'tenant', type: 'STRING', value: '@tenant' }]);
  });

  it.each(['explain', 'history'])(
    '%s is refused to others, to whom what they may not call is not there',
    async (detail) => {
      await assertProblem(await get(`orders/${detail}`, READER), 'forbidden');
      const hidden = await assertProblem(await get(`hidden/${detail}`, READER), 'endpoint_not_found');
      const absent = await assertProblem(await get(`absent/${detail}`, READER), 'endpoint_not_found');
      expect(hidden.detail).toBe(absent.detail);
      const post = async (name: string, token: string) =>
        fetch(`${service.base}/api/endpoints/${name}/${detail}`, { method: 'POST', headers: as(token) });
      await assertProblem(await post('hidden', READER), 'endpoint_not_found');
      await assertProblem(await post('orders', READER), 'forbidden');
      const refused = await post('orders', OPERATOR);
      expect(refused.headers.get('allow')).toBe('GET, HEAD');
      await assertProblem(refused, 'method_not_allowed');
      await assertProblem(await get(`absent/${detail}`), 'endpoint_not_found');
      await assertProblem(await service.get(`/api/endpoints/orders/${detail}`, {}), 'unauthenticated');
    },
  );

  it('history has what happened in each minute, the one that is going on included', async () => {
    await service.rows('counted');
    await service.rows('counted');
    clock.now = new Date(clock.now.getTime() + 3000);
    await service.rows('counted');
    const first = {
      at: '2026-11-20T10:00:00.000Z',
      hits: 2,
      hit_age_seconds: 3,
      misses: 1,
      joined: 0,
      refreshes: 0,
      stale_served: 0,
      failures: 0,
      runs: 1,
      run_ms: expect.any(Number) as number,
      answer_bytes: Buffer.byteLength('{"result":[{"n":8,"o":"ø"}]}'),
      bytes_processed: 0,
      bytes_billed: 0,
    };
    expect((await history('counted')).minutes).toEqual([first]);
    minutesLater(1);
    expect((await history('counted')).minutes).toEqual([first]);
    minutesLater(3);
    await service.rows('counted');
    const { minutes } = await history('counted');
    expect(minutes.map(({ at, misses, hits }) => [at.slice(11, 16), misses, hits])).toEqual([
      ['10:00', 1, 2],
      ['10:04', 1, 0],
    ]);
    expect((await history('often')).minutes).toEqual([]);
  });

  it('history has the last runs without any value, the latest first', async () => {
    await get('query/counted?by=0');
    const { runs } = await history('counted');
    expect(runs).toEqual([
      {
        at: '2026-11-20T10:04:13.000Z',
        cause: 'client',
        outcome: 'refused',
        error: expect.any(String) as string,
        waited_ms: expect.any(Number) as number,
        ran_ms: expect.any(Number) as number,
        rows: null,
        answer_bytes: null,
        bytes_processed: null,
        bytes_billed: null,
      },
      expect.objectContaining({ at: '2026-11-20T10:04:13.000Z', cause: 'client', outcome: 'ok', error: null, rows: 1 }),
      expect.objectContaining({ at: '2026-11-20T10:00:10.000Z', outcome: 'ok', answer_bytes: 29 }),
    ]);
  });

  it('history forgets what is older than an hour, and all but the last runs', async () => {
    for (let run = 0; run < MAX_RECENT_RUNS + 2; run += 1) await service.rows('often');
    expect((await history('often')).runs).toHaveLength(MAX_RECENT_RUNS);
    for (let minute = 0; minute < MAX_MINUTES + 2; minute += 1) {
      minutesLater(1);
      await service.rows('often');
    }
    const { minutes } = await history('often');
    expect(minutes).toHaveLength(MAX_MINUTES);
    expect(minutes.at(-1)?.at).toBe(new Date(Math.floor(clock.now.getTime() / 60_000) * 60_000).toISOString());
    expect((await history('counted')).minutes).toEqual([]);
    minutesLater(MAX_MINUTES);
    expect((await history('often')).minutes).toEqual([]);
    // A clock that is set back leaves nothing of the future behind.
    minutesLater(-2 * MAX_MINUTES);
    expect((await history('often')).minutes).toEqual([]);
  });
});
