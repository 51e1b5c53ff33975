import { type Column, type Result } from '../../engines/engine.js';
import { addRows, AnswerBody } from '../../execution/body/answer-body.js';
import { rowsOfBody } from '../../forms/rows-of-body.js';
import { textForm } from '../../forms/text-form.js';
import { writeGivenFile } from '../given-file.js';
import { formatTable } from './format-table.js';
import { type RowsTarget } from './rows-target.js';

/** Rows as an answer has them: every form is made of its body, here and over HTTP. */
export interface RowsAnswer {
  readonly columns: readonly Column[];
  readonly body: Buffer;
}

/** A column of a command's own list, with the value that it has of an item, as JSON. */
export interface ListColumn<Item> extends Column {
  readonly tell: (item: Item) => string | number | boolean | object | null;
}

export async function writeList<Item>(
  columns: readonly ListColumn<Item>[],
  items: readonly Item[],
  target: RowsTarget,
): Promise<void> {
  const rows = items.map((item) => columns.map(({ tell }) => JSON.stringify(tell(item))));
  await writeAnswer(await answerOf(new AnswerBody(), { columns, rows }), target);
}

/** The answer of a run; `body` has been its sink, which an engine may have left alone. */
export async function answerOf(
  body: AnswerBody,
  { columns, rows }: Pick<Result, 'columns' | 'rows'>,
): Promise<RowsAnswer> {
  if (!body.hasBegun) {
    body.begin(columns);
    await addRows(body, rows);
  }
  return { columns, body: (await body.finish()).body };
}

/** Writes rows at once when all of them are there, so that a failure writes nothing. */
export async function writeAnswer(answer: RowsAnswer, { format, out, file }: RowsTarget): Promise<void> {
  // Some terminals do not know their width, which is 0 then.
  const shown = file === undefined && out.isTTY === true ? out.columns : undefined;
  const width = shown === 0 ? undefined : shown;
  const bytes = await bytesOf(answer, format, width);
  if (file === undefined) out.write(bytes);
  else await writeGivenFile('--out', file, bytes);
}

async function bytesOf(
  { columns, body }: RowsAnswer,
  format: RowsTarget['format'],
  width?: number,
): Promise<Uint8Array> {
  switch (format) {
    case 'table':
      return Buffer.from(formatTable({ columns, rows: [...rowsOfBody(body)] }, width));
    case 'parquet':
    case 'arrow': {
      const { madeForm } = await import('../../forms/made-form.js');
      return madeForm(format, { columns, body }).bytes;
    }
    default: {
      const bytes = textForm(format, { columns, body });
      // JSON is the one text whose last line has no end.
      return format === 'json' ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes;
    }
  }
}
