import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BarrierData } from './data.js';

/** Columns of a type, each with a value of one's own and one of others', by their names. */
export type OddColumns = Readonly<Record<string, readonly [type: string, own: string, others: string]>>;

/** Columns with values that few have. */
export const STORED: OddColumns = {
  infinite: ['TIMESTAMP', "'2026-01-01'", "'infinity'"],
  infinite_zoned: ['TIMESTAMPTZ', "'2026-01-01'", "'infinity'"],
  far_zoned: ['TIMESTAMPTZ', "'2026-01-01'", "'290000-01-01'"],
  infinite_day: ['DATE', "'2026-01-01'", "'infinity'"],
  far_day: ['DATE', "'2026-01-01'", "'5000000-01-01'"],
  bytes_: ['BLOB', "'a'", "'\\xFF'"],
  bool_: ['BOOLEAN', 'true', 'NULL'],
  text_: ['VARCHAR', "'own'", 'chr(0)'],
};

/** Columns of types that GoogleSQL lacks or has otherwise, which are converted as they are read. */
export const CONVERTED: OddColumns = {
  enum_: ["ENUM('own', 'zz', 'a')", "'own'", "'zz'"],
  uuid: ['UUID', "'00000000-0000-0000-0000-000000000001'", "'ffffffff-0000-0000-0000-000000000001'"],
  nanoseconds: ['TIMESTAMP_NS', "'2026-01-01'", "'2261-01-01 00:00:00.123456789'"],
  seconds: ['TIMESTAMP_S', "'2026-01-01'", "'294246-01-01'"],
  milliseconds: ['TIMESTAMP_MS', "'2026-01-01'", "'294246-01-01'"],
  fine_decimal: ['DECIMAL(38, 20)', '1', '999999999999999'],
  great_decimal: ['DECIMAL(38, 0)', '1', '99999999999999999999999999999999999999'],
  unsigned: ['UINTEGER', '1', '4294967295'],
  tiny: ['TINYINT', '1', '-128'],
  float_: ['FLOAT', '1', "'nan'"],
  fixed_array: ['INTEGER[3]', '[1, 2, 3]', '[NULL, 2, 3]'],
  enums: ["ENUM('x', 'y')[]", "['x']", "['y', NULL]"],
  struct_: ['STRUCT(a TINYINT, b VARCHAR)', "{'a': 1, 'b': 'x'}", "{'a': -128, 'b': 'zz'}"],
  json_: ['JSON', `'{"a": 1}'`, `'[1]'`],
  structs: ['STRUCT(k VARCHAR)[]', "[{'k': 'a'}]", "[NULL, {'k': NULL}]"],
  huge: ['HUGEINT', '1', '12345678901234567890123'],
};

const OWN_ROWS = 300;
const OTHER_ROWS = 2600;

/** What a caller may ask of such a column; what it cannot be asked is refused. */
const CONDITIONS: readonly ((column: string) => string)[] = [
  (c) => `${c} IS NULL`,
  (c) => `${c} = ${c}`,
  (c) => `NOT (${c} < ${c})`,
  (c) => `${c} IN (${c})`,
  (c) => `${c} > 'b'`,
  (c) => `${c} = 'zz'`,
  (c) => `${c} < 5`,
  (c) => `${c} >= 0.5`,
  (c) => `${c} > '9999-12-31'`,
  (c) => `${c} < TIMESTAMP '2026-02-01'`,
  (c) => `${c} LIKE '%z'`,
  (c) => `REGEXP_CONTAINS(${c}, 'z')`,
  (c) => `TIMESTAMP_TRUNC(${c}, DAY) = '2026-01-01'`,
  (c) => `TIMESTAMP_TRUNC(${c}, SECOND) > '2026-01-01'`,
  (c) => `DATETIME_TRUNC(${c}, DAY) > '2000-01-01'`,
  (c) => `${c} BETWEEN '0001-01-01' AND '2026-06-01'`,
  (c) => `EXTRACT(YEAR FROM ${c}) > 5`,
  (c) => `ARRAY_LENGTH(${c}) > 1`,
  (c) => `CAST(${c} AS STRING) = 'zz'`,
  (c) => `TO_JSON_STRING(${c}) = 'x'`,
  (c) => `FORMAT('%t', ${c}) = 'x'`,
  (c) => `1 / (CAST(${c} AS INT64) - 5) > 0`,
  (c) => `${c}.a < 3`,
  (c) => `${c}.b LIKE 'z%'`,
];

const FRAMES: readonly ((column: string, condition: string) => string)[] = [
  (_, k) => `SELECT COUNT(*) AS n FROM q WHERE ${k}`,
  (c, k) => `SELECT id, ${c} AS v FROM q WHERE ${k} ORDER BY id LIMIT 3`,
  (c, k) => `SELECT id, ${c} AS v FROM q WHERE ${k} ORDER BY v DESC, id LIMIT 2`,
  (c, k) => `SELECT MIN(${c}) AS a, MAX(${c}) AS b, COUNTIF(${k}) AS n FROM q`,
  (c, k) => `SELECT ${c} AS v, COUNT(*) AS n FROM q WHERE ${k} GROUP BY v ORDER BY v`,
  (_, k) => `SELECT * FROM q WHERE ${k} ORDER BY id DESC LIMIT 2`,
  (c, k) => `SELECT COUNT(*) AS n FROM q AS a JOIN (SELECT ${c} AS v FROM q WHERE ${k}) AS b ON a.${c} = b.v`,
  (c) => `SELECT COUNT(*) AS n FROM q, UNNEST(${c}) AS u WHERE u IS NOT NULL`,
];

/** SQL of callers' own: each column, asked everything in every frame. */
export function oddQueries(columns: OddColumns): readonly string[] {
  return Object.keys(columns).flatMap((column) =>
    CONDITIONS.flatMap((condition) => FRAMES.map((frame) => frame(column, condition(column)))),
  );
}

/** The tables `events` and `owners`, with the rows of others or without. */
export async function makeOddData(
  kind: 'duckdb' | 'parquet',
  columns: OddColumns,
  others: boolean,
): Promise<BarrierData> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-barrier-'));
  const path = join(folder, 'data.duckdb');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = (tenant: string, count: number, firstId: number, place: 1 | 2) => {
    const values = Object.entries(columns).map(([name, column]) => `CAST(${column[place]} AS ${column[0]}) AS ${name}`);
    return `SELECT ${firstId} + range AS id, '${tenant}' AS tenant, ${values.join(', ')} FROM range(${count})`;
  };
  const all = [rows('demo', OWN_ROWS, 0, 1), ...(others ? [rows('other', OTHER_ROWS, 1000, 2)] : [])];
  await connection.run(`SET TimeZone = 'UTC'`);
  await connection.run(`ATTACH '${path}' AS made`);
  await connection.run(`CREATE TABLE made.events AS ${all.join(' UNION ALL ')}`);
  await connection.run('CREATE TABLE made.owners AS SELECT id, tenant FROM made.events');
  if (kind === 'parquet')
    for (const table of ['events', 'owners'])
      await connection.run(`COPY made.${table} TO '${join(folder, `${table}.parquet`)}' (FORMAT parquet)`);
  await connection.run('DETACH made');
  connection.closeSync();
  instance.closeSync();
  if (kind === 'parquet') await rm(path);
  return { folder, path: kind === 'parquet' ? folder : path };
}
