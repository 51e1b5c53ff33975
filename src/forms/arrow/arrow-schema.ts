import {
  binary,
  bool,
  dateDay,
  decimal,
  field,
  float64,
  int32,
  int64,
  list,
  struct,
  timeMicrosecond,
  timestamp,
  TimeUnit,
  utf8,
  type DataType,
} from '@uwdata/flechette';
import { type ColumnScalar } from '../../contract/column-type.js';
import { type FormType } from '../form-types.js';
import { NUMERIC_SCALE } from '../typed-values.js';

type ScalarTypes = Readonly<Record<ColumnScalar | 'TEXT', DataType>>;

export const ARROW_SCALARS: ScalarTypes = {
  STRING: utf8(),
  BYTES: binary(),
  INT64: int64(),
  FLOAT64: float64(),
  NUMERIC: decimal(38, NUMERIC_SCALE, 128),
  BIGNUMERIC: utf8(),
  BOOL: bool(),
  DATE: dateDay(),
  TIME: timeMicrosecond(),
  DATETIME: timestamp(TimeUnit.MICROSECOND, null),
  TIMESTAMP: timestamp(TimeUnit.MICROSECOND, 'UTC'),
  INTERVAL: utf8(),
  GEOGRAPHY: utf8(),
  JSON: utf8(),
  TEXT: utf8(),
};

/**
 * Types of values as the library is given them. If it knew that they are days or microseconds, it would count them as milliseconds in a
 * double, which does not hold them; their bytes are those of integers.
 */
const BUILT_AS: ScalarTypes = { ...ARROW_SCALARS, DATE: int32(), TIME: int64(), DATETIME: int64(), TIMESTAMP: int64() };

export function arrowType(type: FormType): DataType {
  return typeOf(type, ARROW_SCALARS);
}

/** The type with the same bytes, by which a column is built. */
export function builtType(type: FormType): DataType {
  return typeOf(type, BUILT_AS);
}

function typeOf(type: FormType, scalars: ScalarTypes): DataType {
  switch (type.kind) {
    case 'ARRAY':
      return list(field('item', typeOf(type.element, scalars)));
    case 'STRUCT':
      return struct(type.fields.map(({ name, type: own }) => field(name, typeOf(own, scalars))));
    default:
      return scalars[type.kind];
  }
}
