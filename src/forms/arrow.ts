import * as arrow from '@uwdata/flechette';
import { type ColumnScalar } from '../contract/column-type.js';
import { type Column, type JsonText } from '../engines/engine.js';
import { formFields, type FormType } from './form-types.js';
import { NUMERIC_SCALE, typedColumns, type TypedValue } from './typed-values.js';

const BATCH_ROWS = 65_536;

type ScalarTypes = Readonly<Record<ColumnScalar | 'TEXT', arrow.DataType>>;

export const ARROW_SCALARS: ScalarTypes = {
  STRING: arrow.utf8(),
  BYTES: arrow.binary(),
  INT64: arrow.int64(),
  FLOAT64: arrow.float64(),
  NUMERIC: arrow.decimal(38, NUMERIC_SCALE, 128),
  BIGNUMERIC: arrow.utf8(),
  BOOL: arrow.bool(),
  DATE: arrow.dateDay(),
  TIME: arrow.timeMicrosecond(),
  DATETIME: arrow.timestamp(arrow.TimeUnit.MICROSECOND, null),
  TIMESTAMP: arrow.timestamp(arrow.TimeUnit.MICROSECOND, 'UTC'),
  INTERVAL: arrow.utf8(),
  GEOGRAPHY: arrow.utf8(),
  JSON: arrow.utf8(),
  TEXT: arrow.utf8(),
};

/**
 * Types of values as the library is given them. If it knew that they are days or microseconds, it would count them as milliseconds in a
 * double, which does not hold them; their bytes are those of integers.
 */
const BUILT_AS: ScalarTypes = {
  ...ARROW_SCALARS,
  DATE: arrow.int32(),
  TIME: arrow.int64(),
  DATETIME: arrow.int64(),
  TIMESTAMP: arrow.int64(),
};

function typeOf(type: FormType, scalars: ScalarTypes): arrow.DataType {
  switch (type.kind) {
    case 'ARRAY':
      return arrow.list(arrow.field('item', typeOf(type.element, scalars)));
    case 'STRUCT':
      return arrow.struct(type.fields.map(({ name, type: own }) => arrow.field(name, typeOf(own, scalars))));
    default:
      return scalars[type.kind];
  }
}

export function arrowStream(columns: readonly Column[], rows: Iterable<readonly JsonText[]>): Uint8Array {
  const fields = formFields(columns).map(({ name, type }) => ({
    name,
    type: typeOf(type, ARROW_SCALARS),
    builtAs: typeOf(type, BUILT_AS),
    batches: [] as arrow.Batch<TypedValue>[],
  }));
  for (const batch of typedColumns(formFields(columns), rows, BATCH_ROWS)) {
    for (const [index, { builtAs, batches }] of fields.entries()) {
      batches.push(...arrow.columnFromValues<TypedValue>(batch[index] ?? [], builtAs).data);
    }
  }
  const built = fields.map(({ name, type, batches }): [string, arrow.Column<TypedValue>] => {
    return [name, new arrow.Column(batches, type)];
  });
  const bytes = arrow.tableToIPC(arrow.tableFromColumns(built), { format: 'stream' });
  if (!bytes) throw new Error('the writer of Arrow streams has kept its bytes');
  return bytes;
}
