import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dataErrorsOf, type DataFiles, rowsOf, statementOf, withEngine } from '../../../../../test/support/duckdb.js';

const SCHEMA = JSON.stringify([
  { name: 'id', type: 'INT64', mode: 'REQUIRED' },
  { name: 'day', type: 'DATE' },
  { name: 'b', type: 'BYTES' },
  { name: 'r', type: 'RECORD', fields: [{ name: 'list', type: 'INT64', mode: 'REPEATED' }] },
]);
const SOUND = '{"id":1,"day":"2026-02-01","b":"cjI=","r":{"list":[1,2]}}\n';

function many(last: string): string {
  return `${'{"id":1}\n'.repeat(30_000)}${last}`;
}

describe('the rows of JSON', () => {
  const WRONG: readonly (readonly [name: string, text: string | Buffer, message: string])[] = [
    ['a.ndjson', `${SOUND}\n{"id":"x"}\n`, 'line 3: "id" is not INT64'],
    ['b.ndjson', `${SOUND}{"id":2,"day":"01/13/2026"}\n`, 'line 2: "day" is not DATE'],
    ['c.ndjson', `${SOUND}{"id":2,"b":"!!"}\n`, 'line 2: "b" is not BYTES'],
    ['d.ndjson', `${SOUND}{"id":2,"r":{"list":["x"]}}\n`, 'line 2: "r" is not STRUCT<list ARRAY<INT64>>'],
    ['e.ndjson', `${SOUND}{"day":"2026-01-01"}\n`, 'line 2: "id" is REQUIRED and has no value'],
    ['f.ndjson', `${SOUND}{"id":\n${SOUND}`, 'line 2 is no JSON'],
    ['g.ndjson', `${SOUND}{"id":2,"da`, 'line 2 is no JSON'],
    ['h.ndjson', '[{"id":1},{"id":2}]\n', 'line 1 is no object'],
    ['i.ndjson', Buffer.from(`${SOUND}{"id":2,"é":1}\n`, 'latin1'), 'line 2 is not UTF-8; save the file as UTF-8'],
    ['j.ndjson', many('{"id":"x"}\n'), 'line 30001: "id" is not INT64'],
    ['k.json', `[${SOUND},\n{"id":2},\n{"id":"x"}]`, 'row 3: "id" is not INT64'],
    ['l.json', '[{"id":1},\n{"id":2},\n]', "it is no JSON from line 3 on: Unexpected token ']'"],
    ['m.json', Buffer.from('[{"id":1},\n{"id":2,"é":1}]', 'latin1'), 'line 2 is not UTF-8'],
    ['n.ndjson.gz', gzipSync(many('')).subarray(0, -40), 'it ends in the middle of what gzip has written'],
    ['o.ndjson.gz', gzipSync(`${SOUND}{"id":"x"}\n`), 'line 2: "id" is not INT64'],
  ];

  it('are an error of their table, with the line, where one is none', async () => {
    const files = WRONG.flatMap(([name, text]) => [
      [name, text],
      [`${name.slice(0, 1)}.schema.json`, SCHEMA],
    ]);
    await withEngine(Object.fromEntries(files) as DataFiles, async (engine, folder) => {
      const told = dataErrorsOf(engine, folder);
      expect(told).toEqual(
        WRONG.map(([name, , message]) => {
          const line = /\bline (\d+)/.exec(message)?.[1] ?? '';
          const table = name.slice(0, 1);
          return expect.stringContaining(`${name}:${line} table "${table}" cannot be read: ${message}`) as string;
        }),
      );
      await expect(engine.run(statementOf('SELECT id FROM c'))).rejects.toMatchObject({
        detail: 'The table "c" cannot be read as its files are now.',
      });
    });
  });

  it('are told in a few words, however many fields a column has', async () => {
    await withEngine({ 'auth_logs.ndjson': '{"metadata":{"level":"info"}}' }, (engine, folder) => {
      expect(dataErrorsOf(engine, folder)).toEqual([
        'auth_logs.ndjson:1 table "auth_logs" cannot be read: line 1: "metadata" is not ' +
          'ARRAY<STRUCT<action STRING, client_id STRING, component STRING,…; ' +
          'mend it, or give the column another type in the .schema.json file beside it',
      ]);
      return Promise.resolve();
    });
  });

  it('are the same error where their types are guessed', async () => {
    const files = { 'late.ndjson': many('{"id":"x"}\n'), 'cut.ndjson': many('{"id":'), 'latin.ndjson': WRONG[8]?.[1] };
    await withEngine(files as DataFiles, (engine, folder) => {
      expect(dataErrorsOf(engine, folder)).toEqual([
        expect.stringContaining('cut.ndjson:30001 table "cut" cannot be read: line 30001 is no JSON'),
        expect.stringContaining('late.ndjson:30001 table "late" cannot be read: line 30001: "id" is not INT64'),
        expect.stringContaining('latin.ndjson:2 table "latin" cannot be read: line 2 is not UTF-8'),
      ]);
      return Promise.resolve();
    });
  });

  it('are read where nothing is wrong, in files of several kinds of rows as well', async () => {
    const files = {
      't/1.ndjson': SOUND,
      't/2.ndjson': '\n{"id":2,"more":{"deep":[1]}}\r\n\n',
      't.schema.json': SCHEMA,
      'g/1.ndjson': '{"id":1,"r":{"a":1}}\n',
      'g/2.ndjson': '{"r":{"b":"x"},"day":"2026-01-01 10:00:00"}\n{}\n',
      'empty.ndjson': '',
      'empty.schema.json': SCHEMA,
      'one.json': `{"id":1}\n{"id":2}`,
    };
    await withEngine(files, async (engine, folder) => {
      expect(dataErrorsOf(engine, folder)).toEqual([]);
      const rows = async (sql: string) => rowsOf(await engine.run(statementOf(sql)));
      expect(await rows('SELECT id, b FROM t ORDER BY id')).toEqual([
        [1, 'cjI='],
        [2, null],
      ]);
      expect(await rows('SELECT COUNT(*), COUNT(r.b), COUNT(day) FROM g')).toEqual([[3, 1, 1]]);
      expect(await rows('SELECT (SELECT COUNT(*) FROM empty), (SELECT COUNT(*) FROM one)')).toEqual([[0, 2]]);
    });
  });

  it('fail the run that comes before the next look, which names their table', async () => {
    const csv = 'id,name\n1,a\n';
    const files = { 't.ndjson': SOUND, 't.schema.json': SCHEMA, 'g.ndjson': SOUND, 'c.csv': csv };
    await withEngine(files, async (engine, folder) => {
      await writeFile(join(folder, 't.ndjson'), '{"id":"x"}\n');
      await writeFile(join(folder, 'g.ndjson'), `${SOUND}{"id":`);
      await writeFile(join(folder, 'c.csv'), `${csv}2\n`);
      for (const table of ['t', 'g', 'c'])
        await expect(engine.run(statementOf(`SELECT id FROM ${table}`))).rejects.toMatchObject({
          detail: `The table "${table}" cannot be read as its files are now.`,
          cause: { message: expect.stringContaining(folder) as string },
        });
      const value = `Invalid Input Error: Malformed JSON in file "${join(folder, 't.ndjson')}", `;
      const parameter = { name: 'x', array: false, type: 'STRING' as const, value };
      await expect(engine.run(statementOf('SELECT CAST(@x AS INT64) AS n', [parameter]))).rejects.toMatchObject({
        detail: 'The query cannot work with the value of "x": bad INT64 value.',
      });
    });
  });

  it('are read again where they change, and are sound when they are mended', async () => {
    await withEngine({ 't.ndjson': SOUND, 't.schema.json': SCHEMA }, async (engine, folder) => {
      const look = async (text: string) => {
        await writeFile(join(folder, 't.ndjson'), text);
        let beingWritten: readonly string[] | undefined;
        do ({ beingWritten } = (await engine.data?.look([folder])) ?? {});
        while (beingWritten?.length);
        return dataErrorsOf(engine, folder);
      };
      expect(await look(`${SOUND}{"id":"x"}\n`)).toEqual([expect.stringContaining('line 2: "id" is not INT64')]);
      expect(await look(SOUND)).toEqual([]);
    });
  });
});
