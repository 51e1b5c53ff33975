import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DuckDBInstance,
  DuckDBListType,
  DuckDBStructType,
  type DuckDBConnection,
  type DuckDBType,
} from '@duckdb/node-api';
import { LOG_TABLES, type TableSchema } from '../../../catalog/log-tables/log-tables.js';
import { schemaType } from '../schema-types.js';
import { duckDbType } from '../compiler/types/duckdb-types.js';
import { generateSampleLogs, textOf } from './generator.js';

const MIDDLE = new Date('2026-05-04T10:00:00Z');
const GENERATING_MS = 60_000;
const tables = [...LOG_TABLES.keys()];

const PROJECTS = [
  { name: 'demo', shares: 2 },
  { name: 'bakery', shares: 1 },
  { name: 'lighthouse', shares: 1 },
  { name: 'orchard', shares: 1 },
];

describe('the sample logs', () => {
  let folder: string;
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-sample-'));
    await generateSampleLogs(folder, MIDDLE, () => undefined);

    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    await connection.run(`SET TimeZone = 'UTC'; SET VARIABLE middle = TIMESTAMPTZ '${MIDDLE.toISOString()}'`);
    await connection.run(textOf('macros'));
    for (const table of tables) await connection.run(`CREATE VIEW ${table} AS FROM '${folder}/${table}.parquet'`);
    await connection.run(`
      CREATE TABLE requests AS SELECT project, timestamp, request, request[1].path AS path, response
      FROM (SELECT project, timestamp, m.request AS request, m.response AS response
        FROM (SELECT project, timestamp, unnest(metadata) AS m FROM edge_logs));
      CREATE TABLE invocations AS SELECT m.project_ref AS project, timestamp, m.function_id AS function_id,
        m.response[1].status_code AS status FROM (SELECT timestamp, unnest(metadata) AS m FROM function_edge_logs)`);
  }, GENERATING_MS);

  afterAll(async () => {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true, force: true });
  });

  async function query(sql: string): Promise<Record<string, unknown>[]> {
    return (await connection.runAndReadAll(sql)).getRowObjectsJS();
  }

  async function value(sql: string): Promise<unknown> {
    const [row] = await query(`SELECT (${sql}) AS value`);
    return row?.value;
  }

  it('have some 300,000 rows', async () => {
    const total = await value(tables.map((table) => `(SELECT count(*) FROM ${table})`).join(' + '));
    expect(Number(total)).toBeGreaterThan(250_000);
    expect(Number(total)).toBeLessThan(400_000);
  });

  describe.each([...LOG_TABLES])('%s', (table, schema) => {
    it('has the types of its schema, in its order', async () => {
      const columns = await query(`DESCRIBE ${table}`);
      const expected = schema.map(async (field) => value(`typeof(CAST(NULL AS ${duckDbType(schemaType(field))}))`));
      expect(columns.map((column) => column.column_name)).toEqual(schema.map((field) => field.name));
      expect(columns.map((column) => column.column_type)).toEqual(await Promise.all(expected));
    });

    it('is written without a field that the schema lacks', async () => {
      const sparse = await connection.runAndReadAll(
        `WITH moments AS (FROM moments_around(now(), 0, 1)) FROM (${textOf(table)}) LIMIT 0`,
      );
      expect(strangers(new DuckDBStructType(sparse.columnNames(), sparse.columnTypes()), schema)).toEqual([]);
    });

    it('goes from 90 days back to a day ahead, in order of time, with an id for every row', async () => {
      const [row] = await query(`
        SELECT date_diff('hour', getvariable('middle'), min(timestamp))::INT AS first,
          date_diff('hour', getvariable('middle'), max(timestamp))::INT AS last,
          count(*) = count(DISTINCT id) AS unique_ids, bool_and(timestamp >= before) AS ordered,
          count(*) FILTER (epoch_us(timestamp) % 1000 <> 0) > 0 AS has_microseconds
        FROM (SELECT *, lag(timestamp, 1, timestamp) OVER (ORDER BY file_row_number) AS before
          FROM read_parquet('${folder}/${table}.parquet', file_row_number = true))`);
      expect(row).toMatchObject({ unique_ids: true, ordered: true, has_microseconds: true, last: 24 });
      expect(row?.first).toBeGreaterThanOrEqual(-90 * 24);
      expect(row?.first).toBeLessThan(-85 * 24);
    });

    it('has thin rows: without metadata, or with none in it', async () => {
      expect(await value(`SELECT count(*) FROM ${table} WHERE metadata IS NULL`)).not.toBe(0n);
      expect(await value(`SELECT count(*) FROM ${table} WHERE len(metadata) = 0`)).not.toBe(0n);
    });
  });

  it.each(['invocations', 'requests'])('show %s of every project in any five minutes for 13 hours', async (table) => {
    for (const { name, shares } of PROJECTS) {
      const fewest = await value(`
        SELECT min(n) FROM (
          SELECT count(timestamp) AS n
          FROM (SELECT getvariable('middle') + to_minutes(m) AS until FROM range(0, 13 * 60 + 1) AS minutes(m))
          LEFT JOIN (FROM ${table} WHERE project = '${name}')
            ON timestamp > until - INTERVAL 5 MINUTES AND timestamp <= until
          GROUP BY until)`);
      expect(Number(fewest)).toBeGreaterThanOrEqual(18 * shares);
    }
  });

  it.each(PROJECTS)('show $name more than 100 requests of the last day, and ever fewer with age', async ({ name }) => {
    const perDay = await query(`
      SELECT date_diff('hour', timestamp, getvariable('middle')) // 24 AS day, count(*) AS n FROM requests WHERE project = '${name}' AND timestamp <= getvariable('middle')
      GROUP BY ALL ORDER BY day`);
    const [today, yesterday, , lastWeek, ...older] = perDay.map((row) => Number(row.n));
    expect(perDay.length).toBeGreaterThanOrEqual(90);
    expect(today).toBeGreaterThan(100);
    expect(yesterday).toBeLessThan(today ?? 0);
    expect(lastWeek).toBeLessThan(yesterday ?? 0);
    expect(older[30]).toBeLessThan(lastWeek ?? 0);
  });

  it('have requests without a request record, without headers, without a response', async () => {
    const share = async (condition: string): Promise<number> =>
      Number(await value(`SELECT avg(CAST(${condition} AS INT)) FROM requests`));
    for (const thin of ['request IS NULL', 'len(request) = 0', 'request[1].headers IS NULL', 'response IS NULL']) {
      expect(await share(thin)).toBeGreaterThan(0.001);
      expect(await share(thin)).toBeLessThan(0.1);
    }
    expect(await share('request[1].sb IS NOT NULL')).toBeLessThan(0.1);
  });

  it('have lines of functions beside the calls that they were written in', async () => {
    const [row] = await query(`
      SELECT count(*)::INT AS lines, bool_and(line.project_ref = call.project_ref) AS of_one_project,
        bool_and(line.function_id = call.function_id) AS of_one_function,
        bool_and(l.timestamp BETWEEN c.timestamp AND c.timestamp + INTERVAL 2 SECOND) AS close
      FROM (SELECT timestamp, unnest(metadata) AS line FROM function_logs) AS l
      JOIN (SELECT timestamp, unnest(metadata) AS call FROM function_edge_logs) AS c
        ON line.execution_id = call.execution_id`);
    expect(row).toMatchObject({ of_one_project: true, of_one_function: true, close: true });
    expect(row?.lines).toBeGreaterThan(15_000);
  });

  it('have API keys and ids of signing keys in some requests', async () => {
    for (const table of ['edge_logs', 'function_edge_logs']) {
      const sb = `(SELECT unnest(m.request)['sb'] AS sb FROM (SELECT unnest(metadata) AS m FROM ${table}))`;
      expect(await value(`SELECT count(sb[1].apikey[1].apikey[1].prefix) FROM ${sb}`)).toBeGreaterThan(1000n);
      const keyId = 'sb[1].jwt[1]."authorization"[1].payload[1].key_id';
      expect(await value(`SELECT count(${keyId}) FROM ${sb}`)).toBeGreaterThan(1000n);
    }
  });

  it('have paths of every API area, and paths that match two', async () => {
    const matching = async (...areas: string[]): Promise<number> =>
      Number(
        await value(`SELECT count(*) FROM requests WHERE ${areas.map((a) => `contains(path, '/${a}')`).join(' AND ')}`),
      );
    for (const area of ['rest', 'storage', 'auth', 'realtime']) expect(await matching(area)).toBeGreaterThan(5000);
    expect(await matching('storage', 'rest')).toBeGreaterThan(100);
    expect(await matching('rest', 'auth')).toBeGreaterThan(100);
  });

  it('have every function of a project, and statuses on both sides of 400', async () => {
    const ids = await value(`SELECT list(DISTINCT function_id) FROM invocations WHERE project = 'demo'`);
    const statuses = await value('SELECT list(DISTINCT status) FROM invocations');
    const functions = await value(`SELECT list(DISTINCT function_of(n, 'demo').id) FROM range(1000) AS numbers(n)`);
    expect(functions).toHaveLength(6);
    expect((ids as string[]).sort()).toEqual((functions as string[]).sort());
    expect(statuses).toEqual(expect.arrayContaining([200n, 399n, 400n, 401n, 404n, 429n, 500n]));
  });
});

/** Fields that casting to the schema by name would drop without a word. */
function strangers(type: DuckDBType, schema: TableSchema): readonly string[] {
  if (type instanceof DuckDBListType) return strangers(type.valueType, schema);
  if (!(type instanceof DuckDBStructType)) return [];
  return type.entryNames.flatMap((name, index) => {
    const field = schema.find((candidate) => candidate.name === name);
    return field === undefined ? [name] : strangers(type.entryTypes[index] ?? type, field.fields ?? []);
  });
}
