import { type DuckDBConnection, DuckDBInstance, type DuckDBType, type DuckDBValue, listValue } from '@duckdb/node-api';
import { compile, duckDbTypes } from './googlesql.js';
import { type CompileOptions, type CompiledQuery, type TableField } from './googlesql-api.js';

const ORDERS: readonly TableField[] = [
  { name: 'id', type: 'INTEGER' },
  { name: 'placed_at', type: 'TIMESTAMP' },
  { name: 'country', type: 'STRING' },
  { name: 'total', type: 'NUMERIC' },
  { name: 'doc', type: 'JSON' },
  { name: 'tags', type: 'STRING', mode: 'REPEATED' },
  {
    name: 'lines',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'sku', type: 'STRING' },
      { name: 'n', type: 'INT64' },
    ],
  },
];

const TABLES = { 'shop.orders': ORDERS };

const ROWS = `
  (1, '2026-11-20 09:00:00Z', 'NO', 9.50, '{"a": 1}', ['x', 'y'], [{sku: 's', n: 2}, {sku: 't', n: 3}]),
  (2, '2026-11-21 23:30:00Z', 'PT', 0.1, '{"a": "b"}', NULL, []),
  (3, '2026-11-22 00:30:00Z', NULL, NULL, NULL, ['z'], NULL)`;

describe('compile', () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;

  beforeAll(async () => {
    instance = await DuckDBInstance.create();
    connection = await instance.connect();
    await connection.run(`SET TimeZone = 'UTC'`);
    const columns = duckDbTypes(ORDERS).map(({ name, duckDbType }) => `"${name}" ${duckDbType}`);
    await connection.run(
      `CREATE SCHEMA shop; CREATE TABLE shop.orders (${columns.join(', ')}); INSERT INTO shop.orders VALUES ${ROWS}`,
    );
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });

  const compiled = (sql: string, options: CompileOptions = {}): CompiledQuery => {
    const found = compile(sql, { tables: TABLES, ...options });
    if ('problems' in found) throw new Error(JSON.stringify(found.problems));
    return found;
  };

  /** Rows and types as a DuckDB gives them that knows nothing of Quern. */
  const run = async (query: CompiledQuery, values: Record<string, DuckDBValue> = {}) => {
    for (const macro of query.macros) await connection.run(macro);
    const result = await connection.runAndReadAll(query.sql, values);
    const casts = query.columns.map(({ duckDbType }) => `CAST(NULL AS ${duckDbType})`);
    const expected = await connection.run(`SELECT ${casts.join(', ')}`);
    expect(result.columnNames()).toEqual(query.columns.map(({ name }) => name));
    expect(result.columnTypes().map(nameOf)).toEqual(expected.columnTypes().map(nameOf));
    return result.getRowsJson();
  };

  it.each([
    ['SELECT id FROM shop.orders ORDER BY id DESC', ['INT64'], [['3'], ['2'], ['1']]],
    // Where DuckDB by itself would mean something else.
    ['SELECT 7 / 2 AS q, DIV(-7, 2) AS d, CAST(2.5 AS INT64) AS r', ['FLOAT64', 'INT64', 'INT64'], [[3.5, '-3', '3']]],
    [
      'SELECT SUBSTR("héllo", -3, 2) AS s, SPLIT("a,b", ",")[SAFE_OFFSET(5)] AS n',
      ['STRING', 'STRING'],
      [['ll', null]],
    ],
    [
      'SELECT FORMAT_TIMESTAMP("%a %e %b", placed_at, "Europe/Berlin") AS t FROM shop.orders WHERE id = 2',
      ['STRING'],
      [['Sun 22 Nov']],
    ],
    [
      'SELECT TIMESTAMP_TRUNC(placed_at, DAY) AS day, SUM(total) AS total FROM shop.orders GROUP BY day ORDER BY total DESC LIMIT 1',
      ['TIMESTAMP', 'NUMERIC'],
      [['2026-11-20 00:00:00+00', '9.500000000']],
    ],
    [
      'SELECT id, ARRAY_LENGTH(tags) AS n, tags FROM shop.orders ORDER BY id',
      ['INT64', 'INT64', 'ARRAY<STRING>'],
      [
        ['1', '2', ['x', 'y']],
        ['2', '0', []],
        ['3', '1', ['z']],
      ],
    ],
    [
      'SELECT o.id, line.sku FROM shop.orders AS o, UNNEST(o.lines) AS line ORDER BY sku',
      ['INT64', 'STRING'],
      [
        ['1', 's'],
        ['1', 't'],
      ],
    ],
    [
      'SELECT lines[OFFSET(0)] AS line FROM shop.orders WHERE id = 1',
      ['STRUCT<sku STRING, n INT64>'],
      [[{ sku: 's', n: '2' }]],
    ],
    [
      'SELECT JSON_VALUE(doc, "$.a") AS a, doc.a AS j FROM shop.orders ORDER BY id LIMIT 2',
      ['STRING', 'JSON'],
      [
        ['1', '1'],
        ['b', '"b"'],
      ],
    ],
    ['FROM shop.orders |> WHERE country IS NOT NULL |> AGGREGATE COUNT(*) AS n', ['INT64'], [['2']]],
    [
      'SELECT SAFE_DIVIDE(1, 0) AS q, IEEE_DIVIDE(1, 0) > 1 AS b, SAFE_CAST("x" AS DATE) AS d',
      ['FLOAT64', 'BOOL', 'DATE'],
      [[null, true, null]],
    ],
    ['SELECT 1, b"\\x01" AS b', ['INT64', 'BYTES'], [['1', '\\x01']]],
  ])('means in DuckDB what it does in BigQuery: %s', async (sql, types, rows) => {
    const query = compiled(sql);
    expect(query.columns.map(({ type }) => type)).toEqual(types);
    expect(await run(query)).toEqual(rows);
  });

  it('binds parameters by their types, and asks for those alone that the query uses', async () => {
    const query = compiled(
      'SELECT id FROM shop.orders WHERE placed_at >= @Since AND country IN UNNEST(@countries) ORDER BY id',
      {
        parameters: { since: 'TIMESTAMP', countries: 'ARRAY<STRING>', unused: 'INT64' },
      },
    );
    expect(query.parameters).toEqual([
      { name: 'since', binding: 'p_since', duckDbType: 'TIMESTAMP WITH TIME ZONE' },
      { name: 'countries', binding: 'p_countries', duckDbType: 'VARCHAR[]' },
    ]);
    expect(query.sql).not.toContain('PT');
    expect(await run(query, { p_since: '2026-11-21', p_countries: listValue(['NO', 'PT']) })).toEqual([['2']]);
  });

  it('has the time of the transaction for CURRENT_TIMESTAMP', async () => {
    const query = compiled('SELECT CURRENT_TIMESTAMP() AS t, UNIX_MILLIS(CURRENT_TIMESTAMP()) AS ms');
    const before = Date.now();
    const [[, ms] = []] = await run(query);
    expect(Number(ms)).toBeGreaterThanOrEqual(before);
    expect(Number(ms)).toBeLessThanOrEqual(Date.now());
  });

  it('creates macros of one connection, which can be created again', async () => {
    const { macros } = compiled('SELECT SPLIT(country, "") AS letters, SUBSTR(country, -1) AS last FROM shop.orders');
    expect(macros.length).toBeGreaterThan(0);
    expect(macros.every((macro) => macro.startsWith('CREATE OR REPLACE TEMP MACRO bq_'))).toBe(true);
    for (const macro of [...macros, ...macros]) await connection.run(macro);
    expect(compiled('SELECT 1 AS one').macros).toEqual([]);
  });

  it.each([
    ['SELECT countri FROM shop.orders', 1, 8, 'unrecognized name "countri". Did you mean "country"?'],
    ['SELECT\n  id + country FROM shop.orders', 2, 3, '"+" adds numbers, found INT64 and STRING'],
    ['SELECT 1 FROM shop.order', 1, 15, 'there is no table "shop.order". Did you mean "shop.orders"?'],
    ['SELECT ST_GEOGPOINT(1, 2)', 1, 8, 'function ST_GEOGPOINT is not supported by the embedded engine'],
    ['SELECT @nobody', 1, 8, '@nobody'],
    ['SELECT ?', 1, 8, 'positional parameters'],
    ['SELECT (1', 1, 8, '"(" is not closed'],
    ['DELETE FROM shop.orders WHERE TRUE', 1, 1, 'a query starts with SELECT, WITH or FROM, not with DELETE'],
    ['SELECT 1; SELECT 2', 1, 11, ''],
    ['', 1, 1, 'the query is empty'],
    // DuckDB's own functions and tables are none here.
    ["SELECT * FROM read_csv('/etc/passwd')", 1, 15, ''],
    ['SELECT list_sum([1])', 1, 8, 'function LIST_SUM is not supported'],
    ['SELECT 1 FROM duckdb_settings', 1, 15, 'there is no table'],
  ])('refuses %j at its place', (sql, line, column, message) => {
    const found = compile(sql, { tables: TABLES });
    expect(found).toEqual({ problems: [{ line, column, message: expect.stringContaining(message) as string }] });
  });

  it('needs no options', () => {
    expect(compile('SELECT 1 AS one')).toEqual({
      sql: expect.stringContaining('SELECT') as string,
      columns: [{ name: 'one', type: 'INT64', duckDbType: 'BIGINT' }],
      parameters: [],
      macros: [],
    });
  });

  it('takes no types that there are none of', () => {
    expect(() => compile('SELECT 1', { tables: { t: [{ name: 'g', type: 'GEOGRAPHY' }] } })).toThrow(
      '"g" has type GEOGRAPHY',
    );
    const parameters = { p: 'JSON' } as unknown as CompileOptions['parameters'];
    expect(() => compile('SELECT 1', parameters && { parameters })).toThrow('"p" has type JSON');
  });

  it('quotes names of tables and columns that are no plain words', async () => {
    await connection.run(`CREATE TABLE "odd ""table" ("a ""b" BIGINT); INSERT INTO "odd ""table" VALUES (7)`);
    const query = compiled('SELECT `a "b` AS x FROM `odd "table`', {
      tables: { 'odd "table': [{ name: 'a "b', type: 'INT64' }] },
    });
    expect(await run(query)).toEqual([['7']]);
  });
});

function nameOf(type: DuckDBType): string {
  return type.alias ?? String(type);
}
