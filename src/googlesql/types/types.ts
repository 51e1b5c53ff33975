import { listing } from '../../errors/listing.js';

/**
 * A GoogleSQL type, as far as it is known here. `NULL` is the type of the bare literal, and `ERROR` that of a call of ERROR: both fit
 * anywhere, but the call must not be dropped.
 */
export type SqlType =
  | { readonly kind: ScalarKind | 'NULL' | 'ERROR' }
  | { readonly kind: 'ARRAY'; readonly element: SqlType; readonly nullable?: boolean; readonly single?: Single }
  | { readonly kind: 'STRUCT'; readonly fields: readonly StructField[] };

/** Whether an array has just one element in each row, or has none in some. */
export type Single = 'always' | 'sometimes';

export interface StructField {
  /** Empty for a field without a name. */
  readonly name: string;
  readonly type: SqlType;
}

export const SCALAR_KINDS = [
  'STRING',
  'BYTES',
  'INT64',
  'FLOAT64',
  'NUMERIC',
  'BOOL',
  'DATE',
  'TIME',
  'DATETIME',
  'TIMESTAMP',
  'JSON',
] as const;

export type ScalarKind = (typeof SCALAR_KINDS)[number];

/** A type of dates, of times of day or of instants. */
export interface TimeType {
  readonly kind: TimeKind;
}

export type TimeKind = Extract<ScalarKind, 'DATE' | 'TIME' | 'DATETIME' | 'TIMESTAMP'>;

export const STRING: SqlType = { kind: 'STRING' };
export const BYTES: SqlType = { kind: 'BYTES' };
export const INT64: SqlType = { kind: 'INT64' };
export const FLOAT64: SqlType = { kind: 'FLOAT64' };
export const NUMERIC: SqlType = { kind: 'NUMERIC' };
export const BOOL: SqlType = { kind: 'BOOL' };
export const DATE: TimeType = { kind: 'DATE' };
export const TIME: TimeType = { kind: 'TIME' };
export const DATETIME: TimeType = { kind: 'DATETIME' };
export const TIMESTAMP: TimeType = { kind: 'TIMESTAMP' };
export const JSON_TYPE: SqlType = { kind: 'JSON' };
export const NULL: SqlType = { kind: 'NULL' };
/** Type of a value, or of a part of one, of which nothing is known. Its identity tells it from that of the literal NULL. */
export const OPEN_TYPE: SqlType = { kind: 'NULL' };

export function arrayOf(element: SqlType): SqlType {
  return { kind: 'ARRAY', element };
}

/** The type of an array's elements; any other type as it is. */
export function elementOf(type: SqlType): SqlType {
  return type.kind === 'ARRAY' ? type.element : type;
}

/** An array as a table holds it, where NULL stands for the empty one: BigQuery stores a missing array as an empty one. */
export function nullableArrayOf(element: SqlType): SqlType {
  return { kind: 'ARRAY', element, nullable: true };
}

/**
 * An array of one element at most, a record that is not NULL; its table holds that record in place of the array. To readers it is like any
 * other array of the table.
 */
export function singleArrayOf(element: SqlType, single: Single): SqlType {
  return { kind: 'ARRAY', element, nullable: true, single };
}

/** The names that GoogleSQL has for the types above, aliases included. */
const SCALARS_BY_NAME: ReadonlyMap<string, ScalarKind> = new Map([
  ...SCALAR_KINDS.map((kind) => [kind, kind] as const),
  ...(['INT', 'SMALLINT', 'INTEGER', 'BIGINT', 'TINYINT', 'BYTEINT'] as const).map((name) => [name, 'INT64'] as const),
  ['DECIMAL', 'NUMERIC'],
  ['BOOLEAN', 'BOOL'],
]);

export function scalarByName(name: string): ScalarKind | undefined {
  return SCALARS_BY_NAME.get(name.toUpperCase());
}

/** The type by its name in BigQuery's REST API and table schemas, where FLOAT64 is FLOAT. */
export function scalarOfSchema(name: string): ScalarKind | undefined {
  return name.toUpperCase() === 'FLOAT' ? 'FLOAT64' : scalarByName(name);
}

/** The type of a column: NULL and [] alone leave it open, and are of INT64 then, as in BigQuery. */
export function definiteType(type: SqlType): SqlType {
  if (isUndecided(type) || type.kind === 'ERROR') return INT64;
  return type.kind === 'ARRAY' && isUndecided(type.element) ? arrayOf(INT64) : type;
}

/** Whether it is the type of a literal NULL, or of the elements that an empty array lacks. */
export function isUndecided(type: SqlType): boolean {
  return type.kind === 'NULL' && type !== OPEN_TYPE;
}

export function isNumeric(type: SqlType): boolean {
  return type.kind === 'INT64' || type.kind === 'FLOAT64' || type.kind === 'NUMERIC';
}

export function isTime(type: SqlType): type is TimeType {
  return type.kind === 'DATE' || type.kind === 'TIME' || type.kind === 'DATETIME' || type.kind === 'TIMESTAMP';
}

/** Whether values cannot be compared, grouped or sorted here. */
export function isNested(type: SqlType): boolean {
  return type.kind === 'ARRAY' || type.kind === 'STRUCT' || type.kind === 'JSON';
}

export function sameType(left: SqlType, right: SqlType): boolean {
  if (left.kind === 'ARRAY') return right.kind === 'ARRAY' && sameType(left.element, right.element);
  if (left.kind !== 'STRUCT') return left.kind === right.kind && isUndecided(left) === isUndecided(right);
  return (
    right.kind === 'STRUCT' &&
    left.fields.length === right.fields.length &&
    left.fields.every((field, index) => {
      const other = right.fields[index];
      return field.name === other?.name && sameType(field.type, other.type);
    })
  );
}

/** The type of a value with an empty array in place of a nullable one's NULL. */
export function withoutNull(type: SqlType): SqlType {
  return type.kind === 'ARRAY' ? arrayOf(type.element) : type;
}

/** Types of tables' columns, which each query asks for again. */
const FORMLESS = new WeakMap<SqlType, SqlType>();

/** The type without the forms in which an engine holds arrays. */
export function withoutForms(type: SqlType): SqlType {
  if (type.kind !== 'ARRAY' && type.kind !== 'STRUCT') return type;
  const known = FORMLESS.get(type);
  if (known) return known;
  const made: SqlType =
    type.kind === 'ARRAY'
      ? arrayOf(withoutForms(type.element))
      : { kind: 'STRUCT', fields: type.fields.map((field) => ({ ...field, type: withoutForms(field.type) })) };
  FORMLESS.set(type, made);
  return made;
}

/** Whether the arrays within two values of one type are nullable, or single, in both or in neither. */
export function sameForm(left: SqlType, right: SqlType): boolean {
  if (left.kind === 'ARRAY') return right.kind === 'ARRAY' && sameForm(left.element, right.element);
  if (left.kind !== 'STRUCT' || right.kind !== 'STRUCT') return true;
  return left.fields.every(({ type }, index) => {
    const other = right.fields[index]?.type;
    if (other === undefined || isNullable(type) !== isNullable(other)) return false;
    if (singleOf(type) !== singleOf(other)) return false;
    return sameForm(type, other);
  });
}

/** Whether NULL stands for the empty array in values of this type. */
export function isNullable(type: SqlType): boolean {
  return type.kind === 'ARRAY' && type.nullable === true;
}

/** The number of elements in an array that is held as its element. */
export function singleOf(type: SqlType): Single | undefined {
  return type.kind === 'ARRAY' ? type.single : undefined;
}

/** Whether there is such an array at some depth. */
export function holdsSingle(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return type.single !== undefined || holdsSingle(type.element);
  return type.kind === 'STRUCT' && type.fields.some((field) => holdsSingle(field.type));
}

/** GoogleSQL's spelling, such as `ARRAY<STRUCT<path STRING>>`. */
export function wholeTypeName(type: SqlType): string {
  switch (type.kind) {
    case 'ARRAY':
      return `ARRAY<${wholeTypeName(type.element)}>`;
    case 'STRUCT':
      return `STRUCT<${type.fields.map((field) => `${field.name} ${wholeTypeName(field.type)}`.trim()).join(', ')}>`;
    default:
      return type.kind;
  }
}

/** Characters of a STRUCT's type that a message shows. */
const MAX_SHOWN = 50;

/** The type for a message, cut short: records can have dozens of fields, and the remedy stands behind them. */
export function typeName(type: SqlType): string {
  if (type === OPEN_TYPE) return '?';
  if (type.kind === 'ARRAY') return `ARRAY<${typeName(type.element)}>`;
  const whole = wholeTypeName(type);
  return whole.length > MAX_SHOWN ? 'STRUCT<…>' : whole;
}

/** The types of several values, each once. */
export function typeNames(values: readonly { readonly type: SqlType }[]): string {
  return listing([...new Set(values.map(({ type }) => typeName(type)))]);
}

/** The numbers of an INT64. */
export const INT64_RANGE = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;
