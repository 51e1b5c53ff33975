import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dataErrorsOf, type DataFiles, rowsOf, statementOf, withEngine } from '../../../../../test/support/duckdb.js';
import { errorText } from '../../../../errors/error-text.js';
import { type DuckDbEngine } from '../../duckdb.engine.js';

const TYPES = JSON.stringify([
  { name: 'id', type: 'INT64', mode: 'REQUIRED' },
  { name: 'name', type: 'STRING' },
  { name: 'amount', type: 'INT64' },
]);

const SOUND = 'id,name,amount\n1,a,10\n2,b,20\n3,c,30\n';

function manyRows(last: string): string {
  return `id,name,amount\n${Array.from({ length: 30_000 }, (_, row) => `${row},n,1\n`).join('')}${last}`;
}

describe('the rows of CSV', () => {
  /** The rows of a query, or why they cannot be had. */
  async function ask(engine: DuckDbEngine, sql: string): Promise<unknown> {
    return engine.run(statementOf(sql)).then(rowsOf, (error: unknown) => {
      const { detail, cause } = error as { detail?: string; cause?: unknown };
      return { detail, cause: errorText(cause) };
    });
  }

  describe.each<[string, string | undefined]>([
    ['without a schema', undefined],
    ['with a schema', TYPES],
  ])('%s', (_, schema) => {
    it.each<[string, string, string]>([
      ['a short row', SOUND.replace('2,b,20', '2,b'), 'line 3 has 2 fields, and the header 3'],
      ['a long row', SOUND.replace('2,b,20', '2,b,20,'), 'line 3 has 4 fields, and the header 3'],
      ['a line that is still being written', `${SOUND}4,d`, 'line 5 has 2 fields, and the header 3'],
      ['a short row behind many', manyRows('5,x\n6,y,7\n'), 'line 30002 has 2 fields, and the header 3'],
      [
        'nothing behind the last delimiter',
        `${SOUND}4,d,`,
        'its last line ends behind a delimiter and has no line break',
      ],
      ['a header of fewer columns', SOUND.replace('name,', ''), 'line 2 has 3 fields, and the header 2'],
      ['another delimiter', SOUND.replaceAll(',', ';'), 'its header has semicolons and no commas'],
      ['tabs in its name’s place', SOUND.replaceAll(',', '\t'), 'write it with commas, or call it .tsv'],
      ['an open quote', SOUND.replace('2,b', '2,"b'), 'line 3 has a quote that is not closed'],
      ['line breaks of two kinds', SOUND.replace('b,20\n', 'b,20\r\n'), 'line 3 ends in another way than those before'],
      ['a short row behind line breaks', SOUND.replace('1,a', '1,"a\n\n"').replace(',30', ''), 'line 6 has 2 fields'],
      ['an open quote behind them', SOUND.replace('1,a', '1,"a\n\n"').replace(',c', ',"c'), 'line 6 has a quote that'],
      ['a comment', SOUND.replace('2,b', '# more\n2,b'), 'line 3 has 1 field, and the header 3'],
      ['an empty line in front', `\n${SOUND}`, 'its first line is empty, where the names of the columns should be'],
      ['two files in one', SOUND + SOUND, 'line 5'],
    ])('are an error of the file where there is %s', async (__, text, message) => {
      await withEngine({ 't.csv': text, ...(schema && { 't.schema.json': schema }) }, async (engine, folder) => {
        const told = dataErrorsOf(engine, folder);
        expect(told).toEqual([expect.stringContaining(message)]);
        const line = /^(?:line \d+)?/.exec(message)?.[0].slice(5) ?? '';
        expect(told[0]).toMatch(new RegExp(`^t\\.csv:${line}.* table "t" cannot be read: `));
        expect(await engine.check(statementOf('SELECT id FROM t'))).toMatchObject({
          unchecked: expect.stringContaining(message) as string,
        });
        expect(await ask(engine, 'SELECT id FROM t LIMIT 1')).toEqual({
          detail: 'The table "t" cannot be read as its files are now.',
          cause: expect.stringContaining(message) as string,
        });
      });
    });

    it('are read where nothing is wrong', async () => {
      const texts = [
        SOUND,
        SOUND.replaceAll('\n', '\r\n'),
        `\ufeff${SOUND}`,
        SOUND.slice(0, -1),
        SOUND.replace('\n2', '\n\n2'),
      ];
      const quoted = SOUND.replace(',b,', ',"b",');
      const files = Object.fromEntries([...texts, quoted].map((text, index) => [`t/${index}.csv`, text]));
      await withEngine({ ...files, ...(schema && { 't.schema.json': schema }) }, async (engine, folder) => {
        expect(dataErrorsOf(engine, folder)).toEqual([]);
        expect(await ask(engine, 'SELECT COUNT(*), COUNT(id), COUNT(name), SUM(amount) FROM t')).toEqual([
          [18, 18, 18, 360],
        ]);
      });
    });

    it('are an error where a file of a folder is damaged, or compressed and cut off', async () => {
      await withEngine({ 't/a.csv': SOUND }, async (engine, folder) => {
        await writeFile(join(folder, 't/b.csv.gz'), gzipSync(manyRows('')).subarray(0, -40));
        if (schema) await writeFile(join(folder, 't.schema.json'), schema);
        let beingWritten: readonly string[] | undefined;
        do ({ beingWritten } = (await engine.data?.look([folder])) ?? {});
        while (beingWritten?.length);
        expect(dataErrorsOf(engine, folder)[0]).toContain(
          't/b.csv.gz: table "t" cannot be read: it ends in the middle of what gzip has written',
        );
        expect(await ask(engine, 'SELECT id FROM t')).toMatchObject({
          cause: expect.stringContaining('t/b.csv.gz') as string,
        });
      });
    });
  });

  it('are an error where an empty line is in front of the name of one column', async () => {
    await withEngine({ 't.csv': '\nname\na\n', 'z.csv.gz': gzipSync('\r\nname\na\n') }, (engine, folder) => {
      expect(dataErrorsOf(engine, folder)).toEqual(
        ['t.csv', 'z.csv.gz'].map(
          (name) =>
            expect.stringMatching(new RegExp(`^${name}: table "." cannot be read: its first line is empty`)) as string,
        ),
      );
      return Promise.resolve();
    });
  });

  const MEND = '; mend it, or give the column another type in the .schema.json file beside it';

  it('are of the types of their schema, and have what is REQUIRED', async () => {
    const wrong: readonly [string, string, string][] = [
      ['a word', SOUND.replace(',20', ',x'), `line 3: "amount" is not INT64${MEND}`],
      ['a fraction', SOUND.replace(',20', ',1.5'), `line 3: "amount" is not INT64${MEND}`],
      ['no value', SOUND.replace('2,b', ',b'), 'line 3: "id" is REQUIRED and has no value'],
      [
        'a line break in a value',
        SOUND.replace('1,a', '1,"a\n\n"').replace(',30', ',x'),
        `line 6: "amount" is not INT64${MEND}`,
      ],
      ['an empty line', SOUND.replace('2,b,20', '\n2,b,x'), `line 4: "amount" is not INT64${MEND}`],
      [
        'a quote within a value',
        SOUND.replace('1,a', '1,a"').replace(',20', ',x'),
        `line 3: "amount" is not INT64${MEND}`,
      ],
      [
        'another header',
        SOUND.replace('name', 'nam'),
        'its header has "nam", which the schema has not, and lacks "name"',
      ],
      ['no REQUIRED column', 'name,amount\na,10\n', 'its header lacks "id", which is REQUIRED'],
      ['a word, and not every column', 'id,amount\n1,10\n2,x\n', `line 3: "amount" is not INT64${MEND}`],
    ];
    const files = wrong.flatMap(([, text], index) => [
      [`t${index}.csv`, text],
      [`t${index}.schema.json`, TYPES],
    ]);
    await withEngine(Object.fromEntries(files) as DataFiles, (engine, folder) => {
      const told = dataErrorsOf(engine, folder).map((message) => message.replace(/^.* cannot be read: /, ''));
      expect(told).toEqual(wrong.map(([, , message]) => message));
      return Promise.resolve();
    });
  });

  it('are told by their lines whatever their columns are called', async () => {
    const files = {
      't.csv': 'number,quern\n1,2\n3,x\n',
      't.schema.json': JSON.stringify(['number', 'quern'].map((name) => ({ name, type: 'INT64' }))),
    };
    await withEngine(files, (engine, folder) => {
      expect(dataErrorsOf(engine, folder)).toEqual([expect.stringContaining(`line 3: "quern" is not INT64${MEND}`)]);
      return Promise.resolve();
    });
  });
});
