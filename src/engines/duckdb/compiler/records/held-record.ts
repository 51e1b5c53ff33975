import { type Expression, typed } from '../expression.js';
import { fieldKeys, presenceKey } from '../types/struct-fields.js';
import { arrayOf, BOOL, type Single, type SqlType } from '../../../../googlesql/types/types.js';
import { joinSql, SQL, type Sql, fieldSql, nameSql } from '../sql-tree/sql.js';

/** A record that a table holds in place of an array. Asking whether it is NULL would have DuckDB read all of its fields. */
export interface Held {
  /** SQL that its fields are read from. */
  readonly sql: Sql;
  /** SQL that is TRUE where the record is there, else NULL; undefined where it is always there. */
  readonly presence: Sql | undefined;
  /** Whether it may be missing; then one more field shows that. */
  readonly single: Single;
  /** Whether values of other rows may stand beside the wanted ones: then values read from it are copied. */
  readonly isShared?: boolean | undefined;
}

/** The known facts about the place that a record is read from. */
type Place = Pick<Held, 'isShared'> & {
  /** Presence of the record around it, if that may be missing. */
  readonly around?: Sql | undefined;
};

/** A record in the SQL that holds it. */
export function heldRecord(sql: Sql, type: SqlType, single: Single, { around, isShared }: Place = {}): Expression {
  const key = presenceKey(fieldsOf(type));
  const presence = single === 'always' ? around : copied(fieldSql(sql, key, BOOL), { isShared });
  return recordOf({ sql, presence, single, isShared }, type);
}

/** A value read from a record. Behind a security barrier TRY copies it, as it does columns. */
export function copied(sql: Sql, { isShared }: Pick<Held, 'isShared'>): Sql {
  return isShared ? SQL`TRY(${sql})` : sql;
}

export function recordOf(held: Held, type: SqlType): Expression {
  const { presence, single } = held;
  const whole = packed(held, type);
  return {
    ...typed(single === 'always' || !presence ? whole : SQL`CASE WHEN ${presence} THEN ${whole} END`, type),
    held,
  };
}

/** A record that is known to be there. */
export function present({ held, type }: Expression): Expression | undefined {
  return held && recordOf({ ...held, presence: undefined }, type);
}

/** The array that has this element, or none where that is missing; NULL where its length is. */
export function arrayOfRecord(record: Expression, length?: Sql): Expression {
  const { held, type } = record;
  const list = SQL`[${held ? packed(held, type) : record.sql}]`;
  const presence = held?.presence;
  const filled = presence ? SQL`CASE WHEN ${presence} THEN ${list} ELSE [] END` : list;
  const sql = length === undefined ? filled : SQL`CASE ${length} WHEN 1 THEN ${list} WHEN 0 THEN [] END`;
  return { sql, type: arrayOf(type), record, length };
}

/** The number of the array's elements; without a length, that of an array which is not NULL. */
export function lengthOf({ record, length }: Pick<Expression, 'record' | 'length'>): Sql | undefined {
  if (!record || length !== undefined) return length;
  const { presence } = record.held ?? {};
  return presence ? SQL`CASE WHEN ${presence} THEN CAST(1 AS BIGINT) ELSE 0 END` : SQL`CAST(1 AS BIGINT)`;
}

/** The array in a field of a record. */
export function fieldArray(sql: Sql, type: SqlType, single: Single, place: Place): Expression {
  const { around } = place;
  const record = heldRecord(sql, type, single, place);
  if (around === undefined) return arrayOfRecord(record);
  const length = single === 'always' ? SQL`CAST(1 AS BIGINT)` : lengthOf({ record });
  return arrayOfRecord(record, SQL`CASE WHEN ${around} THEN ${length ?? around} END`);
}

/** The fields alone of a record that is there. */
function packed({ sql, single, isShared }: Held, type: SqlType): Sql {
  if (single === 'always') return copied(sql, { isShared });
  const keys = fieldKeys(fieldsOf(type));
  const fields = fieldsOf(type).map((field, index) => {
    const key = keys[index] ?? '';
    return SQL`${nameSql(key)} := ${fieldSql(sql, key, field.type)}`;
  });
  return copied(SQL`struct_pack(${joinSql(fields, ', ')})`, { isShared });
}

function fieldsOf(type: SqlType) {
  return type.kind === 'STRUCT' ? type.fields : [];
}
