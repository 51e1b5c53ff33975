import { type DuckDBConnection } from '@duckdb/node-api';
import {
  holdsSingle,
  isNullable,
  type Single,
  singleArrayOf,
  type SqlType,
  type StructField,
} from '../../../googlesql/types/types.js';
import { quoteName, quoteString } from '../compiler/types/duckdb-types.js';
import { presenceKey } from '../compiler/types/struct-fields.js';

export interface TypedColumn {
  readonly name: string;
  readonly type: SqlType;
}

/**
 * The columns in the form in which a table of the engine's own may hold them: an array of records that has one at most in every row, itself
 * not NULL, is single. Fields of records count as well, if all around them is single. `rows` is DuckDB SQL for FROM.
 */
export async function singleColumns(
  connection: DuckDBConnection,
  rows: string,
  columns: readonly TypedColumn[],
): Promise<readonly TypedColumn[]> {
  const arrays = new Map<string, string>();
  for (const { name, type } of columns) noteArrays(quoteName(name), type, arrays);
  if (arrays.size === 0) return columns;
  const items = [...arrays.values()].map((least) => `min(${least})`);
  const [found = []] = (await connection.runAndReadAll(`SELECT ${items.join(', ')} FROM ${rows}`)).getRows();
  const single = new Map<string, Single>();
  [...arrays.keys()].forEach((sql, index) => {
    const least = found[index];
    if (least === 1 || least === 0) single.set(sql, least === 1 ? 'always' : 'sometimes');
  });
  return columns.map(({ name, type }) => ({ name, type: singleType(quoteName(name), type, single) }));
}

/** The SELECT list that makes such columns of rows with arrays. */
export function heldItems(columns: readonly TypedColumn[]): string {
  return columns.map(({ name, type }) => `${heldValue(quoteName(name), type)} AS ${quoteName(name)}`).join(', ');
}

/** Whether a table with these single arrays can take in rows of these columns. */
export function canHold(held: readonly TypedColumn[], rows: readonly TypedColumn[]): boolean {
  return held.every(({ type }, index) => {
    const own = rows[index]?.type;
    return own !== undefined && canHoldType(type, own);
  });
}

function canHoldType(held: SqlType, own: SqlType): boolean {
  if (held.kind === 'ARRAY' && own.kind === 'ARRAY') {
    if (held.single === undefined) return true;
    const isSingle = own.single === 'always' || own.single === held.single;
    return isSingle && canHoldType(held.element, own.element);
  }
  if (held.kind !== 'STRUCT' || own.kind !== 'STRUCT') return true;
  return held.fields.every(({ type }, index) => {
    const field = own.fields[index];
    return field !== undefined && canHoldType(type, field.type);
  });
}

/**
 * Notes each reachable array of records, by its DuckDB SQL, with the number of its records in a row; -1 for one that cannot be held. A
 * missing record around it counts as one.
 */
function noteArrays(sql: string, type: SqlType, arrays: Map<string, string>, around?: string): void {
  if (isRecords(type)) {
    const count = `CASE coalesce(len(${sql}), 0) WHEN 0 THEN 0 WHEN 1 THEN CASE list_count(${sql}) WHEN 1 THEN 1 ELSE -1 END ELSE -1 END`;
    arrays.set(sql, around === undefined ? count : `CASE WHEN ${around} THEN ${count} ELSE 1 END`);
    const isThere = `len(${sql}) = 1`;
    for (const field of fieldsOf(type.element)) noteArrays(fieldSql(`${sql}[1]`, field), field.type, arrays, isThere);
  } else if (type.kind === 'STRUCT') {
    const isThere = `${sql} IS NOT NULL`;
    for (const field of type.fields) noteArrays(fieldSql(sql, field), field.type, arrays, isThere);
  }
}

function singleType(sql: string, type: SqlType, single: ReadonlyMap<string, Single>): SqlType {
  if (isRecords(type)) {
    const own = single.get(sql);
    return own ? singleArrayOf(singleType(`${sql}[1]`, type.element, single), own) : type;
  }
  if (type.kind !== 'STRUCT') return type;
  const fields = type.fields.map((field) => ({ ...field, type: singleType(fieldSql(sql, field), field.type, single) }));
  return { ...type, fields };
}

function heldValue(sql: string, type: SqlType): string {
  if (type.kind === 'ARRAY' && type.single) {
    const record = `${sql}[1]`;
    const { element } = type;
    if (type.single === 'always') return holdsSingle(element) ? heldRecord(record, element) : record;
    // All fields of a missing record are NULL: a CASE around them would evaluate each by itself.
    const presence = `${quoteName(presenceKey(fieldsOf(element)))} := CASE len(${sql}) WHEN 1 THEN true END`;
    return heldRecord(record, element, presence);
  }
  if (type.kind !== 'STRUCT' || !holdsSingle(type)) return sql;
  return `CASE WHEN ${sql} IS NOT NULL THEN ${heldRecord(sql, type)} END`;
}

function heldRecord(sql: string, type: SqlType, ...others: readonly string[]): string {
  const fields = fieldsOf(type).map(
    (field) => `${quoteName(field.name)} := ${heldValue(fieldSql(sql, field), field.type)}`,
  );
  return `struct_pack(${[...fields, ...others].join(', ')})`;
}

/** Whether the type is a table's array of records. */
function isRecords(type: SqlType): type is Extract<SqlType, { kind: 'ARRAY' }> & { readonly nullable: true } {
  return type.kind === 'ARRAY' && isNullable(type) && type.element.kind === 'STRUCT';
}

function fieldsOf(type: SqlType): readonly StructField[] {
  return type.kind === 'STRUCT' ? type.fields : [];
}

function fieldSql(struct: string, { name }: StructField): string {
  return `struct_extract(${struct}, ${quoteString(name)})`;
}
