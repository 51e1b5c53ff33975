import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { hashToken } from '../../src/access/token.js';
import { METRICS, type MetricName, queriedName } from '../../src/metrics/metric-list.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/processes/free-port.js';
import { type Prometheus, startPrometheus } from '../support/processes/prometheus.js';
import { type QuernProcess, startQuern } from '../support/processes/quern-process.js';
import { requireProgram } from '../support/processes/require-program.js';
import { SCRAPER } from '../support/metrics.js';
import { TOKEN } from '../support/service.js';

const ALERTS = 'ops/prometheus/alerts.yaml';
const DASHBOARD = 'ops/grafana/quern.json';

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}
interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const by = { by: { type: 'integer', default: 1 } };
const ENDPOINTS = {
  'kept.yaml': endpointFile({
    name: 'kept',
    parameters: { text: { type: 'string' } },
    caching: 900,
    budget: '600s/day',
    query: 'SELECT @text AS text',
  }),
  'fails.yaml': endpointFile({ name: 'fails', parameters: by, query: 'SELECT 1 / (@by - @by) AS quotient' }),
  'cut.yaml': endpointFile({ name: 'cut', max_rows: 1, query: 'SELECT n FROM UNNEST([1, 2]) AS n' }),
};

function keysText(): string {
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');
  const keys = [
    { id: 'scraper', scopes: ['metrics'], sha256: hashToken(SCRAPER) },
    { id: 'soon', scopes: ['kept'], budget: '600s/day', sha256: hashToken('soon-token-0123456789'), expires: soon },
  ];
  return JSON.stringify({ keys });
}

function promtool(args: readonly string[], input = ''): { status: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input });
  return { status, printed: `${String(stdout)}${String(stderr)}` };
}

/** Selectors that are known to be Quern’s, with their filters. */
function selectorsOf(expression: string): string[] {
  return expression.match(/\b(?:up|quern_\w+|http_server_\w+|process_\w+)\b(?:\{[^}]*\})?/g) ?? [];
}

describe('with a real Prometheus', () => {
  let folder: string;
  /** Two services: one on the embedded engine with a Redis that is away, one with an engine that is away. */
  let quern: { process: QuernProcess; base: string; metrics: string };
  let away: { process: QuernProcess; base: string };
  let prometheus: Prometheus;
  let rules: Rules;

  const load = async () => {
    const get = async (base: string, path: string) =>
      (await fetch(`${base}/api/endpoints/query/${path}`, { headers: { 'x-api-key': TOKEN } })).arrayBuffer();
    for (const path of ['kept?text=a', 'kept?text=a', 'fails', 'cut', 'nothing']) await get(quern.base, path);
    await get(away.base, 'cut');
  };

  beforeAll(async () => {
    for (const program of ['prometheus', 'promtool']) requireProgram(program, program, '.ci/install-prometheus');
    folder = await mkdtemp(join(tmpdir(), 'quern-prometheus-'));
    for (const name of ['data', 'endpoints']) await mkdir(join(folder, name));
    for (const [file, text] of Object.entries(ENDPOINTS)) await writeFile(join(folder, 'endpoints', file), text);
    await writeFile(join(folder, 'keys.yaml'), keysText());
    await writeFile(join(folder, 'data', 'numbers.csv'), 'n\n1\n2\n');
    const nobody = await freePort();
    const common = { QUERN_ENDPOINTS: 'endpoints', QUERN_KEYS_FILE: 'keys.yaml', QUERN_DATA: 'data' };
    const redis = `redis://127.0.0.1:${nobody}`;
    const own = { ...common, QUERN_METRICS_PORT: '0', QUERN_STORE: 'on', QUERN_REDIS_URL: redis };
    const elsewhere = {
      ...common,
      QUERN_ENGINE: 'bigquery',
      QUERN_BIGQUERY_BUDGET: '1TiB/day',
      QUERN_BIGQUERY_PROJECT: 'project',
      QUERN_BIGQUERY_DATASET: 'dataset',
      QUERN_BIGQUERY_API_ENDPOINT: `http://127.0.0.1:${nobody}`,
    };
    const [first, second] = [startQuern({ folder, env: own }), startQuern({ folder, env: elsewhere })];
    const base = await first.listening();
    quern = {
      process: first,
      base,
      metrics: /metrics are on http:\/\/(\S+)\/metrics/.exec(first.printed())?.[1] ?? '',
    };
    away = { process: second, base: await second.listening() };
    // A key has its series from its first call on.
    await fetch(`${base}/api/endpoints/query/kept`, { headers: { 'x-api-key': 'soon-token-0123456789' } });
    rules = parse(await readFile(ALERTS, 'utf8')) as Rules;
    // The rules as they are, but that they fire at once: promtool tests how long a fault lasts before.
    const groups = rules.groups.map((group) => ({
      ...group,
      interval: '1s',
      rules: group.rules.map((rule) => ({ ...rule, for: '0s' })),
    }));
    await writeFile(join(folder, 'alerts.json'), JSON.stringify({ groups }));
    prometheus = await startPrometheus(folder, {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.json'],
      scrape_configs: [
        { job_name: 'quern', static_configs: [{ targets: [quern.metrics, `127.0.0.1:${nobody}`] }] },
        // A scrape by a key, on the port for callers.
        {
          job_name: 'by-key',
          authorization: { credentials: SCRAPER },
          static_configs: [{ targets: [new URL(away.base).host] }],
        },
      ],
    });
  });

  afterAll(async () => {
    await prometheus.stop();
    for (const { process } of [quern, away]) {
      process.child.kill('SIGTERM');
      await process.ended;
    }
    await rm(folder, { recursive: true });
  });

  it('both are scraped, on a port of their own and by a key', async () => {
    await eventually(async () => (await prometheus.query('up == 1')).length === 2);
    expect(await prometheus.query('quern_build_info{engine="bigquery"}')).toHaveLength(1);
    // The table’s copy is written by a process of the lowest priority.
    await eventually(async () => (await prometheus.query('quern_store_oldest_timestamp_seconds')).length > 0);
    // All that Quern tells has come, under its own name.
    for (const name of Object.keys(METRICS) as MetricName[]) {
      const queried = METRICS[name].type === 'histogram' ? `${name}_count` : queriedName(name);
      expect([queried, (await prometheus.query(queried)).length > 0]).toEqual([queried, true]);
    }
  });

  it('promtool has nothing to say of the metrics, nor of the rules', async () => {
    await load();
    const text = await (await fetch(`http://${quern.metrics}/metrics`)).text();
    expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, printed: '' });
    expect(promtool(['check', 'rules', ALERTS]).status).toBe(0);
    expect(promtool(['check', 'config', 'ops/prometheus/prometheus.yaml']).status).toBe(0);
  });

  it('alerts that take a while fire when that is over, and not before', () => {
    const { status, printed } = promtool(['test', 'rules', 'test/prometheus/alerts.test.yaml']);
    expect([printed, status]).toEqual([expect.stringContaining('SUCCESS'), 0]);
  });

  it('every expression of the dashboard has an answer, after a mixed load', async () => {
    const { panels } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as { panels: readonly Panel[] };
    const expressions = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
    expect(expressions.length).toBeGreaterThan(30);
    for (const { title, expr } of expressions) {
      const asked = expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
      expect([title, asked.includes('$')]).toEqual([title, false]);
      await eventually(async () => {
        await load();
        return (await prometheus.query(asked)).length > 0;
      });
    }
  });

  it('every alert asks for what there is, and says what to do', async () => {
    for (const { alert, expr, ...rule } of rules.groups.flatMap((group) => group.rules)) {
      const selectors = selectorsOf(expr);
      expect([alert, selectors.length > 0]).toEqual([alert, true]);
      for (const selector of selectors) {
        expect([alert, selector, (await prometheus.query(selector)).length > 0]).toEqual([alert, selector, true]);
      }
      expect(rule).toMatchObject({ annotations: { runbook: expect.stringMatching(/^\S.{40,}\.$/) as string } });
    }
  });

  it('rules fire on faults: the engine away, Redis away, a replica gone, a key that expires, a broken file, a table that cannot be read, broken keys', async () => {
    const wanted = ['QuernEngineAway', 'QuernRedisAway', 'QuernDown', 'QuernKeyExpires'];
    await eventually(async () => {
      await load();
      const firing = await prometheus.firing();
      return wanted.every((name) => firing.has(name));
    });
    expect([...(await prometheus.firing())].filter((name) => /Broken|Blocked|Full|Unreadable/.test(name))).toEqual([]);
    await writeFile(join(folder, 'endpoints/kept.yaml'), '{ this is no endpoint');
    await eventually(async () => (await prometheus.firing()).has('QuernFilesBroken'));
    await writeFile(join(folder, 'data', 'numbers.csv'), 'n\n1\n2,3\n');
    await eventually(async () => (await prometheus.firing()).has('QuernDataUnreadable'));
    await writeFile(join(folder, 'keys.yaml'), '{ these are no keys');
    await eventually(async () => (await prometheus.firing()).has('QuernKeysBroken'));
  });
});
