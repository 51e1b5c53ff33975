import { type Table, type Tables } from '../../../src/engines/duckdb/compiler/names/tables.js';
import { singleArrayOf, type SqlType } from '../../../src/googlesql/types/types.js';

/** Tables of which each record stands for an array. */
export function heldTables(tables: Tables): Tables {
  const held = Array.from(tables, ([name, table]): [string, Table] => [
    name,
    { ...table, columns: table.columns.map((column) => ({ ...column, type: heldType(column.type) })) },
  ]);
  return Object.assign(new Map(held), { about: tables.about });
}

function heldType(type: SqlType): SqlType {
  if (type.kind !== 'STRUCT') return type;
  const fields = type.fields.filter(({ name }) => name !== 'there');
  return singleArrayOf({ kind: 'STRUCT', fields }, fields.length < type.fields.length ? 'sometimes' : 'always');
}

/** SQL of a caller's whose columns are fields of the record: they are named as the columns were. */
export function overRecords(sql: string): string {
  return sql.replaceAll(ROWS, (found: string, alias: string | undefined) => {
    return `${found} CROSS JOIN UNNEST(${alias ?? 'q'}.record)`;
  });
}

/** Reads of `q` without a condition behind them, which would go with the record. */
const ROWS = /\b(?:FROM|JOIN) q(?: AS (?!r\b)(\w+))?\b(?! AS| USING| ON)/g;
