import { join } from 'node:path';
import { dataErrorsOf, duckDbOptions, rowsOf, statementOf, withEngine } from '../../../../test/support/duckdb.js';
import { DuckDbEngine } from '../duckdb.engine.js';

describe('data as people bring them', () => {
  it('have dates as texts, and a remark, where the day may be the month', async () => {
    const texts = ['01/02/2026', '03.04.26', '5-6-2026 10:00'];
    const files = { 't.csv': `id,sent,day,word\n${texts.map((text, id) => `${id},${text},2026-02-01,x\n`).join('')}` };
    await withEngine(files, async (engine) => {
      expect(engine.dataProblems.map(({ severity, message }) => [severity, message])).toEqual([
        ['warning', expect.stringMatching(/^table "t": column "sent" has dates or times that can be read in several/)],
      ]);
      // Probes ask for them, as often as anybody likes.
      expect(engine.dataProblems[0]).toBe(engine.dataProblems[0]);
      expect(rowsOf(await engine.run(statementOf('SELECT sent FROM t ORDER BY id')))).toEqual(
        texts.map((text) => [text]),
      );
    });
  });

  it('have a remark where a header has no name for a column, or one twice', async () => {
    const files = { 'a.csv': 'id,Id,,"x, 1"\n1,2,3,4\n', 'b.tsv': 'a_1\t b2 \n1\t2\n' };
    await withEngine(files, (engine) => {
      const cure = 'give each a name of its own';
      expect(engine.dataProblems.map(({ severity, message }) => [severity, message])).toEqual([
        ['warning', `table "a": column 2 of the header is "Id" like another one, and is read as "Id_1"; ${cure}`],
        ['warning', `table "a": column 3 of the header has no name, and is read as "column2"; ${cure}`],
      ]);
    });
  });

  it.each(['ndjson', 'json'])('have their other types where a date of %s is a text', async (format) => {
    const row = (id: number, day: string) => JSON.stringify({ id, day, sent: `${day} 10:00:00`, known: '2026-02-01' });
    const files = { [`t.${format}`]: `${row(1, '01-02-2026')}\n${row(2, '31-12-2026')}\n` };
    await withEngine(files, async (engine) => {
      expect(engine.dataProblems.map(({ message }) => message)).toEqual(
        ['day', 'sent'].map(
          (name) => expect.stringContaining(`column "${name}" has dates or times that can be`) as string,
        ),
      );
      expect(await engine.check(statementOf('SELECT * FROM t'))).toMatchObject({
        columns: [
          { name: 'id', type: 'INT64' },
          { name: 'day', type: 'STRING' },
          { name: 'sent', type: 'STRING' },
          { name: 'known', type: 'DATE' },
        ],
      });
      expect(rowsOf(await engine.run(statementOf('SELECT day, sent FROM t ORDER BY id LIMIT 1')))).toEqual([
        ['01-02-2026', '01-02-2026 10:00:00'],
      ]);
    });
  });

  it('have instants of NDJSON that are not all written alike, as a log has them', async () => {
    const ways = [
      ['2026-01-02T10:00:00.5Z', '2026-01-02T10:00:00Z', '2026-01-02T12:00:00+02:00'],
      ['2026-01-02T10:00:00.123456', '2026-01-02T10:00:00'],
      ['2026-01-02 12:00:00+0200', '2026-01-02 10:00:00 UTC', '2026-01-02T10:00:00.123456789Z'],
    ];
    const texts = [
      ['2026-01-02T10:00:00Z', 'now'],
      ['2026-01-02T10:00:00,5Z', '2026-01-02T10:00:00Z'],
      ['2026-01-02 10:00:00 Europe/Berlin', '2026-01-02 10:00:00'],
    ];
    const all = [...ways, ...texts];
    const rows = [0, 1, 2].map((row) =>
      JSON.stringify({ id: row, ...Object.fromEntries(all.map((column, index) => [`c${index}`, column[row]])) }),
    );
    await withEngine({ 't.ndjson': rows.join('\n') }, async (engine) => {
      expect(engine.dataProblems).toEqual([]);
      expect(await engine.check(statementOf('SELECT * EXCEPT (id) FROM t'))).toMatchObject({
        columns: all.map((_, index) => ({ type: index < ways.length ? 'TIMESTAMP' : 'STRING' })),
      });
      const sql = `SELECT ${ways.map((_, index) => `UNIX_MILLIS(c${index}) - 1767348000000`).join(', ')} FROM t ORDER BY id`;
      expect(rowsOf(await engine.run(statementOf(sql)))).toEqual([
        [500, 123, 0],
        [0, 0, 0],
        [0, null, 123],
      ]);
    });
  });

  it('have BYTES as base64', async () => {
    const schema = JSON.stringify([{ name: 'b', type: 'BYTES' }]);
    const files = {
      'csv.csv': 'b\ncjI=\n',
      'csv.schema.json': schema,
      'ndjson.ndjson': '{"b":"cjI="}\n',
      'ndjson.schema.json': schema,
    };
    await withEngine(files, async (engine) => {
      for (const table of ['csv', 'ndjson'])
        expect(rowsOf(await engine.run(statementOf(`SELECT b, CAST(b AS STRING) AS s FROM ${table}`)))).toEqual([
          ['cjI=', 'r2'],
        ]);
    });
  });

  it('are told what a schema lacks', async () => {
    const files = {
      'a.ndjson': '{}\n',
      'a.schema.json': '[{"name": "id",\n"type": "INT64",}]',
      'b.ndjson': '{}\n',
      'b.schema.json': '[{"name": "id", "type": "INT65"}]',
    };
    await withEngine(files, (engine, folder) => {
      expect(dataErrorsOf(engine, folder)).toEqual([
        expect.stringMatching(/^a\.schema\.json:2 .*: it is no JSON from line 2 on: /),
        expect.stringMatching(/^b\.schema\.json:1 .*: line 1: field "id" has type INT65, .* it has RECORD, .*INT64/),
      ]);
      return Promise.resolve();
    });
  });

  it('are to be named by their folder', async () => {
    await withEngine({ 't.csv': 'id\n1\n' }, async (_, folder) => {
      const engine = new DuckDbEngine(duckDbOptions(join(folder, 't.csv')));
      await expect(engine.open('run')).rejects.toThrow(
        `is a file of one table; name the folder that it is in, ${folder}`,
      );
    });
  });
});
