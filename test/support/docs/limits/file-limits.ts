import { KEY_ID, SCOPE } from '../../../../src/access/key-rules.js';
import { COLUMN_ENTRY } from '../../../../src/endpoint-files/format/endpoint-file.js';
import { PARAMETER_ENTRY } from '../../../../src/endpoint-files/format/parameter-entry.js';
import { TEST_ENTRY } from '../../../../src/endpoint-files/format/test-entry.js';
import { bySetting, bytes, count, type LimitSection, longest, milliseconds, secondsOf, takenBy } from './limit.js';

const REFUSED = 'refused at load, at its line';

export const FILES: LimitSection = [
  'Endpoint files',
  [
    { what: 'endpoint files', limit: 'none', beyond: '10,000 are measured: [capacity](../how-to/capacity.md)' },
    { what: 'an endpoint file', limit: bytes('endpoint-file-reading', 'MAX_BYTES'), beyond: 'refused at load' },
    {
      what: 'problems of a file that are told',
      limit: count('diagnostics/problem', 'MOST_TOLD'),
      beyond: 'counted, in one more',
    },
    {
      what: 'what was found in them, kept between starts (`QUERN_CHECKED`)',
      limit: bytes('segments', 'MAX_BYTES'),
      beyond: 'checked anew at the next start',
    },
    { what: '`name`', limit: takenBy('name'), beyond: REFUSED },
    {
      what: '`name` of an endpoint that is a tool',
      limit: `${count('agents-reader', 'MAX_TOOL_NAME')} characters`,
      beyond: REFUSED,
    },
    { what: '`description`', limit: takenBy('description'), beyond: REFUSED },
    { what: '`pattern` of a parameter', limit: takenBy('pattern', PARAMETER_ENTRY), beyond: REFUSED },
    { what: '`name` of a column', limit: takenBy('name', COLUMN_ENTRY), beyond: REFUSED },
    { what: '`warm`', limit: takenBy('warm'), beyond: REFUSED },
    { what: '`row_count` of a test', limit: takenBy('row_count', TEST_ENTRY), beyond: REFUSED },
    {
      what: 'SQL nested in brackets, CASE and subqueries',
      limit: `${count('token-reader', 'MAX_DEPTH')} levels; 16 operators, joins or set operations in a row count as one`,
      beyond: REFUSED,
    },
    {
      what: 'tables that WITH queries come to read',
      limit: count('query-reader', 'MAX_READINGS'),
      beyond: 'static checks look no further',
    },
  ],
];

export const EMBEDDED: LimitSection = [
  'SQL of endpoint files on the embedded engine',
  [
    {
      what: 'expressions, each as often as it is compiled',
      limit: count('compile-budget', 'MAX_COST'),
      beyond: REFUSED,
    },
    { what: 'words of what it is compiled to', limit: count('bounded-sql', 'MAX_AUTHOR_WORDS'), beyond: REFUSED },
    {
      what: 'an expression of what it is compiled to',
      limit: `${count('expansion', 'MAX_CHARACTERS')} characters`,
      beyond: REFUSED,
    },
    {
      what: 'columns of a query that is read in FROM, and of a PIVOT',
      limit: count('output-column', 'MAX_COLUMNS'),
      beyond: REFUSED,
    },
    {
      what: 'grouping sets',
      limit: `${count('grouping-sets', 'MAX_SETS')}, ${count('grouping-sets', 'MAX_KEYS')} keys in all`,
      beyond: REFUSED,
    },
    {
      what: 'iterations of WITH RECURSIVE',
      limit: count('recursive-query', 'MAX_ITERATIONS'),
      beyond: 'the run fails',
    },
    { what: 'JSON that is written in SQL', limit: `${count('json-tokens', 'MAX_DEPTH')} levels`, beyond: REFUSED },
    { what: 'an index in a path that changes JSON', limit: count('json-mutators', 'MAX_INDEX'), beyond: REFUSED },
    {
      what: 'columns of a table in files, fields of records included',
      limit: count('file-view', 'MAX_COLUMNS'),
      beyond: 'no table',
    },
    { what: 'a schema beside them', limit: bytes('table-folder', 'MAX_SCHEMA_BYTES'), beyond: 'no table' },
    {
      what: 'NDJSON and JSON of a table that has changed and is read to its end',
      limit: bytes('sound-rows', 'MAX_CHANGED_JSON'),
      beyond: 'a row that is none is found by the calls that read it',
    },
    {
      what: 'how long a file of data may be written without a pause',
      limit: milliseconds('followed-tables', 'MAX_RESTLESS_MS'),
      beyond: 'looked at all the same',
    },
  ],
];

export const KEYS_FILE: LimitSection = [
  'The keys file',
  [
    { what: 'keys', limit: 'none', beyond: 'the file is read whole at each change' },
    {
      what: 'id of a key',
      limit: longest(KEY_ID),
      beyond: 'the file is refused: a start fails, a running service keeps the keys of before',
    },
    { what: 'a scope', limit: longest(SCOPE), beyond: 'the same' },
    {
      what: '`QUERN_API_KEY`',
      limit: `16 to ${count('kinds', 'MAX_TOKEN_LENGTH')} characters`,
      beyond: 'the start is refused',
    },
    {
      what: 'time until a change of the file is looked at',
      limit: milliseconds('keys-watch.service', 'INTERVAL_MS'),
      beyond: 'a key that is revoked is refused',
    },
  ],
];

export const FIGURES: LimitSection = [
  'What is kept for operators',
  [
    {
      what: 'endpoints that have metrics of their own',
      ...bySetting('QUERN_METRICS_MAX_ENDPOINTS'),
      beyond: 'counted together, as `_other`',
    },
    {
      what: 'keys that have metrics of their own',
      limit: count('key-metrics.service', 'MAX_KEYS'),
      beyond: 'counted together, as `_other`',
    },
    {
      what: 'endpoints that have a history',
      limit: count('endpoint-history.service', 'MAX_ENDPOINTS'),
      beyond: 'the one to which nothing has happened longest is forgotten',
    },
    {
      what: 'a history',
      limit: `${count('minute-figures', 'MAX_MINUTES')} minutes, ${count('recent-runs', 'MAX_RECENT_RUNS')} runs`,
      beyond: 'forgotten',
    },
    {
      what: 'log that nobody has read yet',
      limit: bytes('stderr-sink', 'MAX_UNREAD_BYTES'),
      beyond: 'lines are dropped, and counted',
    },
    {
      what: 'the engine’s words in the log',
      limit: `${count('runner.service', 'MAX_REASON')} characters`,
      beyond: 'cut',
    },
    {
      what: 'from when on an answer is slow',
      ...bySetting('QUERN_ACCESS_LOG_SLOW'),
      beyond: 'a line with `QUERN_ACCESS_LOG=slow`',
    },
  ],
];

export const COMMANDS: LimitSection = [
  'The command line',
  [
    { what: 'a query of `quern sql`', limit: secondsOf('run-query', 'TIMEOUT_SECONDS'), beyond: 'ended' },
    { what: 'entries that its shell remembers', limit: count('sql-history', 'MAX_ENTRIES'), beyond: 'forgotten' },
    {
      what: '`quern health --timeout`',
      limit: secondsOf('commands', 'MAX_SECONDS'),
      beyond: 'refused, exit status 2',
    },
    {
      what: 'what `quern health` reads and shows of an answer',
      limit: `${bytes('health.action', 'MAX_BYTES')}, ${count('health.action', 'MAX_SHOWN')} characters`,
      beyond: 'left unread',
    },
    {
      what: 'tables and columns that `quern new` lists',
      limit: `${count('source-lists', 'MOST_TABLES')} and ${count('source-lists', 'MOST_COLUMNS')}`,
      beyond: '`quern tables` has all',
    },
    {
      what: 'rows of the endpoint that `quern init` writes',
      limit: count('first-endpoint', 'MOST_ROWS'),
      beyond: 'cut off',
    },
    {
      what: 'width of a column in a table',
      limit: `${count('format-table', 'MAX_WIDTH')} characters`,
      beyond: 'cut; `--format json` has all',
    },
    {
      what: 'what `quern test` shows of a difference',
      limit: `${count('difference-text', 'MAX_ROWS')} rows, ${count('difference-text', 'MAX_VALUE')} characters of a value`,
      beyond: 'counted',
    },
    {
      what: 'width of the rows that `quern test --update` writes in a line',
      limit: `${count('row-updates', 'MAX_WIDTH')} characters`,
      beyond: 'one value a line',
    },
  ],
];
