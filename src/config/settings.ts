import {
  budget,
  bytes,
  bytesFrom,
  duration,
  host,
  integer,
  type Kind,
  name,
  oneOf,
  origins,
  path,
  percentage,
  port,
  price,
  rate,
  redisUrl,
  seconds,
  token,
  url,
} from './kinds.js';

/** The facts about a setting beside its variable, its property and its kind. */
interface About<D> {
  /** Default as an operator would write it. Undefined: the value is undefined too, and `help` explains the effect. */
  readonly default?: D;
  /** One sentence for the table of `docs/reference/settings.md`. */
  readonly help: string;
}

function setting<const V extends string, const P extends string, K, const D extends string | undefined = undefined>(
  variable: V,
  property: P,
  kind: K & Kind<unknown>,
  about: About<D>,
) {
  return { variable, property, kind: kind as K, default: about.default as D, help: about.help };
}

/** Engines, the default first. */
export const ENGINE_NAMES = ['duckdb', 'bigquery'] as const;

/** Every variable that Quern reads. The reader, the type and the table of the documentation all follow this one. */
export const SETTINGS = [
  setting('QUERN_HOST', 'host', host, {
    default: '127.0.0.1',
    help: 'The address to listen on; `0.0.0.0` or `::` for every one.',
  }),
  setting('QUERN_PORT', 'port', port, {
    default: '3000',
    help: 'The port to listen on; `0` takes any free one and prints it.',
  }),
  setting('QUERN_REUSE_PORT', 'reusePort', oneOf('on', 'off'), {
    default: 'off',
    help: 'Whether other replicas on this machine may listen on the same address and port, over which the system then spreads connections: `on` or `off`. It takes Node 22.12 or later and Linux or FreeBSD.',
  }),
  setting('QUERN_ENDPOINTS', 'endpointsPath', path, {
    default: 'endpoints',
    help: 'The folder of endpoint files, read recursively (`*.yaml`, `*.yml`). In a folder with neither `endpoints` nor `data`, and with neither `QUERN_DATA` nor `QUERN_ENGINE=bigquery`, it is that of the endpoints that ship with Quern.',
  }),
  setting('QUERN_RELOAD', 'reload', oneOf('on', 'off'), {
    default: 'on',
    help: 'Whether changes to the endpoint files and to the tables in `QUERN_DATA` are taken up while the service runs: `on` or `off`.',
  }),
  setting('QUERN_CHECKED', 'checkedPath', path, {
    help: 'DuckDB: the folder that keeps what was found in endpoint files, so that those that have not changed are not checked again at the next start; `off` for none.',
  }),
  setting('QUERN_STORE', 'store', oneOf('auto', 'on', 'off'), {
    default: 'auto',
    help: 'DuckDB: whether copies of the tables in the folder of `QUERN_DATA` are kept in DuckDB’s own format, which are read many times as fast as the files and have the same rows: `auto` (text from 256 KiB on, Parquet from 1 MiB on), `on` (all) or `off`.',
  }),
  setting('QUERN_STORE_PATH', 'storePath', path, {
    help: 'DuckDB: the folder for these copies, which nobody else may write to.',
  }),
  setting('QUERN_STORE_MAX_BYTES', 'storeMaxBytes', bytes, {
    default: '10GiB',
    help: 'DuckDB: the bytes of all of these copies together; a table for which there is no room is read from its files.',
  }),
  setting('QUERN_SPENT_FILE', 'spentFile', path, {
    help: 'The file that keeps what runs have cost, for budgets and for eight days of `quern spend`; `off` for none.',
  }),
  setting('QUERN_API_KEY', 'apiKey', token, {
    help: 'One token with every scope, beside the keys of the keys file; for containers and quick starts.',
  }),
  setting('QUERN_KEYS_FILE', 'keysFile', path, {
    default: '.quern/keys.yaml',
    help: 'The file of keys; without it and without `QUERN_API_KEY`, the first start makes a key and prints its token once.',
  }),
  setting('QUERN_ENGINE', 'engine', oneOf(...ENGINE_NAMES), {
    default: ENGINE_NAMES[0],
    help: 'What runs the queries: `duckdb` (embedded) or `bigquery`.',
  }),
  setting('QUERN_DATA', 'dataPath', path, {
    default: '.quern/sample',
    help: 'DuckDB: a `.duckdb` file, or the folder whose Parquet, NDJSON, JSON, CSV and TSV files are the tables. Where there is a folder `data`, that is the default.',
  }),
  setting('QUERN_DUCKDB_CONNECTIONS', 'duckdbConnections', integer(1, 256), {
    default: '4',
    help: 'DuckDB: how many queries run at once; those of one key at most all but one.',
  }),
  setting('QUERN_DUCKDB_MEMORY_LIMIT', 'duckdbMemoryLimitBytes', bytes, {
    help: 'DuckDB: the memory that all queries share; when unset, DuckDB takes up to 80 % of the machine’s.',
  }),
  setting('QUERN_DUCKDB_THREADS', 'duckdbThreads', integer(1, 1024), {
    help: 'DuckDB: the threads that all queries share; when unset, one per core.',
  }),
  setting('QUERN_DUCKDB_SANDBOX_PROCESSES', 'sandboxProcesses', integer(1, 64), {
    default: '2',
    help: 'DuckDB: how many queries with SQL of callers’ own run at once, each in a process of its own; those of one key at most all but one.',
  }),
  setting('QUERN_DUCKDB_SANDBOX_MEMORY_LIMIT', 'sandboxMemoryLimitBytes', bytesFrom('256MiB'), {
    help: 'DuckDB: the memory of one such process, at least 256MiB; when unset, a quarter of the machine’s or the container’s, up to 2GiB.',
  }),
  setting('QUERN_BIGQUERY_PROJECT', 'bigqueryProject', name, {
    help: 'BigQuery: the project that queries run in and are billed to; required with `QUERN_ENGINE=bigquery`.',
  }),
  setting('QUERN_BIGQUERY_DATASET', 'bigqueryDataset', name, {
    help: 'BigQuery: the dataset of tables that the SQL names plainly; required with `QUERN_ENGINE=bigquery`.',
  }),
  setting('QUERN_BIGQUERY_LOCATION', 'bigqueryLocation', name, {
    help: 'BigQuery: where queries run, such as `EU`; when unset, BigQuery takes the dataset’s.',
  }),
  setting('QUERN_BIGQUERY_API_ENDPOINT', 'bigqueryApiEndpoint', url, {
    help: 'BigQuery: another server than Google’s, such as an emulator; no credentials are sent to it.',
  }),
  setting('QUERN_BIGQUERY_MAX_BYTES_BILLED', 'bigqueryMaxBytesBilled', bytes, {
    help: 'BigQuery: the bytes that one run may be billed for, unless its file has `max_bytes_billed`; no limit when unset.',
  }),
  setting('QUERN_BIGQUERY_BUDGET', 'bigqueryBudget', budget, {
    help: 'BigQuery: what all runs together may cost in a day of UTC, such as `1TiB/day` or `100slot-hours/day`, beside the budgets of endpoints and keys; no limit when unset.',
  }),
  setting('QUERN_BIGQUERY_CONCURRENCY', 'bigqueryConcurrency', integer(1, 1000), {
    default: '20',
    help: 'BigQuery: how many queries run at once; those of one key at most all but one.',
  }),
  setting('QUERN_PRICE_PER_TIB', 'pricePerTib', price, {
    help: 'What a TiB costs that the engine bills, in your currency, for `quern spend` and `/api/spend`; no prices when unset.',
  }),
  setting('QUERN_QUEUE_MAX', 'queueMax', integer(0, 100_000), {
    default: '100',
    help: 'How many queries may wait for the engine before further ones are answered with 503, of the key that has most waiting.',
  }),
  setting('QUERN_CACHE_MAX_BYTES', 'cacheMaxBytes', bytes, {
    default: '256MiB',
    help: 'The memory for cached results; where there is no more room, those of keys beyond their share go first, and the least recently used.',
  }),
  setting('QUERN_CACHE_KEY_SHARE', 'cacheKeyShare', percentage, {
    default: '25%',
    help: 'The share of that memory up to which the results that one key’s calls have caused are kept where others need room.',
  }),
  setting('QUERN_WARMING_CONCURRENCY', 'warmingConcurrency', integer(1, 256), {
    default: '2',
    help: 'How many cached results are refreshed at once; one slot of the engine is always left to clients.',
  }),
  setting('QUERN_WARMING_BUDGET', 'warmingBudget', percentage, {
    default: '50%',
    help: 'The share of each budget, of endpoints and of the service, that refreshes ahead of time may take; what is worth least is left to expire.',
  }),
  setting('QUERN_WARMING_LEARNS', 'warmingLearns', oneOf('on', 'off'), {
    default: 'on',
    help: 'Whether results of endpoints with `cache_warming` that are asked for at the same time day by day are made shortly before: `on` or `off`.',
  }),
  setting('QUERN_REDIS_URL', 'redisUrl', redisUrl, {
    help: 'A Redis server through which replicas share results and budgets; when unset, each has its own.',
  }),
  setting('QUERN_RATE_LIMIT', 'rateLimit', rate, {
    help: 'How often one key may call, such as `50/s` or `1000/60s`, unless the key has a `rate_limit` of its own; no limit when unset.',
  }),
  setting('QUERN_SQL_RATE_LIMIT', 'sqlRateLimit', rate, {
    default: '600/60s',
    help: 'How often one key may send SQL of its own to sandboxed endpoints, beside its `rate_limit`; as many may come at once.',
  }),
  setting('QUERN_AUTH_FAILURE_LIMIT', 'authFailureLimit', rate, {
    default: '60/60s',
    help: 'How often calls from one address may come without a valid key before they are answered with 429.',
  }),
  setting('QUERN_KEY_CONCURRENCY', 'keyConcurrency', integer(1, 100_000), {
    default: '50',
    help: 'How many calls of one key may wait for runs at once; one more is answered with 429.',
  }),
  setting('QUERN_MAX_CONNECTIONS', 'maxConnections', integer(1, 1_000_000), {
    default: '10000',
    help: 'How many connections may be open at once; further ones are closed unanswered.',
  }),
  setting('QUERN_TRUST_PROXY', 'trustedProxies', integer(0, 10), {
    default: '0',
    help: 'How many proxies of your own stand in front, whose `X-Forwarded-For` tells the client’s address; with `0` the field is not looked at.',
  }),
  setting('QUERN_CORS_ORIGINS', 'corsOrigins', origins, {
    help: 'The origins whose web pages may call, separated by commas, or `*`; when unset, no page of another origin may.',
  }),
  setting('QUERN_TIMESTAMPS', 'timestamps', oneOf('iso8601', 'unix-micros'), {
    default: 'iso8601',
    help: 'How TIMESTAMP columns are written: `iso8601`, or `unix-micros` (integer microseconds since 1970).',
  }),
  setting('QUERN_NUMBERS', 'numbers', oneOf('exact', 'string', 'number'), {
    default: 'exact',
    help: 'How INT64, NUMERIC and BIGNUMERIC are written: `exact` (a number where a double holds it, else text), `string` or `number`, unless a column’s `json` says otherwise.',
  }),
  setting('QUERN_METRICS_PORT', 'metricsPort', port, {
    help: 'A port of their own for `/metrics`, `/livez` and `/readyz`, which take no key there and are not on `QUERN_PORT` then; when unset, `/metrics` takes a key with the scope `metrics`.',
  }),
  setting('QUERN_METRICS_HOST', 'metricsHost', host, {
    default: '127.0.0.1',
    help: 'The address to listen on at `QUERN_METRICS_PORT`; whoever reaches it may read metrics.',
  }),
  setting('QUERN_METRICS_MAX_ENDPOINTS', 'metricsMaxEndpoints', integer(0, 1_000_000), {
    default: '1000',
    help: 'How many endpoints have metrics of their own; the others are counted together, as `_other`.',
  }),
  setting('QUERN_CONSOLE', 'console', oneOf('on', 'off'), {
    help: 'Whether `/console` has a page to try endpoints in: `on` or `off`; when unset, it has where `QUERN_HOST` is this machine alone.',
  }),
  setting('QUERN_MCP', 'mcp', oneOf('on', 'off'), {
    default: 'off',
    help: 'Whether `POST /mcp` offers agents the endpoints whose files have `agents`, by the Model Context Protocol: `on` or `off`.',
  }),
  setting('QUERN_LOG_LEVEL', 'logLevel', oneOf('error', 'warn', 'log', 'debug'), {
    default: 'log',
    help: 'The least severe messages that are logged: `error`, `warn`, `log` or `debug`.',
  }),
  setting('QUERN_LOG_FORMAT', 'logFormat', oneOf('text', 'json'), {
    default: 'text',
    help: 'How the service’s log is written to standard error: `text`, or `json` with one object a line.',
  }),
  setting('QUERN_ACCESS_LOG', 'accessLog', oneOf('off', 'errors', 'slow', 'all'), {
    default: 'errors',
    help: 'Which answers have a line of their own in the log: none (`off`), those that failed with 5xx (`errors`), slow ones too (`slow`), or `all`.',
  }),
  setting('QUERN_ACCESS_LOG_SLOW', 'accessLogSlowMs', duration, {
    default: '1s',
    help: 'From which time on an answer is slow for `QUERN_ACCESS_LOG`, such as `250ms` or `2s`.',
  }),
  setting('QUERN_SHUTDOWN_GRACE', 'shutdownGraceSeconds', seconds, {
    default: '10',
    help: 'How many seconds requests in flight may take to finish after SIGTERM.',
  }),
] as const;

type Setting = (typeof SETTINGS)[number];
type Value<S extends Setting> =
  (S['kind'] extends Kind<infer T> ? T : never) | (S['default'] extends string ? never : undefined);

/** The operator's settings, checked and converted, with the defaults filled in. */
export type Settings = { readonly [S in Setting as S['property']]: Value<S> };

/** Engines that these settings configure, if only in part. */
export function namedEngines({ engine, bigqueryProject, bigqueryDataset }: Settings): readonly Settings['engine'][] {
  const isBigQueryNamed = bigqueryProject !== undefined || bigqueryDataset !== undefined;
  return ENGINE_NAMES.filter((name) => name === engine || name !== 'bigquery' || isBigQueryNamed);
}

export const Settings = Symbol('Settings');
