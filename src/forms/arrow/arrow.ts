import { Column as ArrowColumn, columnFromValues, type Batch, tableFromColumns, tableToIPC } from '@uwdata/flechette';
import { type Column, type JsonText } from '../../engines/engine.js';
import { formFields } from '../form-types.js';
import { typedReader, type TypedValue } from '../typed-values.js';
import { arrowType, builtType } from './arrow-schema.js';

/** A batch ends with the first row that fills it either way: rows of a kilobyte each are many bytes as values. */
const BATCH_ROWS = 65_536;
const BATCH_CHARS = 16 * 2 ** 20;

export function arrowStream(columns: readonly Column[], rows: Iterable<readonly JsonText[]>): Uint8Array {
  const fields = formFields(columns).map(({ name, type }) => ({
    name,
    type: arrowType(type),
    builtAs: builtType(type),
    read: typedReader(type),
    values: [] as TypedValue[],
    batches: [] as Batch<TypedValue>[],
  }));
  let rowsOfBatch = 0;
  let chars = 0;
  const endBatch = () => {
    for (const field of fields) {
      field.batches.push(...columnFromValues<TypedValue>(field.values, field.builtAs).data);
      field.values = [];
    }
    rowsOfBatch = 0;
    chars = 0;
  };
  for (const row of rows) {
    for (const [index, { read, values }] of fields.entries()) {
      const text = row[index] ?? 'null';
      chars += text.length;
      values.push(read(text));
    }
    rowsOfBatch += 1;
    if (chars >= BATCH_CHARS || rowsOfBatch === BATCH_ROWS) endBatch();
  }
  endBatch();
  const built = fields.map(({ name, type, batches }): [string, ArrowColumn<TypedValue>] => {
    return [name, new ArrowColumn(batches, type)];
  });
  const bytes = tableToIPC(tableFromColumns(built), { format: 'stream' });
  if (!bytes) throw new Error('the writer of Arrow streams has kept its bytes');
  return bytes;
}
