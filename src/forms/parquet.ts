import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type ColumnScalar } from '../contract/column-type.js';
import { type Column, type JsonText } from '../engines/engine.js';
import { type FormField, formFields, type FormType } from './form-types.js';
import { NUMERIC_SCALE, typedColumns } from './typed-values.js';

const GROUP_ROWS = 100_000;

type ParquetType = Omit<SchemaElement, 'name' | 'repetition_type'>;

const TEXT: ParquetType = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };

/**
 * Types of Parquet for those of columns. `logical_type` names them, which all readers of today know. The older `converted_type` stands
 * beside it where it says the same and the writer needs it.
 */
export const PARQUET_SCALARS: Readonly<Record<ColumnScalar | 'TEXT', ParquetType>> = {
  STRING: TEXT,
  BYTES: { type: 'BYTE_ARRAY' },
  INT64: { type: 'INT64' },
  FLOAT64: { type: 'DOUBLE' },
  NUMERIC: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    converted_type: 'DECIMAL',
    precision: 38,
    scale: NUMERIC_SCALE,
    logical_type: { type: 'DECIMAL', precision: 38, scale: NUMERIC_SCALE },
  },
  BIGNUMERIC: TEXT,
  BOOL: { type: 'BOOLEAN' },
  DATE: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  TIME: { type: 'INT64', logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MICROS' } },
  DATETIME: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } },
  TIMESTAMP: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  INTERVAL: TEXT,
  GEOGRAPHY: TEXT,
  // `withOlderNames` adds the older name of JSON in the end.
  JSON: { type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } },
  TEXT,
};

/** The schema of a file, each group before its children. */
function parquetSchema(fields: readonly FormField[]): SchemaElement[] {
  return [{ name: 'row', num_children: fields.length }, ...fields.flatMap(({ name, type }) => elementsOf(name, type))];
}

function elementsOf(name: string, type: FormType): readonly SchemaElement[] {
  const repetition_type = 'OPTIONAL';
  if (type.kind === 'ARRAY') {
    return [
      { name, repetition_type, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...elementsOf('element', type.element),
    ];
  }
  if (type.kind === 'STRUCT') {
    const children = type.fields.flatMap((field) => elementsOf(field.name, field.type));
    return [{ name, repetition_type, num_children: type.fields.length }, ...children];
  }
  return [{ name, repetition_type, ...PARQUET_SCALARS[type.kind] }];
}

/**
 * The schema for the end of the file. If a JSON column had its older name, which some readers know alone, while rows are written, the
 * writer would make JSON of values that are JSON already.
 */
function withOlderNames(schema: readonly SchemaElement[]): SchemaElement[] {
  return schema.map((element) =>
    element.logical_type?.type === 'JSON' ? { ...element, converted_type: 'JSON' } : element,
  );
}

/** A whole Parquet file, compressed with Snappy, which every reader knows. */
export function parquetFile(columns: readonly Column[], rows: Iterable<readonly JsonText[]>): Uint8Array {
  const fields = formFields(columns);
  const bytes = new ByteWriter();
  const file = new ParquetWriter({ writer: bytes, schema: parquetSchema(fields), createdBy: 'quern' });
  for (const group of typedColumns(fields, rows, GROUP_ROWS)) {
    const columnData = fields.map(({ name }, index) => ({ name, data: group[index] ?? [] }));
    void file.write({ columnData, rowGroupSize: GROUP_ROWS });
  }
  file.schema = withOlderNames(file.schema);
  void file.finish();
  return bytes.getBytes().slice();
}
