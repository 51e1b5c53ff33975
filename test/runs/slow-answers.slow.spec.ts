import { AccessService } from '../../src/access/access.service.js';
import { hashToken } from '../../src/access/token.js';
import { Engine } from '../../src/engines/engine.js';
import { endpointFile, ENDLESS_QUERY } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { listed } from '../support/listing.js';
import { OCCUPANT, occupy } from '../support/occupy.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const CACHED_ID = '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a';
const cached = (query: string) => endpointFile({ id: CACHED_ID, name: 'cached', caching: 60, query });
const SENT = 'SELECT @text AS text, n FROM UNNEST(GENERATE_ARRAY(1, 300)) AS n ORDER BY n';

const ENDPOINTS = {
  'occupant.yaml': OCCUPANT,
  'endless.yaml': endpointFile({ name: 'endless', timeout: 600, query: ENDLESS_QUERY }),
  'brief.yaml': endpointFile({ name: 'brief', timeout: 1, async_timeout: 600, caching: 60, query: ENDLESS_QUERY }),
  'cached.yaml': cached('SELECT 1 AS one'),
  'sent.yaml': endpointFile({ name: 'sent', parameters: { text: { type: 'string', default: 'a' } }, query: SENT }),
  'sliced.yaml': endpointFile({
    name: 'sliced',
    caching: 60,
    slices: 'enabled',
    query: 'SELECT n FROM UNNEST([1, 2, 3, 4]) AS n ORDER BY n',
  }),
  'broken.yaml': endpointFile({ name: 'broken', query: 'SELECT DIV(1, x) AS n FROM UNNEST([0]) AS x' }),
  'bound.yaml': endpointFile({
    name: 'bound',
    parameters: { project: { type: 'string', required: true } },
    bound: ['project'],
    query: 'SELECT @project AS project',
  }),
};

const entry = (id: string, rest: object = {}) => ({ id, sha256: hashToken(`${id}-token`), scopes: ['*'], ...rest });
const ALL = { id: 'all', sha256: hashToken(TOKEN), scopes: ['*', 'admin'] };
const BOUND = { ...entry('bound'), bind: { project: 'one' } };
const keysText = (...keys: readonly object[]) => JSON.stringify({ keys: [ALL, ...keys] });
const NOW = new Date('2026-11-20T10:00:00.000Z');

describe('an answer that its client does not wait for', () => {
  let service: TestService;
  const clock = new TestClock(NOW);

  const ask = async (
    path: string,
    { prefer = 'respond-async', token = TOKEN, ...init }: RequestInit & { prefer?: string; token?: string } = {},
  ) => {
    const headers = { 'x-api-key': token, ...(prefer !== '' && { prefer }), ...(init.headers as object) };
    return fetch(`${service.base}${path}`, { redirect: 'manual', ...init, headers });
  };
  const call = async (name: string, options = {}) => ask(`/api/endpoints/query/${name}`, options);
  const begin = async (name: string, options = {}) => {
    const answer = await call(name, options);
    expect(answer.status).toBe(202);
    return answer.headers.get('location') ?? '';
  };
  /** Begins a call whose run has to wait for the engine first, so that it is no ordinary answer however fast the machine is. */
  const beginLate = async (name: string, options = {}) => {
    const release = await occupy(service);
    try {
      return await begin(name, options);
    } finally {
      await release();
    }
  };
  const stateOf = async (path: string) => ((await (await ask(path)).json()) as { result: object }).result;
  const ended = async (path: string, token = TOKEN) => {
    await eventually(async () => (await ask(path, { token })).status !== 200);
    return ask(path, { token });
  };
  const isIdle = async () => eventually(() => service.app.get<Engine>(Engine).activity.slotsInUse === 0);

  beforeAll(async () => {
    service = await startService({
      clock,
      endpoints: ENDPOINTS,
      keys: keysText(entry('other'), BOUND),
      env: { QUERN_DUCKDB_CONNECTIONS: '1', QUERN_KEY_CONCURRENCY: '100' },
    });
  });

  beforeEach(() => {
    clock.later(0);
  });
  afterEach(isIdle);
  afterAll(async () => service.close());

  it('is the ordinary one within the time that it waits, and from memory without any', async () => {
    const answer = await call('cached', { prefer: 'respond-async, wait=60' });
    expect([answer.status, await answer.json()]).toEqual([200, { result: [{ one: 1 }] }]);
    expect(answer.headers.get('preference-applied')).toBeNull();
    const again = await call('cached');
    expect([again.status, again.headers.get('cache-status')]).toEqual([200, 'quern; hit; ttl=60']);
    await assertProblem(await call('nothing'), 'endpoint_not_found');
    await assertProblem(await call('broken', { prefer: 'respond-async, wait=60' }), 'query_failed');
  });

  it('is asked for by the id of its run, in the queue, as it runs, and at its end', async () => {
    const release = await occupy(service);
    const answer = await call('sent?text=x&unknown=1');
    expect(answer.status).toBe(202);
    const path = answer.headers.get('location') ?? '';
    expect(path).toMatch(/^\/api\/runs\/[A-Za-z0-9_-]{22}$/);
    const state = { run: path.slice('/api/runs/'.length), endpoint: 'sent', state: 'queued', place: 1, seconds: 0 };
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'preference-applied': 'respond-async',
      'cache-control': 'no-store',
      'retry-after': '1',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.headers.has('etag')).toBe(false);
    await eventually(async () => 'place' in (await stateOf(path)));
    const second = await begin('sent?text=y');
    await eventually(async () => 'place' in (await stateOf(second)));
    clock.later(100);
    expect(await stateOf(path)).toEqual({ ...state, seconds: 100 });
    expect(await stateOf(second)).toMatchObject({ state: 'queued', place: 2 });
    expect((await ask(path)).headers.get('retry-after')).toBe('25');
    await assertProblem(await ask(`${path}/rows`), 'run_not_found');
    await release();
    const done = await ended(path);
    expect([done.status, done.headers.get('location'), done.headers.get('cache-control'), await done.text()]).toEqual([
      303,
      `${path}/rows`,
      'no-store',
      '',
    ]);
    const rows = await ask(`${path}/rows`, { headers: { 'accept-encoding': 'br' } });
    expect(((await rows.json()) as { result: unknown[] }).result).toHaveLength(300);
    expect(Object.fromEntries(rows.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-encoding': 'br',
      'quern-ignored-parameters': 'unknown',
    });
    const etag = rows.headers.get('etag') ?? '';
    const unchanged = await ask(`${path}/rows`, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    expect(unchanged.status).toBe(304);
    const meta = (await (await ask(`${path}/rows`, { prefer: 'include=meta' })).json()) as { meta: object };
    expect(meta.meta).toMatchObject({ rows: 300, truncated: false });
    // fetch follows by itself.
    expect((await ask(path, { redirect: 'follow' })).status).toBe(200);
    await ended(second);
    expect((await ask(path, { method: 'DELETE' })).status).toBe(204);
    await assertProblem(await ask(path), 'run_not_found');
    await assertProblem(await ask(`${path}/rows`), 'run_not_found');
  });

  it('has its rows in the form that the call names, or that their reader accepts', async () => {
    const rowsOf = async (path: string) => (await ended(path)).headers.get('location') ?? '';
    const named = await rowsOf(await beginLate('sent/rows.csv?text=%3D1'));
    expect(named).toMatch(/\/rows\.csv$/);
    const csv = await ask(named);
    expect((await csv.text()).slice(0, 20)).toBe('text,n\r\n=1,1\r\n=1,2\r\n');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="sent.csv"');
    const safe = await rowsOf(await beginLate('sent/rows.csv?csv_safe=true&text=%3D1'));
    expect((await (await ask(safe)).text()).slice(0, 15)).toBe("text,n\r\n'=1,1\r\n");
    const plain = await rowsOf(await beginLate('cached?again'));
    expect(plain).toMatch(/\/rows$/);
    const accepted = await ask(plain, { headers: { accept: 'application/x-ndjson' } });
    expect([accepted.headers.get('content-type'), await accepted.text()]).toEqual([
      'application/x-ndjson',
      '{"one":1}\n',
    ]);
    expect(await (await ask(`${plain}.json`)).json()).toEqual([{ one: 1 }]);
    await assertProblem(await ask(`${plain}.xml`), 'form_not_found');
    await assertProblem(await ask(plain, { headers: { accept: 'image/png' } }), 'not_acceptable');
    await assertProblem(await call('endless', { headers: { accept: 'image/png' } }), 'not_acceptable');
  });

  it('has the rows of the slice that the call wants, and how many there are', async () => {
    const { headers } = await ended(await beginLate('sliced?limit=2&offset=1'));
    const rows = await ask(headers.get('location') ?? '', { prefer: 'include=meta' });
    expect(rows.headers.get('quern-total-rows')).toBe('4');
    expect(await rows.json()).toMatchObject({ result: [{ n: 2 }, { n: 3 }], meta: { rows: 2, total_rows: 4 } });
  });

  it('fills the cache as any other does, and its run is shared with calls that wait', async () => {
    const release = await occupy(service);
    clock.later(1000);
    const { misses } = (await listed(service, 'cached')).runs;
    const path = await begin('cached');
    const waiting = call('cached', { prefer: '' });
    await eventually(async () => (await listed(service, 'cached')).runs.joined > 0);
    await release();
    expect((await waiting).headers.get('cache-status')).toMatch(/^quern; fwd=(miss|stale); collapsed/);
    expect((await ended(path)).status).toBe(303);
    expect((await call('cached')).headers.get('cache-status')).toBe('quern; hit; ttl=60');
    expect((await listed(service, 'cached')).runs.misses).toBe(misses + 1);
  });

  it('may take longer than those that are waited for, and does not make those wait longer', async () => {
    const path = await begin('brief');
    // The run of this call waits for the connection behind the one that has it, and no longer than its file says.
    await assertProblem(await call('brief', { prefer: '' }), 'deadline_exceeded');
    expect(await stateOf(path)).toMatchObject({ state: 'running' });
    // The failure of that call keeps nobody from waiting longer.
    const other = await begin('brief');
    expect(await stateOf(other)).toMatchObject({ state: 'running' });
    await ask(path, { method: 'DELETE' });
    expect(await stateOf(other)).toMatchObject({ state: 'running' });
    await ask(other, { method: 'DELETE' });
  });

  it('is cancelled at the engine by DELETE, and there is no other method', async () => {
    const path = await begin('endless');
    await eventually(() => service.app.get<Engine>(Engine).activity.slotsInUse === 1);
    const refused = await ask(path, { method: 'POST' });
    await assertProblem(refused, 'method_not_allowed');
    expect(refused.headers.get('allow')).toBe('GET, HEAD, DELETE');
    await assertProblem(await ask(`${path}/rows`, { method: 'DELETE' }), 'method_not_allowed');
    expect((await ask(path, { method: 'DELETE' })).status).toBe(204);
    await isIdle();
    await assertProblem(await ask(path, { method: 'DELETE' }), 'run_not_found');
  });

  it('ends with its client where that leaves before it has been told', async () => {
    const departure = new AbortController();
    const leaving = call('endless', { prefer: 'respond-async, wait=600', signal: departure.signal });
    await eventually(() => service.app.get<Engine>(Engine).activity.slotsInUse === 1);
    departure.abort();
    await expect(leaving).rejects.toThrow('aborted');
  });

  it('tells the failure with its own status, to each who asks', async () => {
    const path = await beginLate('broken');
    await ended(path);
    for (const each of [path, `${path}/rows`]) await assertProblem(await ask(each), 'query_failed');
  });

  it('is there for its own key, with the rights that it had', async () => {
    const path = await beginLate('bound', { token: 'bound-token' });
    expect((await ended(path, 'bound-token')).status).toBe(303);
    for (const url of [path, `${path}/rows`]) {
      const foreign = await assertProblem(await ask(url, { token: 'other-token' }), 'run_not_found');
      const none = await assertProblem(await ask('/api/runs/AAAAAAAAAAAAAAAAAAAAAA'), 'run_not_found');
      expect(foreign.detail).toBe(none.detail);
    }
    await assertProblem(await ask(path, { method: 'DELETE', token: 'other-token' }), 'run_not_found');
    const comesTo = async (status: number, ...keys: readonly object[]) => {
      await service.writeKeys(keysText(entry('other'), ...keys));
      await eventually(async () => (await ask(path, { token: 'bound-token' })).status === status);
    };
    for (const rights of [{ bind: { project: 'two' } }, { scopes: ['cached'] }]) {
      await comesTo(404, { ...BOUND, ...rights });
      await assertProblem(await ask(`${path}/rows`, { token: 'bound-token' }), 'run_not_found');
      await comesTo(303, BOUND, entry('twin', { bind: BOUND.bind }));
    }
    await assertProblem(await ask(path, { token: 'twin-token' }), 'run_not_found');
    expect(await (await ask(`${path}/rows`, { token: 'bound-token' })).json()).toEqual({
      result: [{ project: 'one' }],
    });
  });

  it.each(['x', 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(100), '%00', '__proto__', '*', '%0Aresult:x', '%E2%82%AC'])(
    'is not there by an id such as %s',
    async (id) => {
      for (const path of [`/api/runs/${id}`, `/api/runs/${id}/rows`]) {
        await assertProblem(await ask(path), 'run_not_found');
        await assertProblem(await ask(path, { token: 'nobody' }), 'unauthenticated');
      }
    },
  );

  it('ends when its key is revoked', async () => {
    await service.writeKeys(keysText(entry('other'), BOUND, entry('passing')));
    await eventually(() => service.app.get(AccessService).keys.some(({ id }) => id === 'passing'));
    const path = await begin('endless', { token: 'passing-token' });
    await eventually(() => service.app.get<Engine>(Engine).activity.slotsInUse === 1);
    await service.writeKeys(keysText(entry('other'), BOUND));
    await isIdle();
    await assertProblem(await ask(path, { token: 'passing-token' }), 'unauthenticated');
  });

  it('goes when its endpoint changes, before its end or after', async () => {
    const change = async (query: string) => {
      await service.writeEndpoint('cached.yaml', cached(query));
      await eventually(async () => {
        const { result } = (await (await service.get('/api/endpoints/cached')).json()) as { result: { query: string } };
        return result.query === query;
      });
    };
    clock.later(2000);
    const release = await occupy(service);
    const early = await begin('cached');
    await change('SELECT 2 AS one');
    await release();
    await assertProblem(await ended(early), 'run_rows_gone');
    const late = await beginLate('cached');
    expect((await ended(late)).status).toBe(303);
    expect(await (await ask(`${late}/rows`)).json()).toEqual({ result: [{ one: 2 }] });
    await change('SELECT 3 AS one');
    await assertProblem(await ask(`${late}/rows`), 'run_rows_gone');
  });

  it('is kept for fifteen minutes after its end', async () => {
    const path = await beginLate('sent?text=z');
    await ended(path);
    clock.later(899);
    expect((await ask(`${path}/rows`)).status).toBe(200);
    clock.later(900);
    await assertProblem(await ask(`${path}/rows`), 'run_not_found');
    await assertProblem(await ask(path), 'run_not_found');
  });

  it('is one of twenty at most for each key: older ones that have ended make room, others do not', async () => {
    const token = 'other-token';
    const release = await occupy(service);
    const paths: string[] = [];
    for (let count = 0; count < 20; count += 1) paths.push(await begin(`sent?text=${count}`, { token }));
    await assertProblem(await call('sent?text=20', { token }), 'too_many_runs');
    await release();
    for (const path of paths) expect((await ended(path, token)).status).toBe(303);
    await beginLate('sent?text=20', { token });
    const statuses = await Promise.all(paths.map(async (path) => (await ask(path, { token })).status));
    expect(statuses).toEqual([404, ...Array<number>(19).fill(303)]);
  });
});
