import { PAGE_ENTRY } from '../../../../src/endpoint-files/format/endpoint-file.js';
import { byKey, bySetting, bytes, count, error, type LimitSection, milliseconds, secondsOf, takenBy } from './limit.js';

export const RUNS: LimitSection = [
  'A run and its answer',
  [
    {
      what: 'time of a run, its waiting included, in seconds',
      ...byKey('timeout'),
      beyond: error('deadline_exceeded'),
    },
    { what: 'rows', ...byKey('max_rows'), beyond: 'cut off; `Quern-Truncated` says so' },
    {
      what: 'rows of a page',
      limit: takenBy('size', PAGE_ENTRY),
      setBy: '`size` of `page`',
      beyond: 'the next page has them',
    },
    { what: 'bytes of the rows as JSON', ...byKey('max_bytes'), beyond: 'cut off; `Quern-Truncated` says so' },
    {
      what: 'bytes billed',
      ...byKey('max_bytes_billed', '`QUERN_BIGQUERY_MAX_BYTES_BILLED`'),
      beyond: error('cost_limit_exceeded'),
    },
    {
      what: 'the same where the file says nothing',
      ...bySetting('QUERN_BIGQUERY_MAX_BYTES_BILLED'),
      beyond: error('cost_limit_exceeded'),
    },
    {
      what: 'what runs of an endpoint cost in a day',
      ...byKey('budget'),
      beyond: `${error('budget_exhausted')}, or old rows`,
    },
    {
      what: 'what all runs cost in a day',
      ...bySetting('QUERN_BIGQUERY_BUDGET'),
      beyond: `${error('budget_exhausted')}, or old rows`,
    },
    { what: 'runs of an endpoint at once', ...byKey('max_concurrency', 'the engine’s'), beyond: 'they wait' },
    { what: 'runs at once, embedded engine', ...bySetting('QUERN_DUCKDB_CONNECTIONS'), beyond: 'they wait' },
    { what: 'runs at once, BigQuery', ...bySetting('QUERN_BIGQUERY_CONCURRENCY'), beyond: 'they wait' },
    {
      what: 'runs that wait',
      ...bySetting('QUERN_QUEUE_MAX'),
      beyond: `${error('engine_busy')}, for the key that has most waiting`,
    },
    {
      what: 'memory of the embedded engine’s runs',
      ...bySetting('QUERN_DUCKDB_MEMORY_LIMIT', '80 % of the machine’s'),
      beyond: error('query_failed'),
    },
    {
      what: 'threads of the embedded engine',
      ...bySetting('QUERN_DUCKDB_THREADS', 'one per core'),
      beyond: 'they wait',
    },
    {
      what: 'reads of files that are replaced meanwhile, embedded engine',
      limit: count('one-version', 'MAX_READS'),
      beyond: error('engine_unavailable'),
    },
    {
      what: 'rest after a failure of the same values',
      limit: `${secondsOf('backoff', 'FIRST_SECONDS')}, doubled up to ${secondsOf('backoff', 'MAX_SECONDS')}`,
      beyond: `calls meanwhile: ${error('backing_off')}, or old rows`,
    },
    {
      what: 'failures that are remembered for that',
      limit: `${count('backoff', 'MAX_KEYS')}, ${count('backoff', 'MAX_CHARACTERS')} characters of their keys`,
      beyond: 'run again at once',
    },
    {
      what: 'Parquet, Arrow and other forms that are made at once',
      limit: `${count('forms.service', 'THREADS')}, one of them for one key`,
      beyond: `they wait, as runs do; ${error('engine_busy')} beyond \`QUERN_QUEUE_MAX\``,
    },
    {
      what: 'memory for making one',
      limit: bytes('form-thread', 'HEAP_MB', 2 ** 20),
      beyond: error('internal_error'),
    },
    {
      what: 'failures of BigQuery in a row until nobody is sent there',
      limit: count('circuit', 'THRESHOLD'),
      beyond: `${error('engine_unavailable')} for ${secondsOf('circuit', 'FIRST_PAUSE_SECONDS')}, doubled up to ${secondsOf('circuit', 'MAX_PAUSE_SECONDS')}`,
    },
    {
      what: 'time without a word of BigQuery’s within a request',
      limit: milliseconds('jobs', 'SILENT_MS'),
      beyond: 'the request is ended',
    },
    {
      what: 'time for a check of SQL by BigQuery',
      limit: milliseconds('dry-runs', 'CHECK_MS'),
      beyond: 'the endpoint is served unchecked, and the log says so',
    },
    {
      what: 'tables of a query with `refresh: on_change`, on BigQuery',
      limit: count('table-states', 'MAX_TABLES'),
      beyond: 'their state is not known, so that the query is run',
    },
    {
      what: 'tables, and queries, of which it is remembered how they are',
      limit: count('table-states', 'MAX_REMEMBERED'),
      beyond: 'asked about anew',
    },
    {
      what: '`Quern-Ignored-Parameters`',
      limit: `${count('response-head', 'MAX_LISTED')} names of ${count('response-head', 'MAX_NAME')} characters, ${count('response-head', 'MAX_LISTING')} bytes`,
      beyond: 'left out',
    },
    {
      what: '`Link` to the next page',
      limit: `${count('take-cursor', 'MAX_LENGTH')} characters before the cursor`,
      beyond: 'left out; `Quern-Next` has the cursor',
    },
    {
      what: 'the path that a problem repeats (`instance`)',
      limit: `${count('http/problem', 'MAX_INSTANCE')} characters`,
      beyond: 'cut',
    },
  ],
];

export const CALLERS_SQL: LimitSection = [
  'SQL of callers’ own',
  [
    {
      what: 'its text',
      limit: `${count('caller-problem', 'MAX_CHARACTERS')} characters, ${count('sandbox-sql', 'MAX_TOKENS')} words and symbols`,
      beyond: error('invalid_sql'),
    },
    { what: 'SELECTs, joins and UNNESTs', limit: count('caller-problem', 'MAX_PARTS'), beyond: error('invalid_sql') },
    { what: 'pipe operators', limit: count('caller-problem', 'MAX_OPERATORS'), beyond: error('invalid_sql') },
    { what: '`*` for columns', limit: count('caller-problem', 'MAX_STARS'), beyond: error('invalid_sql') },
    {
      what: 'tables, each as often as it comes to be read',
      limit: count('caller-problem', 'MAX_READS'),
      beyond: error('invalid_sql'),
    },
    { what: 'columns of the answer', limit: count('callers-sql', 'MAX_COLUMNS'), beyond: error('invalid_sql') },
    {
      what: 'name of a column',
      limit: `${count('callers-sql', 'MAX_NAME_LENGTH')} characters`,
      beyond: error('invalid_sql'),
    },
    {
      what: 'words of what it is compiled to, embedded engine',
      limit: count('bounded-sql', 'MAX_CALLER_WORDS'),
      beyond: error('invalid_sql'),
    },
    {
      what: 'calls and CASEs within each other, BigQuery',
      limit: count('nesting', 'MAX_DEPTH'),
      beyond: error('invalid_sql'),
    },
    {
      what: 'operands, a key of grouping sets once for each of them, BigQuery',
      limit: count('nesting', 'MAX_NODES'),
      beyond: error('invalid_sql'),
    },
    {
      what: 'time to compile it, of a processor',
      limit: milliseconds('sandbox-compiler', 'MAX_MS'),
      beyond: error('invalid_sql'),
    },
    {
      what: 'texts that are compiled at once',
      limit: `${count('sandbox-compiler', 'THREADS')}, one of them for one key`,
      beyond: 'they wait',
    },
    {
      what: 'rows of the answer',
      limit: count('endpoint-rules', 'MAX_SANDBOX_ROWS'),
      setBy: '`max_rows`, downwards',
      beyond: 'cut off',
    },
    {
      what: 'bytes of the answer, embedded engine',
      limit: `${bytes('sandbox-main', 'MAX_ANSWER_BYTES')}, ${bytes('sandbox-main', 'MAX_ROW_BYTES')} of one row`,
      beyond: error('invalid_sql'),
    },
    {
      what: 'bytes of an answer that is cached',
      limit: bytes('result-loader.service', 'MAX_KEPT_SANDBOX_BYTES'),
      beyond: 'run again for the next call',
    },
    {
      what: 'runs at once, embedded engine',
      ...bySetting('QUERN_DUCKDB_SANDBOX_PROCESSES'),
      beyond: 'they wait',
    },
    {
      what: 'memory of one of them',
      ...bySetting('QUERN_DUCKDB_SANDBOX_MEMORY_LIMIT', sandboxMemory()),
      beyond: error('invalid_sql'),
    },
    {
      what: 'patterns in one query that are looked for in front of the barrier',
      limit: `${count('leakproof', 'MAX_TOTAL_LENGTH')} characters together`,
      beyond: 'it runs behind the barrier, which takes longer',
    },
    {
      what: 'time that DuckDB is given to end a run',
      limit: milliseconds('sandbox-process', 'GRACE_MS'),
      beyond: 'its process is ended',
    },
  ],
];

function sandboxMemory(): string {
  const [least, most] = [bytes('sandbox-memory', 'MIN_BYTES'), bytes('sandbox-memory', 'MAX_BYTES')];
  return `a quarter of the machine’s, from ${least} to ${most}`;
}
