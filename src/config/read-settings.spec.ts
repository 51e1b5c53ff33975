import { InvalidSettings } from './invalid-settings.js';
import { readSettings } from './read-settings.js';
import { SETTINGS } from './settings.js';

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof InvalidSettings) return error.problems;
    throw error;
  }
  return [];
}

describe('readSettings', () => {
  it('fills in the defaults', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      reusePort: 'off',
      endpointsPath: 'endpoints',
      reload: 'on',
      store: 'auto',
      storePath: undefined,
      storeMaxBytes: 10_737_418_240,
      spentFile: undefined,
      apiKey: undefined,
      keysFile: '.quern/keys.yaml',
      engine: 'duckdb',
      dataPath: '.quern/sample',
      duckdbConnections: 4,
      duckdbMemoryLimitBytes: undefined,
      duckdbThreads: undefined,
      sandboxProcesses: 2,
      sandboxMemoryLimitBytes: undefined,
      bigqueryProject: undefined,
      bigqueryDataset: undefined,
      bigqueryLocation: undefined,
      bigqueryApiEndpoint: undefined,
      bigqueryMaxBytesBilled: undefined,
      bigqueryBudget: undefined,
      bigqueryConcurrency: 20,
      queueMax: 100,
      cacheMaxBytes: 268_435_456,
      cacheKeyShare: 0.25,
      warmingConcurrency: 2,
      warmingBudget: 0.5,
      warmingLearns: 'on',
      rateLimit: undefined,
      sqlRateLimit: { requests: 600, seconds: 60 },
      authFailureLimit: { requests: 60, seconds: 60 },
      keyConcurrency: 50,
      maxConnections: 10_000,
      trustedProxies: 0,
      corsOrigins: undefined,
      timestamps: 'iso8601',
      numbers: 'exact',
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      metricsMaxEndpoints: 1000,
      mcp: 'off',
      logLevel: 'log',
      logFormat: 'text',
      accessLog: 'errors',
      accessLogSlowMs: 1000,
      shutdownGraceSeconds: 10,
    });
  });

  it.each([
    ['QUERN_HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['QUERN_HOST', '::', { host: '::' }],
    ['QUERN_HOST', 'localhost', { host: 'localhost' }],
    ['QUERN_PORT', '0', { port: 0 }],
    ['QUERN_PORT', '65535', { port: 65_535 }],
    ['QUERN_REUSE_PORT', 'on', { reusePort: 'on' }],
    ['QUERN_ENDPOINTS', '/etc/quern/endpoints', { endpointsPath: '/etc/quern/endpoints' }],
    ['QUERN_RELOAD', 'off', { reload: 'off' }],
    ['QUERN_STORE', 'on', { store: 'on' }],
    ['QUERN_STORE_PATH', '/var/lib/store', { storePath: '/var/lib/store' }],
    ['QUERN_STORE_MAX_BYTES', '1GB', { storeMaxBytes: 1_000_000_000 }],
    ['QUERN_API_KEY', 'sixteen-letters!', { apiKey: 'sixteen-letters!' }],
    ['QUERN_KEYS_FILE', '/run/secrets/keys.yaml', { keysFile: '/run/secrets/keys.yaml' }],
    ['QUERN_ENGINE', 'duckdb', { engine: 'duckdb' }],
    ['QUERN_DATA', 'my logs.duckdb', { dataPath: 'my logs.duckdb' }],
    ['QUERN_DUCKDB_CONNECTIONS', '8', { duckdbConnections: 8 }],
    ['QUERN_DUCKDB_MEMORY_LIMIT', '2GiB', { duckdbMemoryLimitBytes: 2_147_483_648 }],
    ['QUERN_DUCKDB_THREADS', '2', { duckdbThreads: 2 }],
    ['QUERN_DUCKDB_SANDBOX_PROCESSES', '4', { sandboxProcesses: 4 }],
    ['QUERN_DUCKDB_SANDBOX_MEMORY_LIMIT', '256MiB', { sandboxMemoryLimitBytes: 268_435_456 }],
    ['QUERN_BIGQUERY_PROJECT', 'my-project', { bigqueryProject: 'my-project' }],
    ['QUERN_BIGQUERY_DATASET', 'my_logs', { bigqueryDataset: 'my_logs' }],
    ['QUERN_BIGQUERY_LOCATION', 'europe-west1', { bigqueryLocation: 'europe-west1' }],
    ['QUERN_BIGQUERY_API_ENDPOINT', 'http://127.0.0.1:9050/', { bigqueryApiEndpoint: 'http://127.0.0.1:9050' }],
    ['QUERN_BIGQUERY_MAX_BYTES_BILLED', '1GiB', { bigqueryMaxBytesBilled: 1_073_741_824 }],
    ['QUERN_BIGQUERY_CONCURRENCY', '5', { bigqueryConcurrency: 5 }],
    ['QUERN_QUEUE_MAX', '0', { queueMax: 0 }],
    ['QUERN_CACHE_MAX_BYTES', '268435456', { cacheMaxBytes: 268_435_456 }],
    ['QUERN_CACHE_MAX_BYTES', '256MiB', { cacheMaxBytes: 268_435_456 }],
    ['QUERN_CACHE_MAX_BYTES', '256 mib', { cacheMaxBytes: 268_435_456 }],
    ['QUERN_CACHE_MAX_BYTES', '256MB', { cacheMaxBytes: 256_000_000 }],
    ['QUERN_CACHE_MAX_BYTES', '1GiB', { cacheMaxBytes: 1_073_741_824 }],
    ['QUERN_CACHE_KEY_SHARE', '50%', { cacheKeyShare: 0.5 }],
    ['QUERN_CACHE_KEY_SHARE', '100', { cacheKeyShare: 1 }],
    ['QUERN_WARMING_CONCURRENCY', '1', { warmingConcurrency: 1 }],
    ['QUERN_WARMING_BUDGET', '20%', { warmingBudget: 0.2 }],
    ['QUERN_WARMING_LEARNS', 'off', { warmingLearns: 'off' }],
    ['QUERN_BIGQUERY_BUDGET', '1GiB/day', { bigqueryBudget: { unit: 'bytes', amount: 2 ** 30, text: '1GiB/day' } }],
    ['QUERN_RATE_LIMIT', '50/s', { rateLimit: { requests: 50, seconds: 1 } }],
    ['QUERN_RATE_LIMIT', '1000/60s', { rateLimit: { requests: 1000, seconds: 60 } }],
    ['QUERN_AUTH_FAILURE_LIMIT', '5/s', { authFailureLimit: { requests: 5, seconds: 1 } }],
    ['QUERN_KEY_CONCURRENCY', '1', { keyConcurrency: 1 }],
    ['QUERN_MAX_CONNECTIONS', '100', { maxConnections: 100 }],
    ['QUERN_TRUST_PROXY', '1', { trustedProxies: 1 }],
    ['QUERN_CORS_ORIGINS', '*', { corsOrigins: ['*'] }],
    ['QUERN_CORS_ORIGINS', 'https://a.example, http://b:8080', { corsOrigins: ['https://a.example', 'http://b:8080'] }],
    ['QUERN_TIMESTAMPS', 'unix-micros', { timestamps: 'unix-micros' }],
    ['QUERN_NUMBERS', 'string', { numbers: 'string' }],
    ['QUERN_NUMBERS', 'number', { numbers: 'number' }],
    ['QUERN_LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['QUERN_SHUTDOWN_GRACE', '0', { shutdownGraceSeconds: 0 }],
    ['QUERN_ACCESS_LOG_SLOW', '250ms', { accessLogSlowMs: 250 }],
    ['QUERN_ACCESS_LOG_SLOW', '2 s', { accessLogSlowMs: 2000 }],
  ])('reads %s=%s', (variable, text, expected) => {
    expect(readSettings({ [variable]: text })).toMatchObject(expected);
  });

  it('wants for BigQuery what there is no asking it without, together with all else', () => {
    expect(problemsOf({ QUERN_ENGINE: 'bigquery', QUERN_PORT: '-1' })).toEqual([
      expect.stringMatching(/^QUERN_PORT is "-1"/),
      'QUERN_BIGQUERY_PROJECT is required with QUERN_ENGINE=bigquery.',
      'QUERN_BIGQUERY_DATASET is required with QUERN_ENGINE=bigquery.',
    ]);
    const env = { QUERN_ENGINE: 'bigquery', QUERN_BIGQUERY_PROJECT: 'p', QUERN_BIGQUERY_DATASET: 'd' };
    expect(readSettings(env)).toMatchObject({ engine: 'bigquery' });
  });

  it.each([
    ['QUERN_HOST', 'localhost:3000'],
    ['QUERN_HOST', 'http://localhost'],
    ['QUERN_PORT', '65536'],
    ['QUERN_PORT', '-1'],
    ['QUERN_PORT', '3000 '],
    ['QUERN_PORT', '3e3'],
    ['QUERN_PORT', '0x50'],
    ['QUERN_RELOAD', 'false'],
    ['QUERN_ENGINE', 'DuckDB'],
    ['QUERN_DUCKDB_CONNECTIONS', '0'],
    ['QUERN_DUCKDB_MEMORY_LIMIT', '80%'],
    ['QUERN_DUCKDB_THREADS', '1.5'],
    ['QUERN_DUCKDB_SANDBOX_PROCESSES', '0'],
    ['QUERN_DUCKDB_SANDBOX_MEMORY_LIMIT', '255MiB'],
    ['QUERN_BIGQUERY_PROJECT', 'my project'],
    ['QUERN_BIGQUERY_API_ENDPOINT', 'localhost:9050'],
    ['QUERN_BIGQUERY_API_ENDPOINT', 'http://user:secret@example.com'],
    ['QUERN_BIGQUERY_API_ENDPOINT', 'http://example.com/bigquery/v2'],
    ['QUERN_BIGQUERY_CONCURRENCY', '0'],
    ['QUERN_QUEUE_MAX', 'many'],
    ['QUERN_CACHE_KEY_SHARE', '0'],
    ['QUERN_CACHE_KEY_SHARE', '101%'],
    ['QUERN_CACHE_KEY_SHARE', '0.25'],
    ['QUERN_CACHE_MAX_BYTES', '0'],
    ['QUERN_CACHE_MAX_BYTES', 'MiB'],
    ['QUERN_CACHE_MAX_BYTES', '256Mb/s'],
    ['QUERN_CACHE_MAX_BYTES', '9007199254740993'],
    ['QUERN_CACHE_MAX_BYTES', '256constructor'],
    ['QUERN_WARMING_CONCURRENCY', '0'],
    ['QUERN_RATE_LIMIT', '50'],
    ['QUERN_RATE_LIMIT', '0/s'],
    ['QUERN_RATE_LIMIT', '50/m'],
    ['QUERN_RATE_LIMIT', '50/0s'],
    ['QUERN_AUTH_FAILURE_LIMIT', 'off'],
    ['QUERN_KEY_CONCURRENCY', '0'],
    ['QUERN_MAX_CONNECTIONS', '0'],
    ['QUERN_TRUST_PROXY', 'true'],
    ['QUERN_CORS_ORIGINS', 'app.example.com'],
    ['QUERN_CORS_ORIGINS', 'https://app.example.com/'],
    ['QUERN_CORS_ORIGINS', 'https://*.example.com'],
    ['QUERN_TIMESTAMPS', 'iso'],
    ['QUERN_NUMBERS', 'text'],
    ['QUERN_LOG_LEVEL', 'info'],
    ['QUERN_SHUTDOWN_GRACE', '10s'],
    ['QUERN_ACCESS_LOG', 'on'],
    ['QUERN_ACCESS_LOG_SLOW', '250'],
    ['QUERN_ACCESS_LOG_SLOW', '-1s'],
    ['QUERN_ACCESS_LOG_SLOW', '86401s'],
  ])('refuses %s=%s and says what to write', (variable, text) => {
    const { kind } = SETTINGS.find((setting) => setting.variable === variable) ?? {};
    expect(problemsOf({ [variable]: text })).toEqual([
      `${variable} is ${JSON.stringify(text)}; write ${String(kind?.expected)}.`,
    ]);
  });

  it.each([
    ['too short', 'only-15-letters'],
    ['too long', 'x'.repeat(513)],
    ['with a space', 'sixteen letters!!'],
    ['with a line break', 'sixteen-letters!\n'],
    ['beyond ASCII', 'sixteen-letters-é'],
  ])('refuses a QUERN_API_KEY %s, and never shows it', (_, apiKey) => {
    const problems = problemsOf({ QUERN_API_KEY: apiKey });
    expect(problems).toEqual([
      'QUERN_API_KEY has a value that is refused (and not shown); write 16 to 512 visible ASCII characters, without spaces.',
    ]);
  });

  it('takes an empty variable for an unset one', () => {
    expect(readSettings({ QUERN_PORT: '', QUERN_API_KEY: '', QUERN_TYPO: '' })).toEqual(readSettings({}));
  });

  it('refuses a variable that it does not know, without its value', () => {
    expect(problemsOf({ QUERN_PROT: '80' })).toEqual([
      'QUERN_PROT is not a setting of Quern; did you mean QUERN_PORT?',
    ]);
    expect(problemsOf({ QUERN_APIKEY: 'a-secret' })).toEqual([
      'QUERN_APIKEY is not a setting of Quern; did you mean QUERN_API_KEY?',
    ]);
    expect(problemsOf({ QUERN_LOG: 'warn' })).toEqual([
      'QUERN_LOG is not a setting of Quern; did you mean QUERN_LOG_LEVEL or QUERN_LOG_FORMAT?',
    ]);
    // A caller's own, of the same shell.
    expect(() => readSettings({ QUERN_KEY: 'quern_0123456789' })).not.toThrow();
    expect(problemsOf({ QUERN_FLAVOUR: 'red' })).toEqual(['QUERN_FLAVOUR is not a setting of Quern; remove it.']);
  });

  it('leaves the variables of others alone', () => {
    expect(readSettings({ PORT: '80', QUERNSTONE_PORT: 'x', PATH: '/bin' })).toEqual(readSettings({}));
  });

  it('is not misled by what Kubernetes sets for a Service named quern', () => {
    const links = {
      QUERN_SERVICE_HOST: '10.0.0.1',
      QUERN_SERVICE_PORT: '3000',
      QUERN_SERVICE_PORT_HTTP: '3000',
      QUERN_PORT: 'tcp://10.0.0.1:3000',
      QUERN_PORT_3000_TCP: 'tcp://10.0.0.1:3000',
      QUERN_PORT_3000_TCP_PROTO: 'tcp',
      QUERN_PORT_3000_TCP_PORT: '3000',
      QUERN_PORT_3000_TCP_ADDR: '10.0.0.1',
      QUERN_CANARY_PORT: 'tcp://10.0.0.2:3000',
    };
    expect(readSettings(links)).toEqual(readSettings({}));
  });

  it('reports all problems at once', () => {
    const env = { QUERN_PORT: 'x', QUERN_LOG_LEVEL: 'loud', QUERN_ENDPOINT: '.' };
    expect(problemsOf(env)).toHaveLength(3);
    expect(() => readSettings(env)).toThrow(/QUERN_ENDPOINT .*\n.*QUERN_PORT .*\n.*QUERN_LOG_LEVEL /);
  });

  it('gives settings that nobody can change', () => {
    expect(Object.isFrozen(readSettings({}))).toBe(true);
  });
});

describe('SETTINGS', () => {
  it('names each variable and each property once', () => {
    expect(new Set(SETTINGS.map(({ variable }) => variable)).size).toBe(SETTINGS.length);
    expect(new Set(SETTINGS.map(({ property }) => property)).size).toBe(SETTINGS.length);
  });

  it.each(SETTINGS)('$variable starts with QUERN_ and is explained in one sentence', ({ variable, help }) => {
    expect(variable).toMatch(/^QUERN_[A-Z]+(_[A-Z]+)*$/);
    expect(help).toMatch(/^[A-Z].*\.$/);
  });
});
