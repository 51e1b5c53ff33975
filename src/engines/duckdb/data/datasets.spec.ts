import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  dataFolder,
  type DataFiles,
  duckDbOptions,
  ndjson,
  rowsOf,
  schemaOf,
  statementOf,
} from '../../../../test/support/duckdb.js';
import { DuckDbEngine } from '../duckdb.engine.js';
import { type TableNames } from './data-source.js';

const FILES: DataFiles = {
  'orders.ndjson': ndjson({ id: 1, place: 'top' }),
  'only_top.csv': 'id\n9\n',
  'shop/orders.ndjson': ndjson({ id: 2, place: 'shop', tags: ['a', 'b'] }),
  'shop/customers.csv': 'id,name\n2,ann\n',
  'shop/typed.csv': 'id\n007\n',
  'shop/typed.schema.json': schemaOf('id STRING'),
  'shop/visits/2026/01.ndjson': ndjson({ id: 5 }),
  'shop/visits/02.ndjson': ndjson({ id: 6 }),
  'shop/my-table.csv': 'id\n8\n',
  'shop/two words.csv': 'id\n10\n',
  'shop/broken.parquet': 'no Parquet',
  'shop/twice.csv': 'id\n1\n',
  'shop/twice/1.ndjson': ndjson({ id: 1 }),
  'events/2026-01.ndjson': ndjson({ id: 11 }),
  'events/2026-02.ndjson': ndjson({ id: 12 }),
  'a.b.csv': 'id\n13\n',
  'amb.t.csv': 'id\n14\n',
  'amb/t.ndjson': ndjson({ id: 15 }),
  'mixed/x.csv': 'id\n16\n',
  'mixed/y.ndjson': ndjson({ id: 17 }),
};

describe('datasets', () => {
  let folder: string;
  const engines: DuckDbEngine[] = [];

  const open = async (path: string, names: TableNames = {}) => {
    const engine = new DuckDbEngine({ ...duckDbOptions(path), names });
    await engine.open('run');
    engines.push(engine);
    return engine;
  };
  const ask = async (engine: DuckDbEngine, sql: string) => {
    const checked = await engine.check(statementOf(sql));
    if ('unchecked' in checked) return checked.unchecked;
    if (checked.problems[0]) return checked.problems[0].message;
    return rowsOf(await engine.run(statementOf(sql)));
  };

  let plain: DuckDbEngine;
  let named: DuckDbEngine;

  beforeAll(async () => {
    folder = await dataFolder(FILES);
    plain = await open(folder);
    named = await open(folder, { project: 'my-project', dataset: 'main' });
  });
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    await rm(folder, { recursive: true });
  });

  it.each<[string, unknown]>([
    ['SELECT id, place FROM shop.orders', [[2, 'shop']]],
    ['SELECT id, place FROM `shop.orders`', [[2, 'shop']]],
    ['SELECT id, place FROM `shop`.`orders`', [[2, 'shop']]],
    ['SELECT id, place FROM orders', [[1, 'top']]],
    // Its own name is the table's, without the dataset.
    ['SELECT orders.id FROM shop.orders', [[2]]],
    ['SELECT o.id, c.name FROM shop.orders AS o JOIN shop.customers AS c USING (id)', [[2, 'ann']]],
    ['SELECT o.id, c.name FROM shop.orders AS o JOIN shop.customers AS c ON o.id = c.id', [[2, 'ann']]],
    [
      'SELECT o.id, tag FROM shop.orders AS o, o.tags AS tag ORDER BY tag',
      [
        [2, 'a'],
        [2, 'b'],
      ],
    ],
    ['SELECT a.id, b.id AS other FROM orders AS a, shop.orders AS b', [[1, 2]]],
    ['SELECT id FROM shop.visits ORDER BY id', [[5], [6]]],
    ['SELECT id FROM shop.typed', [['007']]],
    ['SELECT id FROM shop.my-table', [[8]]],
    ['SELECT id FROM `shop.my-table`', [[8]]],
    ['SELECT id FROM `shop.two words`', [[10]]],
    ['SELECT id FROM shop.`two words`', [[10]]],
    ['FROM shop.orders |> JOIN shop.customers USING (id) |> SELECT id, name', [[2, 'ann']]],
    ['SELECT (SELECT MAX(id) FROM shop.visits) AS m', [[6]]],
    ['WITH shop AS (SELECT 1 AS id) SELECT o.id FROM shop, shop.orders AS o', 'UNNEST needs an ARRAY'],
    // A folder of files of one table, as ever.
    ['SELECT id FROM events ORDER BY id', [[11], [12]]],
    ['SELECT id FROM events.`2026-02`', [[12]]],
    // A file with a dot in its name, as ever.
    ['SELECT id FROM `a.b`', [[13]]],
    ['SELECT id FROM mixed.x', [[16]]],
    ['SELECT id FROM mixed.y', [[17]]],
  ])('%s', async (sql, expected) => {
    const found = await ask(plain, sql);
    if (typeof expected === 'string') expect(found).toEqual(expect.any(String));
    else expect(found).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['SELECT id FROM `my-project.shop.orders`', [[2]]],
    ['SELECT id FROM my-project.shop.orders', [[2]]],
    ['SELECT id FROM `my-project`.shop.orders', [[2]]],
    ['SELECT id FROM `my-project.shop`.orders', [[2]]],
    ['SELECT id FROM my-project.shop.my-table', [[8]]],
    // The dataset of the settings is the data folder itself.
    ['SELECT id FROM main.only_top', [[9]]],
    ['SELECT id FROM my-project.main.only_top', [[9]]],
    ['SELECT id FROM main.shop.orders', 'the project is "my-project" (QUERN_BIGQUERY_PROJECT), not "main"'],
    ['SELECT id FROM my-project.only_top', 'there is no table "my-project.only_top"'],
    ['SELECT id FROM other.shop.orders', 'the project is "my-project" (QUERN_BIGQUERY_PROJECT), not "other"'],
    ['SELECT id FROM my-project.shop.INFORMATION_SCHEMA.TABLES', 'INFORMATION_SCHEMA is not supported'],
  ])('in a project: %s', async (sql, expected) => {
    const found = await ask(named, sql);
    if (typeof expected === 'string') expect(found).toContain(expected);
    else expect(found).toEqual(expected);
  });

  it.each([
    ['SELECT 1 FROM shop.orderz', 'there is no table "shop.orderz". Did you mean "shop.orders"?'],
    ['SELECT 1 FROM Shop.orders', 'there is no dataset "Shop"'],
    ['SELECT 1 FROM shop.Orders', 'there is no table "shop.Orders"'],
    [
      'SELECT 1 FROM p.shop.orders',
      '"p" stands where a project does, and QUERN_BIGQUERY_PROJECT names none; try orders alone',
    ],
    ['SELECT 1 FROM shop.broken', 'table "shop.broken" cannot be read from'],
    ['SELECT 1 FROM shop.twice', 'table "shop.twice" is both'],
    ['SELECT 1 FROM amb.t', 'table "amb.t" is both'],
    ['SELECT 1 FROM `amb.t`', 'table "amb.t" is both'],
    ['SELECT 1 FROM shop', 'is the schema of a table in the folder'],
    [
      'SELECT 1 FROM mixed',
      /the folder .*mixed mixes \.csv and \.ndjson files, so that it is a dataset.* write mixed\.<name of a file>/,
    ],
    ['SELECT 1 FROM orders JOIN shop.customers', 'INNER JOIN needs ON or USING'],
    ['SELECT 1 FROM orders LEFT JOIN shop.customers', 'LEFT JOIN needs ON or USING'],
    ['SELECT 1 FROM shop.orders WITH OFFSET', '"WITH" stands behind an array'],
    ['SELECT 1 FROM shop.orders TABLESAMPLE SYSTEM (1 PERCENT)', 'is not supported'],
    ['SELECT 1 FROM shop.orders, orders', 'two FROM items are named "orders"'],
    ['SELECT 1 FROM shop.INFORMATION_SCHEMA.TABLES', 'INFORMATION_SCHEMA is not supported'],
    ['SELECT 1 FROM INFORMATION_SCHEMA.COLUMNS', 'INFORMATION_SCHEMA is not supported'],
    ['SELECT 1 FROM `shop.information_schema.tables`', 'INFORMATION_SCHEMA is not supported'],
    ['SELECT 1 FROM `..`.orders', 'there is no table'],
    ['SELECT 1 FROM `../orders`', 'there is no table'],
    ['SELECT 1 FROM `shop/../orders`', 'there is no table'],
    ['SELECT 1 FROM `shop/orders`', 'there is no table'],
    ['SELECT 1 FROM shop.`../orders`', 'there is no table'],
    ['SELECT 1 FROM shop.`orders.ndjson`', 'there is no table'],
    ['SELECT 1 FROM shop.visits.`2026`', 'there is no table'],
    ['SELECT 1 FROM shop.`visits/02`', 'there is no table'],
    ['SELECT 1 FROM `shop.*`', 'there is no table'],
    ['SELECT 1 FROM `shop.order*`', 'there is no table'],
    ['SELECT 1 FROM data.orders', 'there is no dataset "data"'],
    ['SELECT 1 FROM empty.data.orders', 'there is no table'],
    ['SELECT 1 FROM main.orders', 'there is no dataset "main"'],
    ['SELECT 1 FROM memory.data.orders', 'there is no table'],
    ['SELECT 1 FROM `shop"."orders`', 'there is no table'],
  ])('%s is refused', async (sql, message) => {
    const found = await ask(plain, sql);
    if (typeof message === 'string') expect(found).toContain(message);
    else expect(found).toMatch(message);
  });

  it('are read in a process for callers’ SQL, and nothing beside what the WITH names', async () => {
    const sandbox = plain.sandbox(statementOf('WITH o AS (SELECT id, place FROM shop.orders) SELECT 1'));
    expect((await sandbox.prepare()).problems).toEqual([]);
    for (const sql of [
      'SELECT id FROM shop.orders',
      'SELECT id FROM `shop.orders`',
      'SELECT id FROM shop.customers',
      'SELECT id FROM orders',
    ]) {
      const { problems } = await sandbox.check(statementOf(sql));
      expect([sql, problems.map(({ message }) => message)]).toEqual([
        sql,
        [expect.stringMatching(/there is no table|a name in backticks has only/)],
      ]);
    }
    const inDoubt = (await sandbox.check(statementOf('SELECT id FROM shop.secret'))).problems[0]?.message ?? '';
    expect(inDoubt).not.toMatch(/QUERN|folder|customers|typed/);
  });

  it('are the schemas of a .duckdb file', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'quern-datasets-')), 'x.duckdb');
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    for (const sql of [
      'CREATE TABLE t AS SELECT 1 AS id',
      'CREATE SCHEMA shop',
      'CREATE TABLE shop.t AS SELECT 2 AS id',
    ])
      await connection.run(sql);
    connection.closeSync();
    instance.closeSync();
    const engine = await open(path);
    expect(await ask(engine, 'SELECT t.id, s.id AS other FROM t, shop.t AS s')).toEqual([[1, 2]]);
    expect(await ask(engine, 'SELECT 1 FROM shop.u')).toContain('there is no table "shop.u"');
    await rm(dirname(path), { recursive: true });
  });
});
