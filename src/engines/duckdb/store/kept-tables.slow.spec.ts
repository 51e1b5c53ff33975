import childProcess, { type ChildProcess } from 'node:child_process';
import { chmod, mkdir, open, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DuckDBInstance, DuckDBPreparedStatement } from '@duckdb/node-api';
import { type DataFiles, ndjson, rowsOf, schemaOf, statementOf } from '../../../../test/support/duckdb.js';
import { eventually } from '../../../../test/support/eventually.js';
import { Stored } from '../../../../test/support/stored.js';
import { StoreFiles } from './store-files.js';

const LOG_ROWS = Array.from({ length: 500 }, (_, index) => ({
  id: `id-${(index * 7) % 500}`,
  timestamp: new Date(Date.UTC(2026, 10, 20) + ((index * 37) % 500) * 1000).toISOString(),
  event_message: `message ${index}`,
  metadata: [{ function_id: `f${index % 5}`, response: [{ status_code: 200 + (index % 3) }] }],
}));

/** One of each format, with and without a schema, in a file, in a folder and in a dataset. */
const FILES: DataFiles = {
  'function_edge_logs.ndjson': ndjson(...LOG_ROWS),
  'plain.csv': 'code,n,at\n007,1,2026-01-01T00:00:00Z\n,2,\nx,3,1999-12-31T23:59:59.123456Z\n',
  'typed.tsv': 'id\ttags\tprice\n1\t["a","b"]\t0.1\n2\t[]\t\n',
  'typed.schema.json': schemaOf('id INT64, tags STRING[], price NUMERIC'),
  'objects.json': '[{"a": {"b": [1, 2]}, "c": null}, {"a": {"b": []}, "c": {"d": "x"}}]',
  'days/2026-01-01.ndjson': ndjson({ day: 1, text: 'é\u0000' }, { day: 1, text: null }),
  'days/2026-01-02.ndjson': ndjson({ day: 2, text: '' }),
  'shop/orders.csv': 'filename,total\na,1.5\nb,2\n',
};

const QUERIES = [
  'SELECT * FROM function_edge_logs ORDER BY timestamp DESC, id LIMIT 20',
  'SELECT m.function_id, r.status_code, COUNT(*) AS n FROM function_edge_logs AS t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.response) AS r GROUP BY 1, 2 ORDER BY 1, 2',
  'SELECT * FROM plain ORDER BY n',
  'SELECT id, tags, price FROM typed ORDER BY id',
  'SELECT a.b, c.d FROM objects ORDER BY ARRAY_LENGTH(a.b)',
  'SELECT * FROM days ORDER BY day, text',
  'SELECT * FROM `shop.orders` ORDER BY filename',
];

describe('the store', () => {
  const fork = jest.spyOn(childProcess, 'fork');
  const children = () => fork.mock.results.map(({ value }) => value as ChildProcess);
  let stored: Stored;

  const put = async (path: string, text: string) => {
    await writeFile(join(stored.data, path), text);
  };
  const make = async (files: DataFiles) => (stored = await Stored.of(files));
  afterEach(async () => {
    await stored.remove();
  });

  it('has the rows of the files, of whichever format', async () => {
    await make(FILES);
    const reader = await stored.open({ isReader: true });
    const before = await Promise.all(QUERIES.map((sql) => stored.rows(reader, sql)));
    expect(new Set(Object.values(await stored.readFrom(reader)))).toEqual(new Set(['files']));
    const engine = await stored.openReady();
    const names = jest.spyOn(StoreFiles.prototype, 'nameOf');
    expect(engine.dataProblems).toEqual([]);
    // Probes ask for them, however many tables there are.
    expect(names).not.toHaveBeenCalled();
    names.mockRestore();
    expect(new Set(Object.values(await stored.readFrom(engine)))).toEqual(new Set(['store']));
    expect(before.flat().length).toBeGreaterThan(40);
    expect(await Promise.all(QUERIES.map((sql) => stored.rows(engine, sql)))).toEqual(before);
    // Whoever comes later finds it.
    const later = await stored.open({ isReader: true });
    expect(new Set(Object.values(await stored.readFrom(later)))).toEqual(new Set(['store']));
    expect(later.activity.store).toMatchObject({ tables: 6, oldestAt: expect.any(Number) as number });
  });

  it('is for tables that are large enough, where nothing else is said', async () => {
    await make({ 'small.csv': 'a\n1\n', 'large.csv': `a\n${'12345678\n'.repeat(40_000)}` });
    const engine = await stored.open({ mode: 'auto' });
    await eventually(() => engine.activity.store?.tables === 1);
    expect(await stored.readFrom(engine)).toEqual({ small: 'files', large: 'store' });
  });

  it('takes in the rows of a file that comes, takes out those of one that goes, and does both for one that changes', async () => {
    const day = (n: number, rows = 100) => ndjson(...Array.from({ length: rows }, (_, row) => ({ n, row })));
    const SQL = 'SELECT n, COUNT(*) AS c, SUM(`row`) AS s FROM days GROUP BY n ORDER BY n';
    await make(Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`days/${n}.ndjson`, day(n)])));
    const engine = await stored.openReady();
    const last = () => stored.said.at(-1);
    expect(last()).toContain('800 rows, 8 files read');
    const change = async (work: Promise<unknown>) => {
      const said = stored.said.length;
      await work;
      await stored.look(engine);
      await eventually(async () => {
        await stored.look(engine);
        return stored.said.slice(said).some((line) => line.includes('is in the store'));
      });
      await stored.ready(engine);
      return stored.rows(engine, SQL);
    };
    const expected = (rows: Readonly<Record<number, number>>) =>
      Object.entries(rows).map(([n, count]) => [Number(n), count, (count * (count - 1)) / 2]);
    const eight = { 1: 100, 2: 100, 3: 100, 4: 100, 5: 100, 6: 100, 7: 100, 8: 100 };
    expect(await change(put('days/9.ndjson', day(9)))).toEqual(expected({ ...eight, 9: 100 }));
    expect(last()).toContain('900 rows, 1 file read');
    expect(await change(rm(join(stored.data, 'days/2.ndjson')))).toEqual(
      expected({ 1: 100, 3: 100, 4: 100, 5: 100, 6: 100, 7: 100, 8: 100, 9: 100 }),
    );
    expect(last()).toContain('800 rows, 0 files read');
    expect(await change(put('days/3.ndjson', day(3, 50)))).toEqual(
      expected({ 1: 100, 3: 50, 4: 100, 5: 100, 6: 100, 7: 100, 8: 100, 9: 100 }),
    );
    expect(last()).toContain('750 rows, 1 file read');
    // More than half has changed since all were written together.
    expect(await change(put('days/4.ndjson', day(4, 400)))).toEqual(
      expected({ 1: 100, 3: 50, 4: 400, 5: 100, 6: 100, 7: 100, 8: 100, 9: 100 }),
    );
    expect(last()).toContain('1,050 rows, 8 files read');
    expect(stored.news).toEqual([expect.stringContaining('writing table "days"'), expect.stringContaining('800 rows')]);
    expect(await stored.files()).toHaveLength(1);
  });

  it.each([
    ['with dates in several ways', ['12/25/2024', '03/04/2024', '03/04/2024'], undefined],
    ['with quotes in several ways', ['"a""b"', String.raw`"c\d"`, '"e""f"'], undefined],
    ['with such quotes and a schema', ['"a""b"', String.raw`"c\d"`, '"e""f"'], 'd STRING, n INT64'],
  ])('has the rows of a folder of CSV files as they are there, %s', async (_, [one, other, later], schema) => {
    const file = (value = '', rows = 1) =>
      `d,n\n${Array.from({ length: rows }, (__, n) => `${value},${n}\n`).join('')}`;
    const SQL = 'SELECT CAST(d AS STRING) AS d, COUNT(*) AS c FROM days GROUP BY d ORDER BY d';
    await make({
      ...{ [`days/1.csv`]: file(one), [`days/2.csv`]: file(other, 200), 'plain.csv': 'n\n1\n' },
      ...(schema !== undefined && { 'days.schema.json': schemaOf(schema) }),
    });
    const asThere = async () => {
      const engine = await stored.openReady();
      expect(await stored.readFrom(engine)).toMatchObject({ days: 'store' });
      const found = await stored.rows(engine, SQL);
      await stored.close(engine);
      const { store } = stored;
      const reader = await stored.open({ isReader: true, path: `${store}-none` });
      expect([await stored.readFrom(reader), found]).toEqual([
        expect.objectContaining({ days: 'files' }),
        await stored.rows(reader, SQL),
      ]);
      await stored.close(reader);
    };
    await asThere();
    for (const change of [
      () => put(`days/4.csv`, file(later, 3)),
      () => put(`days/0.csv`, file(one, 2)),
      () => rm(join(stored.data, `days/1.csv`)),
      () => rm(join(stored.data, `days/4.csv`)),
    ]) {
      await change();
      await asThere();
    }
  });

  it('holds a record in place of an array of one, until a row comes that has two', async () => {
    const row = (id: string, ...metadata: readonly object[]) => ({ id, metadata });
    const one = (id: string) => row(id, { function_id: id, response: [{ status_code: 200 }] });
    const file = (from: number) => ndjson(...Array.from({ length: 50 }, (_, n) => one(`${from + n}`)));
    await make({ 'logs/1.ndjson': file(100), 'logs/2.ndjson': file(200), 'logs/3.ndjson': file(300) });
    const engine = await stored.openReady();
    const SQL =
      "SELECT id, m.function_id, r.status_code, logs.metadata FROM logs CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.response) AS r WHERE id IN ('100', '400', '500', '501') ORDER BY id, 2, 3";
    const held = async () => (await engine.explain(statementOf(SQL))).sql.toLowerCase().includes('unnest(');
    const whole = (id: string) => [id, id, 200, [{ function_id: id, response: [{ status_code: 200 }] }]];
    const add = async (name: string, text: string) => {
      const said = stored.said.length;
      await put(name, text);
      await eventually(async () => {
        await stored.look(engine);
        return stored.said.slice(said).some((line) => line.includes('is in the store'));
      });
      await stored.ready(engine);
    };
    expect([await held(), await stored.rows(engine, SQL)]).toEqual([false, [whole('100')]]);
    await add('logs/4.ndjson', file(400));
    expect(stored.said.at(-1)).toContain('200 rows, 1 file read');
    expect([await held(), await stored.rows(engine, SQL)]).toEqual([false, [whole('100'), whole('400')]]);
    const two = { function_id: 'b', response: [{ status_code: 1 }, { status_code: 2 }] };
    await add('logs/5.ndjson', ndjson(row('500', { function_id: 'a', response: [] }, two), row('501')));
    expect(stored.said.at(-1)).toContain('202 rows, 5 files read');
    const both = [{ function_id: 'a', response: [] }, two];
    expect([await held(), await stored.rows(engine, SQL)]).toEqual([
      true,
      [whole('100'), whole('400'), ['500', 'b', 1, both], ['500', 'b', 2, both]],
    ]);
  });

  it('keeps the newest rows first, those of files that came later behind them', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 10, 20) + second * 1000).toISOString();
    const rows = (...seconds: readonly number[]) =>
      ndjson(
        ...seconds.map((second) => ({ id: String(second), timestamp: at(second), event_message: '', metadata: [] })),
      );
    await make({ 'auth_logs/a.ndjson': rows(30, 10, 20), 'auth_logs/b.ndjson': rows(25, 5, 35, 15, 16, 17, 18, 19) });
    const engine = await stored.openReady();
    expect((await stored.rows(engine, 'SELECT id FROM auth_logs')).flat()).toEqual([
      '35',
      '30',
      '25',
      '20',
      '19',
      '18',
      '17',
      '16',
      '15',
      '10',
      '5',
    ]);
    await put('auth_logs/c.ndjson', rows(50, 40));
    await eventually(async () => {
      await stored.look(engine);
      return stored.said.some((line) => line.includes('13 rows, 1 file read'));
    });
    await stored.ready(engine);
    expect((await stored.rows(engine, 'SELECT id FROM auth_logs LIMIT 20')).flat().slice(-3)).toEqual([
      '5',
      '50',
      '40',
    ]);
  });

  it('is not asked for a table whose files have changed, whether or not somebody has looked', async () => {
    await make({ 'a.csv': 'n\n1\n', 'days/1.csv': 'n\n1\n' });
    const engine = await stored.openReady();
    const sum = async () =>
      (await stored.rows(engine, 'SELECT (SELECT SUM(n) FROM a) AS a, (SELECT SUM(n) FROM days) AS d'))[0];
    expect(await sum()).toEqual([1, 1]);
    await put('a.csv', 'n\n1\n5\n');
    expect(await sum()).toEqual([6, 1]);
    await put('days/2.csv', 'n\n7\n');
    expect(await sum()).toEqual([6, 8]);
    await put('days/1.csv', 'n\n100\n');
    expect(await sum()).toEqual([6, 107]);
    await stored.look(engine);
    await stored.ready(engine);
    expect(await sum()).toEqual([6, 107]);
    await rm(join(stored.data, 'days/1.csv'));
    expect(await sum()).toEqual([6, 7]);
  });

  it('lets a run end on the table that it has begun with', async () => {
    await make({ 'a.csv': `n\n${Array.from({ length: 4000 }, (_, n) => n).join('\n')}\n` });
    const engine = await stored.openReady();
    const run = jest.spyOn(DuckDBPreparedStatement.prototype, 'run');
    // Reads the table again and again for as long as it takes.
    const long = stored.rows(
      engine,
      'SELECT SUM(MOD(x.n * y.n + z.n, 7)) >= 0 AS b, COUNT(*) AS c FROM a AS x, a AS y, a AS z WHERE z.n < 20',
    );
    // It has looked at the files by then.
    await eventually(() => run.mock.calls.length > 0);
    run.mockRestore();
    for (const n of [1, 2, 3]) {
      const before = stored.said.length;
      await put('a.csv', `n\n${n}\n`);
      await eventually(async () => {
        await stored.look(engine);
        return stored.said.slice(before).some((line) => line.includes('is in the store'));
      });
      await stored.ready(engine);
      expect(await stored.rows(engine, 'SELECT n FROM a')).toEqual([[n]]);
    }
    expect(await long).toEqual([[true, 4000 * 4000 * 20]]);
  });

  it('has no file any more of a table that has gone', async () => {
    await make({ 'a.csv': 'n\n1\n', 'b.csv': 'n\n1\n', 'shop/c.csv': 'n\n1\n', 'shop/d.ndjson': '{"n":1}\n' });
    const engine = await stored.openReady();
    const wholes = (await stored.files()).length;
    await rm(join(stored.data, 'b.csv'));
    await put('a.csv', 'n\n2\n');
    await eventually(async () => {
      await stored.look(engine);
      return (await stored.files()).length === wholes - 1;
    });
    expect(await stored.rows(engine, 'SELECT n FROM a')).toEqual([[2]]);
  });

  it('keeps no copy of a table that has gone or shrunk while nobody looked', async () => {
    const large = `a\n${'12345678\n'.repeat(40_000)}`;
    await make({ 'gone.csv': large, 'small.csv': large, 'kept.csv': large });
    await stored.close(await stored.openReady({ mode: 'auto' }));
    expect(await stored.files()).toHaveLength(3);
    await rm(join(stored.data, 'gone.csv'));
    await put('small.csv', 'a\n1\n');
    const engine = await stored.open({ mode: 'auto' });
    await eventually(async () => (await stored.files()).length === 1);
    expect(await stored.readFrom(engine)).toEqual({ small: 'files', kept: 'store' });
  });

  it('leaves a table to its files where a row does not fit, and says so without the row', async () => {
    await make({ 'a.schema.json': schemaOf('n INT64, t STRING') });
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `COPY (FROM (VALUES ('1', 'x'), ('secret', 'y')) AS t(n, t)) TO '${join(stored.data, 'a.parquet')}'`,
    );
    connection.closeSync();
    instance.closeSync();
    const engine = await stored.open();
    await eventually(() => engine.dataProblems.length > 0);
    expect(engine.dataProblems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^table "a" is read from its files and not from the store: \w[\w ]* Error/),
    ]);
    expect(JSON.stringify([engine.dataProblems, stored.said])).not.toContain('secret');
    expect(await stored.rows(engine, 'SELECT t FROM a LIMIT 1')).toEqual([['x']]);
  });

  it('has no more bytes than it may have', async () => {
    const noise = Array.from({ length: 300_000 }, (_, n) => Math.sin(n).toString(36)).join('\n');
    await make({ 'small.csv': 'n\n1\n', 'noise.csv': `text\n${noise}\n` });
    const engine = await stored.open({ maxBytes: 2_000_000 });
    await stored.ready(engine);
    expect(await stored.readFrom(engine)).toEqual({ noise: 'files', small: 'store' });
    expect(engine.dataProblems.map(({ message }) => message).join()).toMatch(
      /no room for it within QUERN_STORE_MAX_BYTES/,
    );
    expect(await stored.rows(engine, 'SELECT COUNT(*) AS n FROM noise')).toEqual([[300_000]]);
  });

  it('is written by one process at a time, and read by all', async () => {
    await make(FILES);
    const engines = await Promise.all([stored.open(), stored.open(), stored.open()]);
    for (const engine of engines) await stored.ready(engine);
    for (const engine of engines) expect(Object.values(await stored.readFrom(engine))).not.toContain('files');
    expect(await stored.files()).toHaveLength(6);
  });

  describe('whoever ends its process', () => {
    it('leaves the old store or the new one', async () => {
      const rows = (from: number) =>
        ndjson(...Array.from({ length: 3000 }, (_, n) => ({ n: from + n, text: `text ${n}` })));
      const SQL = 'SELECT COUNT(*) AS c, SUM(n) AS s, COUNT(DISTINCT text) AS t FROM days';
      await make({ 'days/0.ndjson': rows(0) });
      let count = 1;
      for (let round = 0; round < 12; round += 1) {
        const engine = await stored.open();
        const started = children().length;
        await put(`days/${count}.ndjson`, rows(count * 3000));
        count += 1;
        const looking = stored.look(engine);
        await eventually(() => children().length > started || engine.activity.store?.tables === 1);
        // At another moment of its work each time.
        for (let turn = 0; turn < round * round * 10; turn += 1) await new Promise(setImmediate);
        children().at(-1)?.kill('SIGKILL');
        await looking;
        const total = count * 3000;
        expect(await stored.rows(engine, SQL)).toEqual([[total, (total * (total - 1)) / 2, 3000]]);
        await stored.close(engine);
      }
      const engine = await stored.openReady();
      const total = count * 3000;
      expect(await stored.readFrom(engine)).toEqual({ days: 'store' });
      expect(await stored.rows(engine, SQL)).toEqual([[total, (total * (total - 1)) / 2, 3000]]);
      expect(await stored.files()).toHaveLength(1);
    });
  });

  describe('whoever damages it', () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => ({ n, text: `text ${n * 7919}` }));
    const SQL = 'SELECT COUNT(*) AS c, SUM(n) AS s, COUNT(DISTINCT text) AS t FROM a';
    const ANSWER = [[20_000, (20_000 * 19_999) / 2, 20_000]];

    it.each([0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])('changes no answer, wherever in a file: at %p of it', async (part) => {
      await make({ 'a.ndjson': ndjson(...rows) });
      await stored.close(await stored.openReady());
      const [path = ''] = await stored.files();
      const file = await open(path, 'r+');
      const { size } = await file.stat();
      await file.write(Buffer.alloc(4096, 0xa5), 0, 4096, Math.floor(part * size));
      await file.close();
      const engine = await stored.open();
      expect(await stored.rows(engine, SQL)).toEqual(ANSWER);
      await stored.look(engine);
      await stored.ready(engine);
      expect(await stored.readFrom(engine)).toEqual({ a: 'store' });
      expect(await stored.rows(engine, SQL)).toEqual(ANSWER);
    });

    it('fails no SQL of callers’, whose process reads it on its own', async () => {
      await make({ 'a.ndjson': ndjson(...rows) });
      await stored.close(await stored.openReady());
      const [path = ''] = await stored.files();
      const file = await open(path, 'r+');
      const { size } = await file.stat();
      for (let at = 300_000; at < size; at += 100_000) await file.write(Buffer.alloc(512, 0xa5), 0, 512, at);
      await file.close();
      const engine = await stored.open();
      const authored = 'WITH rows_of_a AS (SELECT n, text FROM a) SELECT n FROM rows_of_a';
      const ask = () => engine.sandbox(statementOf(authored)).run(statementOf(SQL.replace(/a$/, 'rows_of_a')));
      expect(rowsOf(await ask())).toEqual(ANSWER);
      await stored.look(engine);
      await stored.ready(engine);
      expect(rowsOf(await ask())).toEqual(ANSWER);
    });

    it('is not read where others may write to its folder, or where that is a link', async () => {
      await make({ 'a.ndjson': ndjson({ n: 1 }) });
      await stored.close(await stored.openReady());
      await chmod(stored.store, 0o777);
      const open = await stored.open();
      await eventually(() => open.dataProblems.length > 0);
      expect(await stored.readFrom(open)).toEqual({ a: 'files' });
      expect(open.dataProblems[0]?.message).toMatch(/^the store cannot be written: others may write to it/);
      await stored.close(open);
      await chmod(stored.store, 0o700);
      await rename(stored.store, `${stored.store}-other`);
      await symlink(`${stored.store}-other`, stored.store);
      const linked = await stored.open({ isReader: true });
      expect(await stored.readFrom(linked)).toEqual({ a: 'files' });
      expect(await stored.rows(linked, 'SELECT n FROM a')).toEqual([[1]]);
    });

    it.each([
      ['another table', { n: 2, more: 'x' }, 'more', 'x'],
      ['another table of the same columns', { n: 2 }, 'b.n + 1', 3],
    ])('cannot put %s into its place', async (_, row, item, value) => {
      await make({ 'a.ndjson': ndjson({ n: 1 }), 'b.ndjson': ndjson(row) });
      await stored.close(await stored.openReady());
      const [one = '', other = ''] = await stored.files();
      await rename(one, `${one}.1`);
      await rename(other, one);
      await rename(`${one}.1`, other);
      const engine = await stored.openReady();
      const sql = `SELECT a.n, b.n AS m, ${item} AS v FROM a CROSS JOIN b`;
      expect(await stored.rows(engine, sql)).toEqual([[1, 2, value]]);
    });
  });

  describe('whoever fills its folder', () => {
    it('leads it to no other file', async () => {
      await make({ 'a.ndjson': ndjson({ n: 1 }) });
      const victim = join(stored.data, '..', `${basename(stored.data)}.victim`);
      await writeFile(victim, 'precious');
      await mkdir(stored.store, { mode: 0o700 });
      for (const name of ['lock', '.gitignore', 'spill.draft']) await symlink(victim, join(stored.store, name));
      const engine = await stored.openReady();
      expect(await stored.readFrom(engine)).toEqual({ a: 'store' });
      expect(await readFile(victim, 'utf8')).toBe('precious');
      await rm(victim);
    });

    it('adds no rows to those of the files', async () => {
      const days = [1, 2, 3, 4, 5].map((n) => [`days/${n}.ndjson`, ndjson({ n })] as const);
      await make(Object.fromEntries(days));
      await stored.close(await stored.openReady());
      const [path = ''] = await stored.files();
      const database = await DuckDBInstance.create(path);
      const connection = await database.connect();
      const place = join(stored.data, 'days');
      for (const file of ['NULL', "'elsewhere'", `'${place}/6.ndjson'`])
        await connection.run(`INSERT INTO stored VALUES (1000, ${file})`);
      connection.closeSync();
      database.closeSync();
      await put('days/6.ndjson', ndjson({ n: 6 }));
      const engine = await stored.openReady();
      expect(stored.said.at(-1)).toContain('6 rows, 1 file read');
      expect(await stored.rows(engine, 'SELECT SUM(n) AS s FROM days')).toEqual([[21]]);
    });
  });

  it('answers from the files where it cannot be written', async () => {
    await make({ 'a.ndjson': ndjson({ n: 1 }) });
    await mkdir(join(stored.store, '..'), { recursive: true });
    await writeFile(stored.store, 'a file');
    const engine = await stored.open();
    await eventually(() => engine.dataProblems.length > 0);
    expect(engine.dataProblems[0]?.message).toMatch(/^the store cannot be written: /);
    expect(await stored.rows(engine, 'SELECT n FROM a')).toEqual([[1]]);
    await rm(stored.store);
  });
});
