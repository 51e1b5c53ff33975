import { type Column, type JsonText } from '../../src/engines/engine.js';
import { addRows, AnswerBody } from '../../src/execution/body/answer-body.js';
import { madeForm } from '../../src/forms/made-form.js';
import { randomAnswer } from '../support/forms/random-answer.js';
import { queryFile } from '../support/forms/read-parquet.js';
import { Chance } from '../support/hostile/chance.js';
import { part } from '../support/part.js';

const SEEDS = Array.from({ length: part(40, 2) }, (_, index) => index + 1);
const FORMATS = { numbers: 'exact', timestamps: 'iso8601' } as const;

const answerOf = (seed: number) => {
  const chance = new Chance(seed);
  return randomAnswer(chance, chance.pick([1, 20, 60]), FORMATS);
};

async function formOf(
  kind: 'csv' | 'csv_safe' | 'ndjson',
  columns: readonly Column[],
  rows: readonly (readonly JsonText[])[],
) {
  const answer = new AnswerBody();
  answer.begin(columns);
  await addRows(answer, rows);
  const { body } = await answer.finish();
  return madeForm(kind, { columns, body }).bytes;
}

describe('an answer as text', () => {
  it.each(SEEDS)('is to a reader of CSV what it is as JSON (seed %i)', async (seed) => {
    const { columns, rows } = answerOf(seed);
    const options = `all_varchar = true, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', new_line = '\\r\\n', max_line_size = 10000000, allow_quoted_nulls = false, columns = {${columns.map(({ name }) => `${name}: 'VARCHAR'`).join(', ')}}`;
    const found = await queryFile(await formOf('csv', columns, rows), '*', (file) => `read_csv('${file}', ${options})`);
    const cells = rows.map((row) => row.map((text, index) => cellOf(text, columns[index]?.type ?? '')));
    expect(found).toEqual(cells);
  });

  it('has a line for a NULL that is alone in its row, and no bytes are not NULL', async () => {
    const bytes = await formOf('csv', [{ name: 'b', type: 'BYTES' }], [['null'], ['""'], ['"YQ=="'], ['null']]);
    expect(Buffer.from(bytes).toString()).toBe('b\r\n\r\n""\r\nYQ==\r\n\r\n');
  });

  it('defuses bytes that begin as a formula does', async () => {
    const bytes = await formOf('csv_safe', [{ name: 'b', type: 'BYTES' }], [['"+A1+A2+A"'], ['"YQ=="'], ['""']]);
    expect(Buffer.from(bytes).toString()).toBe('b\r\n\'+A1+A2+A\r\nYQ==\r\n""\r\n');
  });

  it.each(SEEDS)('is to a reader of NDJSON what it is as JSON (seed %i)', async (seed) => {
    const { columns, rows } = answerOf(seed);
    const found = await queryFile(
      await formOf('ndjson', columns, rows),
      'json',
      (file) => `read_ndjson_objects('${file}')`,
    );
    const lines = rows.map((row) => `{${row.map((text, index) => `"${columns[index]?.name}":${text}`).join(',')}}`);
    expect(found).toEqual(lines.map((line) => [line]));
  });
});

/** Text stands there as it is, as do values that are in quotes for JSON alone; what has parts is its JSON. */
function cellOf(text: JsonText, type: string): string | null {
  if (text === 'null') return null;
  const isWhole = type === 'JSON' || /[<]/.test(type);
  return !isWhole && text.startsWith('"') ? (JSON.parse(text) as string) : text;
}
