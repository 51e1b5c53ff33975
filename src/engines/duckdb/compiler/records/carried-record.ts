import { type Expression } from '../expression.js';
import { arrayOfRecord, lengthOf, recordOf } from './held-record.js';
import { fieldOf, SQL, type Sql } from '../sql-tree/sql.js';

/** Makes a column of a derived table, and names it. */
type Through = (sql: Sql) => Sql;

/** A record through a derived table, with the mark of its presence. Behind an outer join it may be missing with its row. */
export function carriedRecord(record: Expression, through: Through, isOptional: boolean): Expression {
  const { held, type } = record;
  if (!held) return { ...record, sql: through(record.sql) };
  const presence = held.presence ?? (isOptional ? SQL`true` : undefined);
  const parts = { sql: fieldThrough(held.sql, through), presence: presence && fieldThrough(presence, through) };
  return recordOf({ ...held, ...parts }, type);
}

/** A field goes through with its column: one that is a column itself is read as a whole. */
function fieldThrough(sql: Sql, through: Through): Sql {
  const { kind, children } = sql;
  const [struct, key] = children;
  const isField = kind === 'field' || kind === 'record';
  return isField && struct && key ? fieldOf(fieldThrough(struct, through), key, kind) : through(sql);
}

/** The array of a record through a derived table. */
export function carriedArray(
  record: Expression,
  { length }: Pick<Expression, 'length'>,
  through: Through,
  isOptional: boolean,
): Expression {
  const known = isOptional ? lengthOf({ record, length }) : length;
  return arrayOfRecord(carriedRecord(record, through, isOptional), known && through(known));
}
