import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { hashToken } from '../../src/access/token.js';
import { AnswerObservers } from '../../src/answers/answer-observers.service.js';
import { AnswerReports } from '../../src/http/observed/answer-reports.service.js';
import { UnsentBytes } from '../../src/limits/unsent-bytes.service.js';
import { METRICS, type MetricName, queriedName } from '../../src/metrics/metric-list.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { rawRequest } from '../support/http/raw-request.js';
import { increases, readSamples, scrape, SCRAPER } from '../support/metrics.js';
import { startService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const tokenOf = (id: string) => `${id}-token-0123456789`;
const KEYS = [
  { id: 'scraper', scopes: ['metrics'] },
  { id: 'caller', scopes: ['*'], budget: '600s/day', expires: '2027-01-01T00:00:00Z' },
  { id: 'operator', scopes: ['*', 'admin', 'cache:refresh'] },
  { id: 'late', scopes: ['*'], expires: '2026-01-01T00:00:00Z' },
];
const NAMESAKE = endpointFile({ name: 'metrics', query: 'SELECT 1 AS n' });
const ENDPOINTS = {
  'kept.yaml': endpointFile({
    name: 'kept',
    parameters: { text: { type: 'string' } },
    caching: 900,
    query: 'SELECT @text AS text',
  }),
  'fails.yaml': endpointFile({
    name: 'fails',
    parameters: { by: { type: 'integer', default: 0 } },
    query: 'SELECT 1 / (@by - n) AS quotient FROM UNNEST([0]) AS n',
  }),
  'cut.yaml': endpointFile({
    name: 'cut',
    budget: '600s/day',
    max_rows: 1,
    query: 'SELECT n FROM UNNEST([1, 2]) AS n',
  }),
  'metrics.yaml': NAMESAKE,
};
const keysText = (keys: readonly { readonly id: string }[]) =>
  JSON.stringify({ keys: keys.map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) })) });
const ROUTE = 'http_route="/api/endpoints/query/{endpoint}"';

describe('metrics', () => {
  let service: TestService;
  const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
  const ask = async (
    path: string,
    { key = 'caller', ...options }: { key?: string; headers?: object; method?: string } = {},
  ) => {
    const headers = { 'x-api-key': tokenOf(key), ...options.headers };
    const response = await rawRequest(service.base, path, { ...options, headers });
    await response.arrayBuffer();
    return response.status;
  };
  const query = async (path: string, options = {}) => ask(`/api/endpoints/query/${path}`, options);
  /** The increase of the series that begin with `prefix`. Answers other than hits are counted when they have been sent. */
  const added = async (
    prefix: string,
    call: () => Promise<unknown>,
    isThere: (added: Record<string, number>) => boolean,
  ) => {
    const before = await scrape(service);
    await call();
    let found: Record<string, number> = {};
    await eventually(async () => isThere((found = increases(before, await scrape(service), prefix))));
    return found;
  };
  const metricsAs = async (headers: Readonly<Record<string, string>>) =>
    rawRequest(service.base, '/metrics', { headers });

  beforeAll(async () => {
    service = await startService({ clock, endpoints: ENDPOINTS, keys: keysText(KEYS) });
  });

  afterAll(async () => service.close());

  describe('are for keys with the scope', () => {
    it('`metrics`, in either header', async () => {
      for (const headers of [{ authorization: `Bearer ${SCRAPER}` }, { 'x-api-key': SCRAPER }]) {
        expect((await metricsAs(headers)).status).toBe(200);
      }
    });

    it('which neither `*` nor `admin` includes', async () => {
      for (const key of ['caller', 'operator']) {
        await assertProblem(await metricsAs({ 'x-api-key': tokenOf(key) }), 'forbidden');
      }
    });

    it('and for nobody else, whatever the method', async () => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        await assertProblem(await rawRequest(service.base, '/metrics', { method, headers: {} }), 'unauthenticated');
      }
      const headers = { 'x-api-key': SCRAPER };
      await assertProblem(
        await rawRequest(service.base, '/metrics', { method: 'POST', headers }),
        'method_not_allowed',
      );
      await assertProblem(await rawRequest(service.base, '/metrics/more', { headers }), 'route_not_found');
    });

    it('which calls no endpoint, not even one of that name', async () => {
      expect(await query('metrics', { key: 'scraper' })).toBe(404);
      expect(await query('kept', { key: 'scraper' })).toBe(404);
      expect(await query('metrics', { key: 'caller' })).toBe(200);
    });
  });

  describe('are written', () => {
    const read = async (headers: Readonly<Record<string, string>>) => {
      const response = await metricsAs({ authorization: `Bearer ${SCRAPER}`, ...headers });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
      const isPacked = response.headers.get('content-encoding') === 'gzip';
      return {
        type: response.headers.get('content-type'),
        text: (isPacked ? gunzipSync(bytes) : bytes).toString(),
        isPacked,
      };
    };
    const OPEN_METRICS = { accept: 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5' };

    it('as text for everybody, and as OpenMetrics for who asks for it, with the same values', async () => {
      const text = await read({});
      const open = await read(OPEN_METRICS);
      expect(text.type).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(open.type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
      expect(text.text).not.toContain('# EOF');
      expect(open.text.endsWith('\n# EOF\n')).toBe(true);
      expect([...readSamples(open.text).keys()]).toEqual([...readSamples(text.text).keys()]);
      for (const { text: body } of [text, open]) {
        const lines = body.trimEnd().split('\n');
        expect(
          lines.filter((line) => !/^(?:# (?:HELP|TYPE|UNIT) |# EOF$|[a-z_0-9]+(?:\{.*\})? [-+.e0-9A-Z]+$)/.test(line)),
        ).toEqual([]);
        expect(new Set(readSamples(body).keys()).size).toBe(lines.filter((line) => !line.startsWith('#')).length);
      }
    });

    it('packed for who takes gzip', async () => {
      expect((await read({ 'accept-encoding': 'gzip' })).isPacked).toBe(true);
      expect((await read({ 'accept-encoding': 'gzip;q=0' })).isPacked).toBe(false);
      expect((await read({ 'accept-encoding': 'br' })).isPacked).toBe(false);
      const packed = await read({ 'accept-encoding': 'gzip', ...OPEN_METRICS });
      expect(packed.text.endsWith('# EOF\n')).toBe(true);
    });

    it('without a body for HEAD', async () => {
      const response = await rawRequest(service.base, '/metrics', {
        method: 'HEAD',
        headers: { 'x-api-key': SCRAPER },
      });
      expect([response.status, response.body]).toEqual([200, null]);
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1000);
    });

    it('all that the list has, each under its own name', async () => {
      const names = new Set([...(await scrape(service)).keys()].map((series) => series.replace(/\{.*/, '')));
      const families = new Set([...names].map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
      const listed = (Object.keys(METRICS) as MetricName[]).map(queriedName);
      // Metrics of parts that this service does not have.
      const absent = (name: string) => /^quern_(?:redis_up$|store_|service_budget)/.test(name);
      expect([...families].sort()).toEqual(listed.filter((name) => !absent(name)).sort());
    });
  });

  describe('count', () => {
    it('answers by what the cache did and the class of the status, hits among them', async () => {
      const calls = async () => {
        for (const headers of [{}, {}, {}, { 'if-none-match': '*' }]) await query('kept?text=counted', { headers });
        await query('kept?wrong', { headers: { prefer: 'handling=strict' } });
      };
      const series = (cache: string, code: string) =>
        `quern_requests_total{endpoint="kept",cache="${cache}",code="${code}"}`;
      const wanted = {
        [series('hit', '2xx')]: 2,
        [series('hit', '3xx')]: 1,
        [series('miss', '2xx')]: 1,
        [series('none', '4xx')]: 1,
      };
      const isThere = (found: Record<string, number>) => Object.keys(found).length === Object.keys(wanted).length;
      expect(await added('quern_requests_total{endpoint="kept"', calls, isThere)).toEqual(wanted);
    });

    it('once a call whose client leaves while its answer is made', async () => {
      const tell = jest.spyOn(service.app.get(AnswerObservers), 'tell');
      const isTold = () => tell.mock.calls.some(([{ status }]) => status === 499);
      const during = jest.spyOn(service.app.get(UnsentBytes), 'during').mockImplementation(async (_, __, work) => {
        await eventually(isTold);
        return work();
      });
      const calls = async () => {
        const { hostname, port } = new URL(service.base);
        const socket = connect(Number(port), hostname);
        socket.write(`GET /api/endpoints/query/cut HTTP/1.1\r\nHost: quern\r\nX-API-KEY: ${tokenOf('caller')}\r\n\r\n`);
        await eventually(() => during.mock.calls.length > 0);
        socket.destroy();
        await during.mock.results[0]?.value;
      };
      const left = 'quern_requests_total{endpoint="cut",cache="none",code="4xx"}';
      expect(await added('quern_requests_total{endpoint="cut"', calls, isTold)).toEqual({ [left]: 1 });
      jest.restoreAllMocks();
    });

    it('how long answers took, hits among them, in seconds', async () => {
      const calls = async () => {
        for (let time = 0; time < 3; time += 1) await query('kept?text=timed');
      };
      const count = `http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="200",${ROUTE}}`;
      const found = await added('http_server_request_duration_seconds', calls, (all) => all[count] === 3);
      const sum = found[count.replace('_count', '_sum')] ?? NaN;
      expect(sum).toBeGreaterThan(0);
      expect(sum).toBeLessThan(3600);
      expect(found[count.replace('_count', '_bucket').replace('}"}', '}",le="+Inf"}')]).toBe(3);
    });

    it('a hit that is slow to send its body, under its own duration and no other hit’s', async () => {
      await query('kept?text=slow');
      const real = performance.now.bind(performance);
      const follow = jest.spyOn(service.app.get(AnswerReports), 'follow');
      const now = jest.spyOn(performance, 'now');
      const calls = async () => {
        const head = `Host: localhost\r\nX-API-KEY: ${tokenOf('caller')}\r\nContent-Type: application/json`;
        const { hostname, port } = new URL(service.base);
        const socket = connect(Number(port), hostname);
        socket.write(
          `POST /api/endpoints/query/kept HTTP/1.1\r\n${head}\r\nConnection: close\r\nContent-Length: 15\r\n\r\n`,
        );
        await eventually(() => follow.mock.calls.some(([{ method }]) => method === 'POST'));
        now.mockImplementation(() => real() + 1e9);
        socket.write('{"text":"slow"}');
        expect((await buffer(socket)).toString()).toContain('HTTP/1.1 200');
        for (let time = 0; time < 50; time += 1) await query('kept?text=slow');
      };
      const series = (part: string, method: string) =>
        `http_server_request_duration_seconds_${part}{http_request_method="${method}",http_response_status_code="200",${ROUTE}}`;
      const found = await added(
        'http_server_request_duration_seconds',
        calls,
        (all) => all[series('count', 'POST')] === 1 && all[series('count', 'GET')] === 50,
      );
      expect(found[series('sum', 'POST')]).toBeGreaterThan(1e6 - 1);
      expect(found[series('sum', 'GET')]).toBeLessThan(1e6);
      jest.restoreAllMocks();
    });

    it('each of many hits', async () => {
      await query('kept?text=many');
      const count = `http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="200",${ROUTE}}`;
      const calls = async () => {
        for (let time = 0; time < 200; time += 1) await query('kept?text=many');
      };
      expect((await added(count, calls, () => true))[count]).toBe(200);
    });

    it('problems by their codes, and runs by why they were made and what came of them', async () => {
      const errors = await added(
        'quern_errors_total',
        async () => [await query('fails'), await query('nothing'), await ask('/none')],
        (all) => Object.keys(all).length === 3,
      );
      expect(errors).toEqual({
        'quern_errors_total{error="query_failed"}': 1,
        'quern_errors_total{error="endpoint_not_found"}': 1,
        'quern_errors_total{error="route_not_found"}': 1,
      });
      const runs = await added(
        'quern_runs_total',
        async () => [await query('fails'), await query('cut')],
        (all) => Object.keys(all).length === 2,
      );
      expect(runs).toEqual({
        'quern_runs_total{endpoint="fails",cause="client",outcome="failed"}': 1,
        'quern_runs_total{endpoint="cut",cause="client",outcome="ok"}': 1,
      });
      const both = await added(
        'quern_',
        async () => query('cut'),
        (all) => Object.keys(all).length > 5,
      );
      expect(both).toMatchObject({
        'quern_rows_truncated_total{endpoint="cut"}': 1,
        quern_queue_wait_seconds_count: 1,
        'quern_engine_run_duration_seconds_count{outcome="ok"}': 1,
      });
      expect(both['quern_engine_seconds_total{endpoint="cut"}']).toBeGreaterThan(0);
    });

    it('requests of each key, and how old answers are', async () => {
      await query('kept?text=aged');
      clock.later(30);
      const found = await added(
        'quern_',
        async () => query('kept?text=aged'),
        (all) => 'quern_key_requests_total{key="caller"}' in all,
      );
      expect(found).toMatchObject({
        'quern_key_requests_total{key="caller"}': 1,
        'quern_answer_age_seconds_total{endpoint="kept"}': 30,
      });
    });

    it('from zero, so that the first of anything is an increase', async () => {
      const fresh = await startService({ endpoints: ENDPOINTS, keys: keysText(KEYS) });
      const all = await scrape(fresh);
      for (const series of [
        'quern_requests_total{endpoint="kept",cache="stale",code="2xx"}',
        'quern_requests_total{endpoint="cut",cache="none",code="5xx"}',
        'quern_runs_total{endpoint="cut",cause="client",outcome="busy"}',
        'quern_errors_total{error="engine_unavailable"}',
        'quern_evictions_total{endpoint="kept"}',
        'quern_results_verified_total{endpoint="kept"}',
        'quern_key_requests_total{key="operator"}',
        'quern_key_requests_total{key="_other"}',
        'quern_engine_bytes_billed_total{endpoint="_other"}',
        `http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="503",${ROUTE}}`,
        'quern_queue_wait_seconds_count',
      ]) {
        expect([series, all.get(series)]).toEqual([series, 0]);
      }
      // Impossible series are not there: an endpoint that is not cached is never warmed, and no error has rows.
      expect(all.has('quern_runs_total{endpoint="cut",cause="warming",outcome="ok"}')).toBe(false);
      expect(all.has('quern_requests_total{endpoint="cut",cache="hit",code="5xx"}')).toBe(false);
      await fresh.close();
    });
  });

  it('tell what the service is at the moment', async () => {
    await query('kept?text=held');
    const all = await scrape(service);
    expect(
      Object.fromEntries(
        [...all].filter(([series]) =>
          /^quern_(?:keys|endpoints|endpoint_file|last_reload_succ|registry|redis|engine_slots|engine_circuit|runs_waiting|unread|max)/.test(
            series,
          ),
        ),
      ),
    ).toMatchObject({
      'quern_keys{state="valid"}': 3,
      'quern_keys{state="expired"}': 1,
      quern_keys_last_read_successful: 1,
      'quern_endpoints{state="serving"}': 4,
      'quern_endpoints{state="outdated"}': 0,
      quern_endpoint_file_errors: 0,
      quern_last_reload_successful: 1,
      quern_registry_generation: 1,
      quern_engine_slots: 4,
      quern_engine_slots_in_use: 0,
      quern_engine_circuit_open: 0,
      'quern_runs_waiting{queue="engine"}': 0,
      quern_unread_bytes: 0,
      quern_max_connections: 10_000,
    });
    expect(all.get('quern_cache_entries')).toBeGreaterThan(0);
    expect(all.get('quern_cache_bytes')).toBeGreaterThan(0);
    expect(all.get('quern_connections')).toBeGreaterThan(0);
    expect(all.get('quern_key_expiry_timestamp_seconds{key="caller"}')).toBe(Date.parse('2027-01-01T00:00:00Z') / 1000);
    expect(all.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect([...all.keys()].find((series) => series.startsWith('quern_build_info'))).toMatch(
      /\{version="\d+\.\d+\.\d+",engine="duckdb",node="v\d/,
    );
  });
});
