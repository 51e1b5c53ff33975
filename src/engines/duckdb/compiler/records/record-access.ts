import { type RecordQuery } from '../compiler.js';
import { type Expression } from '../expression.js';
import { lengthOf } from './held-record.js';
import { SQL, type Sql } from '../sql-tree/sql.js';

/** `array[SAFE_OFFSET(0)]` and its kin for an array of one record at most; undefined for others, and where it may fail. */
export function firstOf(array: Expression, kind: string, { literal }: Expression): Expression | undefined {
  if (typeof literal !== 'bigint' || literal !== (kind.endsWith('ORDINAL') ? 1n : 0n)) return undefined;
  return kind.startsWith('SAFE_') || isNeverEmpty(array) ? array.record : undefined;
}

/** Whether an array has its record unless it is NULL. */
export function isNeverEmpty({ record }: Expression): boolean {
  return record?.held?.single === 'always' || (record?.held !== undefined && record.held.presence === undefined);
}

/** The number of an array's elements, which for one of a record at most is known without reading that. */
export function lengthSql(array: Expression): Sql {
  return lengthOf(array) ?? SQL`len(${array.sql})`;
}

/** SQL that is NULL where a value is, and reads no more of a record than it has to. */
export function presenceOf({ sql, held, record, length }: Expression): Sql {
  if (held) return held.presence ?? SQL`true`;
  return record ? (length ?? SQL`true`) : sql;
}

/** Chooses `row` where the query has its row, and `none` where it has none. */
export function chosen({ where }: RecordQuery, row: Sql, none = SQL`NULL`): Sql {
  return where ? SQL`CASE WHEN ${where} THEN ${row} ELSE ${none} END` : row;
}
