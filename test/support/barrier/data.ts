import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COLUMNS } from './calls.js';

/** Kinds of files that tables are read from; in `held`, most columns are fields of a record, which stands for an array. */
export const KINDS = ['parquet', 'ndjson', 'csv', 'duckdb', 'held'] as const;

export interface DataForm {
  readonly kind: (typeof KINDS)[number];
  /** The owner of the rows that stand first in the file; with `neither`, copies of both stand in turn. */
  readonly first: 'own' | 'others' | 'neither';
  /** Copies of each row: from some 100,000 rows on DuckDB reorders conditions as it runs. */
  readonly copies: number;
  /** Whether others have rows at all. */
  readonly others: boolean;
  /** Whether the tenant that is called for has none. */
  readonly ownless?: boolean;
}

export interface BarrierData {
  readonly folder: string;
  /** The value of QUERN_DATA. */
  readonly path: string;
  readonly isHeld?: boolean;
}

type Values = Readonly<Record<keyof typeof COLUMNS, readonly string[]>>;

/** Values, in DuckDB's SQL, that no function fails on that has any use for them. */
const OWN: Values = {
  s: ["'1234'"],
  text: ["'12'", "'34'"],
  day: ["'2026-11-20'"],
  json: [`'{"a":1}'`],
  i: ['1', '2'],
  // One value for all rows, whose sum and product have different last digits.
  f: ['0.1'],
  n: ['2.5', '1.25'],
  b: ['true'],
  y: ["'1234'::BLOB"],
  d: ["DATE '2026-11-20'"],
  dt: ["TIMESTAMP '2026-11-20 10:00:00'"],
  t: ["TIME '10:00:00'"],
  ts: ["TIMESTAMPTZ '2026-11-20 10:00:00+00'"],
  words: ["['12', '34', '56']"],
  numbers: ['[1]'],
};

/** Values that somebody else may have: those of each type that its functions fail on. */
const OTHERS: Values = {
  s: [
    "'zz'",
    "''",
    "repeat('9', 400)",
    "'['",
    "'2026-13-77'",
    "'ß'",
    'chr(304)',
    "'('",
    "'inf'",
    "'-1'",
    "'%'",
    "'\\'",
  ],
  text: ["'\\'", "'('", "''", "'[['", "'%Q'", "'no such zone'", 'chr(7838)', 'chr(411)'],
  day: ["'2026-11-31'", "'0000-00-00'", "'x'", "''", "'2026-11-20 25:00:00'"],
  json: ['\'{"a":\'', "'['", '\'{"a":1e999}\'', "'nul'", "''", '\'{"a":"b"}\'', '\'{"a":true}\'', '\'"x"\''],
  i: ['-9223372036854775808', '9223372036854775807', '0', '-1', '1000000000000', '-5', '99999', '33'],
  f: ["'nan'::DOUBLE", "'inf'::DOUBLE", '-1.0', '0.0', '1e308', '-1e308', '1e-320', '1.5'],
  n: ['99999999999999999999999999999.999999999', '-99999999999999999999999999999.999999999', '0', '-1'],
  b: ['false', 'NULL', 'false'],
  y: ["'\\xFF\\xFE'::BLOB", "''::BLOB", "'\\xC3'::BLOB", "'zzz'::BLOB"],
  d: ["DATE '0001-01-01'", "DATE '9999-12-31'", "DATE '9999-12-30'", "DATE '0001-01-02'"],
  dt: ["TIMESTAMP '0001-01-01 00:00:00'", "TIMESTAMP '9999-12-31 23:59:59.999999'"],
  t: ["TIME '23:59:59.999999'", "TIME '00:00:00'"],
  ts: ["TIMESTAMPTZ '0001-01-01 00:00:00+00'", "TIMESTAMPTZ '9999-12-31 23:59:59.999999+00'"],
  words: ['[]::VARCHAR[]', "['(']", "['\\']", "['zz', 'y']", 'NULL', "['']"],
  numbers: [
    '[]::BIGINT[]',
    '[-9223372036854775808, 9223372036854775807]',
    '[9223372036854775807, 1]',
    'NULL',
    '[0, 0]',
  ],
};

/** Rows enough for each value to meet several of the others. */
const OTHER_ROWS = 24;
const OWN_ROWS = 4;

/** Makes the tables `events` and `owners` of a form, in a folder of its own. */
export async function makeData(form: DataForm): Promise<BarrierData> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-barrier-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`SET TimeZone = 'UTC'`);
    await connection.run(`CREATE TABLE events AS ${eventsOf(form)}`);
    await connection.run('CREATE TABLE owners AS SELECT id, tenant FROM events');
    return { folder, path: await write(connection, form, folder), isHeld: form.kind === 'held' };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function eventsOf({ first, copies, others, ownless = false }: DataForm): string {
  const own = ownless ? nobodys() : rowsOf('demo', OWN, OWN_ROWS, 0);
  const sets = others ? [own, rowsOf('other', OTHERS, OTHER_ROWS, 1000)] : [own];
  const ordered = first === 'others' ? sets.reverse() : sets;
  const rows = ordered.flat().map((row, place) => `SELECT ${place} AS place, ${row}`);
  return `SELECT * EXCLUDE (place, copy) REPLACE (id + copy * 10000 AS id)
    FROM (${rows.join(' UNION ALL ')}), (SELECT range AS copy FROM range(${copies}))
    ORDER BY ${first === 'neither' ? 'copy, place' : 'place, copy'}`;
}

function nobodys(): string[] {
  return rowsOf('nobody', OWN, 1, 0).map((row) => `${row} WHERE false`);
}

function rowsOf(tenant: string, values: Values, count: number, firstId: number): string[] {
  return Array.from({ length: count }, (_, row) => {
    const columns = Object.entries(values).map(([name, some], column) => {
      const value = some[(row + (row >= some.length ? column : 0)) % some.length] ?? 'NULL';
      return `CAST(${value} AS ${TYPES[COLUMNS[name as keyof Values]]}) AS ${name}`;
    });
    return `${firstId + row} AS id, '${tenant}' AS tenant, [{'tenant': '${tenant}'}] AS owner, ${columns.join(', ')}`;
  });
}

const TYPES: Readonly<Record<(typeof COLUMNS)[keyof typeof COLUMNS], string>> = {
  STRING: 'VARCHAR',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  NUMERIC: 'DECIMAL(38, 9)',
  BOOL: 'BOOLEAN',
  BYTES: 'BLOB',
  DATE: 'DATE',
  DATETIME: 'TIMESTAMP',
  TIME: 'TIME',
  TIMESTAMP: 'TIMESTAMPTZ',
  'ARRAY<STRING>': 'VARCHAR[]',
  'ARRAY<INT64>': 'BIGINT[]',
};

/** Columns that the shapes of an endpoint's query read stay outside the record. */
const HELD_EVENTS = `SELECT id, tenant, {'tenant': owner[1].tenant} AS owner, ts,
  struct_pack(${Object.keys(COLUMNS)
    .filter((name) => name !== 'ts')
    .map((name) => `${name} := ${name}`)
    .join(', ')}, there := true) AS record FROM events`;

async function write(connection: DuckDBConnection, { kind }: DataForm, folder: string): Promise<string> {
  if (kind === 'duckdb' || kind === 'held') {
    const path = join(folder, 'data.duckdb');
    await connection.run(`ATTACH '${path}' AS made`);
    const events = kind === 'held' ? HELD_EVENTS : 'FROM events';
    await connection.run(`CREATE TABLE made.events AS ${events}`);
    await connection.run('CREATE TABLE made.owners AS FROM owners');
    await connection.run('DETACH made');
    return path;
  }
  for (const [table, schema] of Object.entries(SCHEMAS)) {
    await writeFile(join(folder, `${table}.schema.json`), JSON.stringify(schema));
    const items = schema.map(({ name, mode, type }) => {
      if (kind === 'parquet') return name;
      if (type === 'BYTES') return `to_base64(${name}) AS ${name}`;
      const isNested = mode === 'REPEATED';
      if (isNested) return kind === 'csv' ? `CAST(to_json(${name}) AS VARCHAR) AS ${name}` : name;
      return type === 'INTEGER' && kind === 'ndjson' ? name : `CAST(${name} AS VARCHAR) AS ${name}`;
    });
    const format = { parquet: 'FORMAT parquet', ndjson: 'FORMAT json', csv: 'FORMAT csv, HEADER' }[kind];
    await connection.run(
      `COPY (SELECT ${items.join(', ')} FROM ${table}) TO '${join(folder, `${table}.${kind}`)}' (${format})`,
    );
  }
  return folder;
}

const BIGQUERY_NAMES: Readonly<Record<string, string>> = { INT64: 'INTEGER', FLOAT64: 'FLOAT', BOOL: 'BOOLEAN' };

const SCHEMAS = {
  events: [
    { name: 'id', type: 'INTEGER', mode: 'NULLABLE' },
    { name: 'tenant', type: 'STRING', mode: 'NULLABLE' },
    { name: 'owner', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'tenant', type: 'STRING' }] },
    ...Object.entries(COLUMNS).map(([name, type]) => {
      const element = /^ARRAY<(.*)>$/.exec(type)?.[1];
      const scalar = element ?? type;
      return { name, type: BIGQUERY_NAMES[scalar] ?? scalar, mode: element ? 'REPEATED' : 'NULLABLE' };
    }),
  ],
  owners: [
    { name: 'id', type: 'INTEGER', mode: 'NULLABLE' },
    { name: 'tenant', type: 'STRING', mode: 'NULLABLE' },
  ],
} satisfies Readonly<Record<string, readonly SchemaColumn[]>>;

interface SchemaColumn {
  readonly name: string;
  readonly type: string;
  readonly mode: string;
  readonly fields?: readonly { readonly name: string; readonly type: string }[];
}
