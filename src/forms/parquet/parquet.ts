import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Column, type JsonText } from '../../engines/engine.js';
import { formFields } from '../form-types.js';
import { typedReader, type TypedValue } from '../typed-values.js';
import { parquetSchema, withOlderNames } from './parquet-schema.js';

/** A row group ends with the first row that fills it either way: rows of a kilobyte each are many bytes as values. */
const GROUP_ROWS = 100_000;
const GROUP_CHARS = 16 * 2 ** 20;

/** A whole Parquet file, compressed with Snappy, which every reader knows. */
export function parquetFile(columns: readonly Column[], rows: Iterable<readonly JsonText[]>): Uint8Array {
  const fields = formFields(columns).map(({ name, type }) => ({ name, type, read: typedReader(type) }));
  const bytes = new ByteWriter();
  const file = new ParquetWriter({ writer: bytes, schema: parquetSchema(fields), createdBy: 'quern' });
  let group = fields.map((): TypedValue[] => []);
  let chars = 0;
  const writeGroup = () => {
    const columnData = fields.map(({ name }, index) => ({ name, data: group[index] ?? [] }));
    void file.write({ columnData, rowGroupSize: GROUP_ROWS });
    group = fields.map(() => []);
    chars = 0;
  };
  for (const row of rows) {
    for (const [index, { read }] of fields.entries()) {
      const text = row[index] ?? 'null';
      chars += text.length;
      group[index]?.push(read(text));
    }
    if (chars >= GROUP_CHARS || group[0]?.length === GROUP_ROWS) writeGroup();
  }
  writeGroup();
  file.schema = withOlderNames(file.schema);
  void file.finish();
  return bytes.getBytes().slice();
}
