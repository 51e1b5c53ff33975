import {
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
  rate,
  redisUrl,
  seconds,
  token,
  url,
} from './kinds.js';

interface SettingEntry {
  /** The environment variable. */
  readonly variable: string;
  /** Its name in `Settings`. */
  readonly property: string;
  readonly kind: Kind<unknown>;
  /** As an operator would write it. Undefined: the value is undefined too, and `help` says what then happens. */
  readonly default: string | undefined;
  /** One sentence for the table of `docs/reference/settings.md`. */
  readonly help: string;
}

/** Every variable that Quern reads. The reader, the type and the table of the documentation all follow this one. */
export const SETTINGS = [
  {
    variable: 'QUERN_HOST',
    property: 'host',
    kind: host,
    default: '127.0.0.1',
    help: 'The address to listen on; `0.0.0.0` or `::` for every one.',
  },
  {
    variable: 'QUERN_PORT',
    property: 'port',
    kind: port,
    default: '3000',
    help: 'The port to listen on; `0` takes any free one and prints it.',
  },
  {
    variable: 'QUERN_REUSE_PORT',
    property: 'reusePort',
    kind: oneOf('on', 'off'),
    default: 'off',
    help: 'Whether other replicas on this machine may listen on the same address and port, over which the system then spreads connections: `on` or `off`. It takes Node 22.12 or later and Linux or FreeBSD.',
  },
  {
    variable: 'QUERN_ENDPOINTS',
    property: 'endpointsPath',
    kind: path,
    default: 'endpoints',
    help: 'The folder of endpoint files, read recursively (`*.yaml`, `*.yml`). In a folder with neither `endpoints` nor `data` it is that of the endpoints that ship with Quern.',
  },
  {
    variable: 'QUERN_RELOAD',
    property: 'reload',
    kind: oneOf('on', 'off'),
    default: 'on',
    help: 'Whether changes to the endpoint files and to the tables in `QUERN_DATA` are taken up while the service runs: `on` or `off`.',
  },
  {
    variable: 'QUERN_CHECKED',
    property: 'checkedPath',
    kind: path,
    default: undefined,
    help: 'DuckDB: the folder that keeps what was found in endpoint files, so that those that have not changed are not checked again at the next start; `off` for none. When unset, it is `.quern/checked`.',
  },
  {
    variable: 'QUERN_STORE',
    property: 'store',
    kind: oneOf('auto', 'on', 'off'),
    default: 'auto',
    help: 'DuckDB: whether copies of the tables in the folder of `QUERN_DATA` are kept in DuckDB’s own format, which are read many times as fast as the files and have the same rows: `auto` (text from 256 KiB on, Parquet from 1 MiB on), `on` (all) or `off`.',
  },
  {
    variable: 'QUERN_STORE_PATH',
    property: 'storePath',
    kind: path,
    default: undefined,
    help: 'DuckDB: the folder for these copies, which nobody else may write to. When unset, it is `.quern/store`.',
  },
  {
    variable: 'QUERN_STORE_MAX_BYTES',
    property: 'storeMaxBytes',
    kind: bytes,
    default: '10GiB',
    help: 'DuckDB: the bytes of all of these copies together; a table for which there is no room is read from its files.',
  },
  {
    variable: 'QUERN_SPENT_FILE',
    property: 'spentFile',
    kind: path,
    default: undefined,
    help: 'The file that keeps what runs have cost today, for budgets; `off` for none. When unset, it is `.quern/spent.json`.',
  },
  {
    variable: 'QUERN_API_KEY',
    property: 'apiKey',
    kind: token,
    default: undefined,
    help: 'One token with every scope, beside the keys of the keys file; for containers and quick starts.',
  },
  {
    variable: 'QUERN_KEYS_FILE',
    property: 'keysFile',
    kind: path,
    default: '.quern/keys.yaml',
    help: 'The file of keys; without it and without `QUERN_API_KEY`, the first start makes a key and prints its token once.',
  },
  {
    variable: 'QUERN_ENGINE',
    property: 'engine',
    kind: oneOf('duckdb', 'bigquery'),
    default: 'duckdb',
    help: 'What runs the queries: `duckdb` (embedded) or `bigquery`.',
  },
  {
    variable: 'QUERN_DATA',
    property: 'dataPath',
    kind: path,
    default: '.quern/sample',
    help: 'DuckDB: a `.duckdb` file, or the folder whose Parquet, NDJSON, JSON, CSV and TSV files are the tables. Where there is a folder `data`, that is the default.',
  },
  {
    variable: 'QUERN_DUCKDB_CONNECTIONS',
    property: 'duckdbConnections',
    kind: integer(1, 256),
    default: '4',
    help: 'DuckDB: how many queries run at once; those of one key at most all but one.',
  },
  {
    variable: 'QUERN_DUCKDB_MEMORY_LIMIT',
    property: 'duckdbMemoryLimitBytes',
    kind: bytes,
    default: undefined,
    help: 'DuckDB: the memory that all queries share; when unset, DuckDB takes up to 80 % of the machine’s.',
  },
  {
    variable: 'QUERN_DUCKDB_THREADS',
    property: 'duckdbThreads',
    kind: integer(1, 1024),
    default: undefined,
    help: 'DuckDB: the threads that all queries share; when unset, one per core.',
  },
  {
    variable: 'QUERN_DUCKDB_SANDBOX_PROCESSES',
    property: 'sandboxProcesses',
    kind: integer(1, 64),
    default: '2',
    help: 'DuckDB: how many queries with SQL of callers’ own run at once, each in a process of its own; those of one key at most all but one.',
  },
  {
    variable: 'QUERN_DUCKDB_SANDBOX_MEMORY_LIMIT',
    property: 'sandboxMemoryLimitBytes',
    kind: bytesFrom('256MiB'),
    default: undefined,
    help: 'DuckDB: the memory of one such process, at least 256MiB; when unset, a quarter of the machine’s or the container’s, up to 2GiB.',
  },
  {
    variable: 'QUERN_BIGQUERY_PROJECT',
    property: 'bigqueryProject',
    kind: name,
    default: undefined,
    help: 'BigQuery: the project that queries run in and are billed to; required with `QUERN_ENGINE=bigquery`.',
  },
  {
    variable: 'QUERN_BIGQUERY_DATASET',
    property: 'bigqueryDataset',
    kind: name,
    default: undefined,
    help: 'BigQuery: the dataset of tables that the SQL names plainly; required with `QUERN_ENGINE=bigquery`.',
  },
  {
    variable: 'QUERN_BIGQUERY_LOCATION',
    property: 'bigqueryLocation',
    kind: name,
    default: undefined,
    help: 'BigQuery: where queries run, such as `EU`; when unset, BigQuery takes the dataset’s.',
  },
  {
    variable: 'QUERN_BIGQUERY_API_ENDPOINT',
    property: 'bigqueryApiEndpoint',
    kind: url,
    default: undefined,
    help: 'BigQuery: another server than Google’s, such as an emulator; no credentials are sent to it.',
  },
  {
    variable: 'QUERN_BIGQUERY_MAX_BYTES_BILLED',
    property: 'bigqueryMaxBytesBilled',
    kind: bytes,
    default: undefined,
    help: 'BigQuery: the bytes that one run may be billed for, unless its file has `max_bytes_billed`; no limit when unset.',
  },
  {
    variable: 'QUERN_BIGQUERY_CONCURRENCY',
    property: 'bigqueryConcurrency',
    kind: integer(1, 1000),
    default: '20',
    help: 'BigQuery: how many queries run at once; those of one key at most all but one.',
  },
  {
    variable: 'QUERN_QUEUE_MAX',
    property: 'queueMax',
    kind: integer(0, 100_000),
    default: '100',
    help: 'How many queries may wait for the engine before further ones are answered with 503, of the key that has most waiting.',
  },
  {
    variable: 'QUERN_CACHE_MAX_BYTES',
    property: 'cacheMaxBytes',
    kind: bytes,
    default: '256MiB',
    help: 'The memory for cached results; where there is no more room, those of keys beyond their share go first, and the least recently used.',
  },
  {
    variable: 'QUERN_CACHE_KEY_SHARE',
    property: 'cacheKeyShare',
    kind: percentage,
    default: '25%',
    help: 'The share of that memory up to which the results that one key’s calls have caused are kept where others need room.',
  },
  {
    variable: 'QUERN_WARMING_CONCURRENCY',
    property: 'warmingConcurrency',
    kind: integer(1, 256),
    default: '2',
    help: 'How many cached results are refreshed at once; one slot of the engine is always left to clients.',
  },
  {
    variable: 'QUERN_REDIS_URL',
    property: 'redisUrl',
    kind: redisUrl,
    default: undefined,
    help: 'A Redis server through which replicas share results; when unset, each has its own.',
  },
  {
    variable: 'QUERN_RATE_LIMIT',
    property: 'rateLimit',
    kind: rate,
    default: undefined,
    help: 'How often one key may call, such as `50/s` or `1000/60s`, unless the key has a `rate_limit` of its own; no limit when unset.',
  },
  {
    variable: 'QUERN_SQL_RATE_LIMIT',
    property: 'sqlRateLimit',
    kind: rate,
    default: '600/60s',
    help: 'How often one key may send SQL of its own to sandboxed endpoints, beside its `rate_limit`; as many may come at once.',
  },
  {
    variable: 'QUERN_AUTH_FAILURE_LIMIT',
    property: 'authFailureLimit',
    kind: rate,
    default: '60/60s',
    help: 'How often calls from one address may come without a valid key before they are answered with 429.',
  },
  {
    variable: 'QUERN_KEY_CONCURRENCY',
    property: 'keyConcurrency',
    kind: integer(1, 100_000),
    default: '50',
    help: 'How many calls of one key may wait for runs at once; one more is answered with 429.',
  },
  {
    variable: 'QUERN_MAX_CONNECTIONS',
    property: 'maxConnections',
    kind: integer(1, 1_000_000),
    default: '10000',
    help: 'How many connections may be open at once; further ones are closed unanswered.',
  },
  {
    variable: 'QUERN_TRUST_PROXY',
    property: 'trustedProxies',
    kind: integer(0, 10),
    default: '0',
    help: 'How many proxies of your own stand in front, whose `X-Forwarded-For` tells the client’s address; with `0` the field is not looked at.',
  },
  {
    variable: 'QUERN_CORS_ORIGINS',
    property: 'corsOrigins',
    kind: origins,
    default: undefined,
    help: 'The origins whose web pages may call, separated by commas, or `*`; when unset, no page of another origin may.',
  },
  {
    variable: 'QUERN_TIMESTAMPS',
    property: 'timestamps',
    kind: oneOf('iso8601', 'unix-micros'),
    default: 'iso8601',
    help: 'How TIMESTAMP columns are written: `iso8601`, or `unix-micros` (integer microseconds since 1970).',
  },
  {
    variable: 'QUERN_NUMBERS',
    property: 'numbers',
    kind: oneOf('exact', 'string', 'number'),
    default: 'exact',
    help: 'How INT64, NUMERIC and BIGNUMERIC are written: `exact` (a number where a double holds it, else text), `string` or `number`, unless a column’s `json` says otherwise.',
  },
  {
    variable: 'QUERN_METRICS_PORT',
    property: 'metricsPort',
    kind: port,
    default: undefined,
    help: 'A port of their own for `/metrics`, `/livez` and `/readyz`, which take no key there and are not on `QUERN_PORT` then; when unset, `/metrics` takes a key with the scope `metrics`.',
  },
  {
    variable: 'QUERN_METRICS_HOST',
    property: 'metricsHost',
    kind: host,
    default: '127.0.0.1',
    help: 'The address to listen on at `QUERN_METRICS_PORT`; whoever reaches it may read metrics.',
  },
  {
    variable: 'QUERN_METRICS_MAX_ENDPOINTS',
    property: 'metricsMaxEndpoints',
    kind: integer(0, 1_000_000),
    default: '1000',
    help: 'How many endpoints have metrics of their own; the others are counted together, as `_other`.',
  },
  {
    variable: 'QUERN_CONSOLE',
    property: 'console',
    kind: oneOf('on', 'off'),
    default: undefined,
    help: 'Whether `/console` has a page to try endpoints in: `on` or `off`; when unset, it has where `QUERN_HOST` is this machine alone.',
  },
  {
    variable: 'QUERN_MCP',
    property: 'mcp',
    kind: oneOf('on', 'off'),
    default: 'off',
    help: 'Whether `POST /mcp` offers agents the endpoints whose files have `agents`, by the Model Context Protocol: `on` or `off`.',
  },
  {
    variable: 'QUERN_LOG_LEVEL',
    property: 'logLevel',
    kind: oneOf('error', 'warn', 'log', 'debug'),
    default: 'log',
    help: 'The least severe messages that are logged: `error`, `warn`, `log` or `debug`.',
  },
  {
    variable: 'QUERN_LOG_FORMAT',
    property: 'logFormat',
    kind: oneOf('text', 'json'),
    default: 'text',
    help: 'How the service’s log is written to standard error: `text`, or `json` with one object a line.',
  },
  {
    variable: 'QUERN_ACCESS_LOG',
    property: 'accessLog',
    kind: oneOf('off', 'errors', 'slow', 'all'),
    default: 'errors',
    help: 'Which answers have a line of their own in the log: none (`off`), those that failed with 5xx (`errors`), slow ones too (`slow`), or `all`.',
  },
  {
    variable: 'QUERN_ACCESS_LOG_SLOW',
    property: 'accessLogSlowMs',
    kind: duration,
    default: '1s',
    help: 'From which time on an answer is slow for `QUERN_ACCESS_LOG`, such as `250ms` or `2s`.',
  },
  {
    variable: 'QUERN_SHUTDOWN_GRACE',
    property: 'shutdownGraceSeconds',
    kind: seconds,
    default: '10',
    help: 'How many seconds requests in flight may take to finish after SIGTERM.',
  },
] as const satisfies readonly SettingEntry[];

type Setting = (typeof SETTINGS)[number];
type Value<S extends Setting> =
  (S['kind'] extends Kind<infer T> ? T : never) | (S['default'] extends string ? never : undefined);

/** What the operator has set, checked and converted, with the defaults filled in. */
export type Settings = { readonly [S in Setting as S['property']]: Value<S> };

/** Nest's token for them. */
export const Settings = Symbol('Settings');
