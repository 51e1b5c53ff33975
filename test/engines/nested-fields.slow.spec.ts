import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { putDatabase } from '../support/database-file.js';
import { duckDbOptions, ndjson, rowsOf, statementOf } from '../support/duckdb.js';
import { errorText } from '../../src/errors/error-text.js';
import { Stored } from '../support/stored.js';

const ROWS = 3000;

const text = (name: string) => ({ name, type: 'STRING' });
const int = (name: string) => ({ name, type: 'INT64' });
const record = (name: string, ...fields: readonly object[]) => ({ name, type: 'RECORD', fields });
const records = (name: string, ...fields: readonly object[]) => ({ ...record(name, ...fields), mode: 'REPEATED' });

/** `m` is a record; `one` has one in each row, `most` has one in most of them. */
const ARRAYS = [text('a'), records('q', text('h'), text('k')), records('r', text('o'), int('n'))];
const SCHEMA = [
  int('id'),
  { name: 'ts', type: 'TIMESTAMP' },
  int('g'),
  record(
    'm',
    record('w', text('a')),
    record('q', text('h'), text('k')),
    record('r', text('o'), int('n'), record('d', text('x'), text('y'))),
    text('z'),
  ),
  records('one', ...ARRAYS),
  records('most', ...ARRAYS),
];

/** The columns as DuckDB holds them by itself, with these integers. */
const typesOf = (integer: string) => {
  const arrays = `STRUCT(a VARCHAR, q STRUCT(h VARCHAR, k VARCHAR)[], r STRUCT(o VARCHAR, n ${integer})[])[]`;
  return {
    id: 'BIGINT',
    ts: 'TIMESTAMPTZ',
    g: integer,
    m: `STRUCT(w STRUCT(a VARCHAR), q STRUCT(h VARCHAR, k VARCHAR), r STRUCT(o VARCHAR, n ${integer}, d STRUCT(x VARCHAR, y VARCHAR)), z VARCHAR)`,
    one: arrays,
    most: arrays,
  };
};

const line = (id: number) => {
  const record = { a: `a${id}`, q: [{ h: `qh${id}`, k: `qk${id % 7}` }], r: [{ o: `ro${id}`, n: id % 50 }] };
  return {
    id,
    ts: new Date(Date.UTC(2026, 0, 1) + ((id * 7919) % ROWS) * 1000).toISOString(),
    g: id % 3,
    m: {
      w: { a: `wa${id}` },
      q: { h: `h${id}`, k: `k${id % 7}` },
      r: { o: `o${id}`, n: id % 50, d: { x: `x${id}`, y: `y${id}` } },
      z: `z${id}`,
    },
    one: [record],
    most: id % 10 === 3 ? [] : [{ ...record, r: id % 10 === 5 ? [] : record.r }],
  };
};

/** Items of a SELECT over a row. */
const ITEMS = [
  'm.r.n',
  'm.r.d.y, m.r.o',
  'm.r, m.r.o AS o',
  'm.r.d, m.r.d.y AS y, m.q.h AS h',
  'm AS whole, m.r.n AS n',
  'TO_JSON_STRING(m.r) AS j, m.r.n AS n',
  'COALESCE(m.r, NULL).n AS n, m.q.k AS k',
  'IF(id > 5, m.r, NULL).d.y AS y, m.r.n AS n',
  'STRUCT(m.r AS x).x.d.x AS x, m.r.d.y AS y',
  'STRUCT(m.r.o AS o, m.q AS q) AS s, m.q.k AS k',
  '[m.q][OFFSET(0)].k AS k, m.q.h AS h',
  'one[SAFE_OFFSET(0)].r[SAFE_OFFSET(0)].n AS n, one[SAFE_OFFSET(0)].q AS q',
  'most[SAFE_OFFSET(0)].q[SAFE_OFFSET(0)] AS q, most[SAFE_OFFSET(0)].q[SAFE_OFFSET(0)].k AS k',
  'TO_JSON_STRING(one[SAFE_OFFSET(0)].r) AS j, one[SAFE_OFFSET(0)].r[SAFE_OFFSET(0)].o AS o',
  'ARRAY_LENGTH(most[SAFE_OFFSET(0)].r) AS n, most[SAFE_OFFSET(0)].r[SAFE_OFFSET(0)].o AS o, most AS whole',
];

const FILTERS = [
  'TRUE',
  'm.r.n > 4',
  "m.q.k != 'k5' AND m.r.d.y LIKE '%9%'",
  'm.q IS NOT NULL AND m.r.n + g > 3',
  "one[SAFE_OFFSET(0)].q[SAFE_OFFSET(0)].k = 'qk2'",
  'most[SAFE_OFFSET(0)].r[SAFE_OFFSET(0)].n < 40',
];

const ENDS = [
  'ORDER BY ts DESC, id LIMIT 5',
  'ORDER BY m.r.n DESC, id LIMIT 5',
  'ORDER BY one[SAFE_OFFSET(0)].r[SAFE_OFFSET(0)].n, id LIMIT 5 OFFSET 3',
  'QUALIFY ROW_NUMBER() OVER (PARTITION BY g ORDER BY m.r.n DESC, id) <= 2 ORDER BY g, id',
  'QUALIFY ROW_NUMBER() OVER (PARTITION BY m.q.k ORDER BY ts DESC, id) = 1 ORDER BY id LIMIT 4',
];

/** Records that go from one query to another. */
const CHAINS = [
  'SELECT id, r.n, q.k FROM (SELECT id, ts, m.r, m.q FROM lines) ORDER BY ts DESC, id LIMIT 5',
  'SELECT id, r.o FROM (SELECT id, ts, m.r FROM lines) ORDER BY ts DESC, id LIMIT 5',
  'SELECT id, d.y FROM (SELECT id, ts, r.d FROM (SELECT id, ts, m.r FROM lines)) ORDER BY ts DESC, id LIMIT 5',
  'WITH a AS (SELECT id, ts, m.r FROM lines), b AS (SELECT id, ts, r.d, r FROM a WHERE r.n > 2) SELECT id, d.x, r FROM b ORDER BY ts, id LIMIT 5',
  'SELECT g, r.o FROM (SELECT id, g, ts, m.r FROM lines) QUALIFY ROW_NUMBER() OVER (PARTITION BY g ORDER BY r.n, id) = 1 ORDER BY g',
  'SELECT DISTINCT m.r.n FROM lines ORDER BY m.r.n DESC LIMIT 5',
  'SELECT DISTINCT m.r.n, m.q.k FROM lines ORDER BY m.q.k, 1 LIMIT 5',
  'SELECT m.r.n, COUNT(*) AS c, ARRAY_AGG(DISTINCT m.q.k ORDER BY m.q.k) AS k FROM lines GROUP BY m.r.n ORDER BY m.r.n DESC LIMIT 5',
  'SELECT m.q.k FROM lines GROUP BY 1 ORDER BY m.q.k LIMIT 5',
  'SELECT id, m.r.o FROM lines ORDER BY -m.r.n, m.q.k, id LIMIT 5',
  'SELECT m.r.o FROM lines ORDER BY m.r.d.x LIMIT 5',
  '(SELECT id, m FROM lines WHERE id < 9) UNION ALL (SELECT id, m FROM lines ORDER BY m.r.n DESC, id LIMIT 5) ORDER BY m.r.n, id LIMIT 7',
  'FROM lines |> ORDER BY m.r.n DESC, id |> LIMIT 5 |> SELECT id, m.r.o',
  'SELECT id, r.o FROM (SELECT id, m.r FROM lines) ORDER BY r.n DESC, id LIMIT 5',
  ...['one', 'most'].flatMap((column) => [
    `SELECT id, q.k, r.n FROM lines CROSS JOIN UNNEST(${column}) AS a CROSS JOIN UNNEST(a.q) AS q CROSS JOIN UNNEST(a.r) AS r ORDER BY ts DESC, id LIMIT 5`,
    `SELECT id, q.k, r.n FROM (SELECT id, ts, q, r FROM (SELECT id, ts, a.q, a.r FROM lines, UNNEST(${column}) AS a)), UNNEST(q) AS q, UNNEST(r) AS r ORDER BY ts DESC, id LIMIT 5`,
    `SELECT id, q.h, r.o, a FROM lines, UNNEST(${column}) AS a, UNNEST(a.q) AS q LEFT JOIN UNNEST(a.r) AS r ORDER BY ts DESC, id LIMIT 5`,
    `WITH a AS (SELECT id, ts, ${column}[SAFE_OFFSET(0)] AS e FROM lines), b AS (SELECT id, ts, e.q[SAFE_OFFSET(0)] AS q, e.r[SAFE_OFFSET(0)] AS r FROM a) SELECT id, q.k, r.n, r FROM b WHERE r.n > 3 ORDER BY ts DESC, id LIMIT 5`,
    `SELECT q.k, MAX(r.n) AS n FROM (SELECT a.q, a.r FROM lines, UNNEST(${column}) AS a), UNNEST(q) AS q, UNNEST(r) AS r GROUP BY q.k ORDER BY q.k LIMIT 5`,
    `FROM lines |> CROSS JOIN UNNEST(${column}) AS e |> EXTEND e.q[SAFE_OFFSET(0)] AS first |> WHERE first.k = 'qk3' |> ORDER BY ts DESC, id |> LIMIT 5 |> SELECT id, first.h, e.r`,
  ]),
];

/** Queries of all items with each end; filters in turn. */
const QUERIES = [
  ...ITEMS.flatMap((items, index) =>
    ENDS.flatMap((end, place) => {
      const filter = FILTERS[(index + place) % FILTERS.length] ?? 'TRUE';
      return [
        `SELECT id, ${items} FROM lines WHERE ${filter} ${end}`,
        `SELECT * FROM (SELECT *, ${items} FROM lines WHERE ${filter}) ${end}`,
      ];
    }),
  ),
  ...CHAINS,
];

// DuckDB reads the fields that are asked for from tables of its own. It takes one for another where it finds rows before it reads their
// columns (duckdb/duckdb#24657), and where it prunes rows by those found so far (duckdb/duckdb#23903). Text files are read whole.
describe('fields of records', () => {
  let folder = '';
  let stored: Stored | undefined;
  const engines = new Map<string, DuckDbEngine>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-nested-'));
    const rows = Array.from({ length: ROWS }, (_, id) => line(id));
    stored = await Stored.of({ 'lines.ndjson': ndjson(...rows), 'lines.schema.json': JSON.stringify(SCHEMA) });
    engines.set('files', new DuckDbEngine(duckDbOptions(stored.data)));
    for (const integer of ['BIGINT', 'SMALLINT']) {
      const path = join(folder, `${integer}.duckdb`);
      const types = Object.entries(typesOf(integer)).map(([name, type]) => `${name}: '${type}'`);
      const file = join(stored.data, 'lines.ndjson');
      await putDatabase(path, { lines: `SELECT * FROM read_ndjson('${file}', columns = {${types.join(', ')}})` });
      engines.set(integer, new DuckDbEngine(duckDbOptions(path)));
    }
    for (const engine of engines.values()) await engine.open('run');
    engines.set('store', await stored.openReady());
  });

  afterAll(async () => {
    for (const engine of engines.values()) await engine.close();
    await stored?.remove();
    await rm(folder, { recursive: true });
  });

  const answersOf = async (sql: string): Promise<Readonly<Record<string, string>>> => {
    const answers = [...engines].map(async ([name, engine]) => {
      const answer = await engine.run(statementOf(sql)).then(rowsOf, (error: unknown) => errorText(error));
      return [name, JSON.stringify(answer)] as const;
    });
    return Object.fromEntries(await Promise.all(answers));
  };

  it('are those that were asked for, wherever they are read from', async () => {
    const others: object[] = [];
    for (const sql of QUERIES) {
      const { files = '', ...answers } = await answersOf(sql);
      if (!files.startsWith('[[')) others.push({ sql, files });
      for (const [name, answer] of Object.entries(answers))
        if (answer !== files) others.push({ sql, name, answer, files });
    }
    expect(QUERIES.length).toBeGreaterThan(150);
    expect(others).toEqual([]);
  });

  it.each([
    'SELECT id, r.o FROM visible ORDER BY ts DESC, id LIMIT 5',
    'SELECT id, r.d.y, r.n FROM visible WHERE r.n > 3 ORDER BY ts DESC, id LIMIT 5',
    'SELECT id, d.y FROM (SELECT id, ts, r.d FROM visible) ORDER BY ts DESC, id LIMIT 5',
    'SELECT id, q.k, TO_JSON_STRING(q) AS j FROM visible, UNNEST(q) AS q ORDER BY ts DESC, id LIMIT 5',
    'SELECT id, r.o FROM visible ORDER BY r.n DESC, id LIMIT 5',
    'SELECT id, SAFE_DIVIDE(r.n, r.n), r.o FROM visible ORDER BY ts DESC, id LIMIT 5',
  ])('are those that callers may read, in their own SQL as well: %s', async (sql) => {
    const authored = `
      WITH visible AS (SELECT id, ts, m.r, one[SAFE_OFFSET(0)].q FROM lines WHERE m.q.k != 'k1')
      SELECT id FROM visible`;
    const answers = [...engines.values()].map(async (engine) =>
      rowsOf(await engine.sandbox(statementOf(authored)).run(statementOf(sql))),
    );
    const [files, ...others] = await Promise.all(answers);
    expect(files).toHaveLength(5);
    for (const other of others) expect(other).toEqual(files);
  });
});
