import { openBigQuery } from '../support/engines/bigquery-server.js';
import { describeEngine } from '../support/engines/engine-contract.js';
import { DATASET, type Emulator, PROJECT, startEmulator } from '../support/engines/emulator.js';

/** Faults of the emulator, each shown by a minimal request in `emulator-faults.spec.ts`. */
const EXCEPTIONS = [
  'IEEE_DIVIDE(0, 0) is "NaN"',
  'IEEE_DIVIDE(1, 0) is "Infinity"',
  'IEEE_DIVIDE(-1, 0) is "-Infinity"',
  `[STRUCT(TIMESTAMP '1969-12-31 23:59:59.5' AS t)] is [{"t":"1969-12-31T23:59:59.5Z"}]`,
  'writes timestamps as microseconds where that is set',
  'FLOAT64 NaN',
  ...['INT64', 'FLOAT64', 'BOOL', 'TIMESTAMP'].map((type) => `an ARRAY of ${type}`),
  ...['STRING', 'INT64', 'FLOAT64', 'BOOL', 'TIMESTAMP', 'DATE'].map((type) => `an ARRAY of ${type} that is NULL`),
  ...['STRING', 'FLOAT64', 'BOOL', 'TIMESTAMP', 'DATE'].map((type) => `NULL of ${type} keeps its type`),
  'names and types the columns, also when there are no rows',
  ...['"("', '"[a"', '"*"', '"a{2,1}"', '"\\\\"', '"(?<n"', '"a**"', '"\\\\8"'].map(
    (pattern) => `tells that ${pattern} is no regular expression`,
  ),
  ...[
    'SELECT 1 / @value',
    'SELECT n / @value FROM UNNEST([1, 2]) AS n',
    'SELECT DATE(CURRENT_TIMESTAMP(), @value)',
    'SELECT CAST(@value AS INT64)',
  ].map((sql) => `tells the caller of a value that the query cannot use: ${sql}`),
  'keeps the words of the driver and the SQL from the caller: SELECT 9223372036854775807 + 1 + @value',
  'keeps the words of the driver and the SQL from the caller: SELECT [1, NULL] AS a, @value AS b',
];

/** Some seconds: the emulator ends no query before its time, and runs one after the other. */
const SLOW_QUERY = `
  SELECT SUM(MOD(a * b, 7)) AS n
  FROM UNNEST(GENERATE_ARRAY(1, 600)) AS a CROSS JOIN UNNEST(GENERATE_ARRAY(1, 1000)) AS b`;

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});

afterAll(() => emulator.stop());

describeEngine(
  'BigQuery',
  async (options) => {
    const engine = await openBigQuery(emulator.url, { projectId: PROJECT, dataset: DATASET, ...options });
    return { engine, close: () => engine.close() };
  },
  {
    slowQuery: SLOW_QUERY,
    settled: async () => {
      await emulator.query('SELECT 1');
    },
    tellsBytes: true,
    exceptions: EXCEPTIONS,
  },
);
