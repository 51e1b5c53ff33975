import { MAX_SCALE, type TypeLimit } from '../../../../googlesql/checks/type-limits.js';
import { type Expression } from '../expression.js';
import { toSafeVariant } from '../expressions/safe-macros.js';
import { eachElement, fieldsOf, isStruct, once, packed } from '../expressions/struct-value.js';
import { NUMERIC } from '../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql, typeSql, wordSql } from '../sql-tree/sql.js';

/** A value of the type within its limits; an error beyond them, or NULL. */
export function withinLimit(value: Expression, limit: TypeLimit, isSafe = false): Sql {
  if ('element' in limit) return eachElement(value, (each) => withinLimit(each, limit.element));
  if ('fields' in limit) return fieldsWithin(value, limit.fields);
  const checked = (sql: Sql) => (isSafe ? toSafeVariant(sql) : sql);
  if ('length' in limit) {
    return checked(
      SQL`${wordSql(value.type.kind === 'BYTES' ? 'bq_bytes_within' : 'bq_text_within')}(${value.sql}, ${limit.length})`,
    );
  }
  const { precision, scale } = limit;
  const rounded = scale < MAX_SCALE ? SQL`round(${value.sql}, ${scale})` : value.sql;
  const most = '9'.repeat(Number(precision - scale)) + (scale > 0n ? `.${'9'.repeat(Number(scale))}` : '');
  const within = checked(SQL`bq_numeric_within(${rounded}, CAST(${textSql(most)} AS DECIMAL(38,${scale})))`);
  return SQL`CAST(${within} AS ${typeSql(NUMERIC)})`;
}

function fieldsWithin(value: Expression, limits: readonly (TypeLimit | undefined)[]): Sql {
  return once([value] as const, ([struct]) => {
    const fields = fieldsOf(struct).map((field, index) => {
      const limit = limits[index];
      return limit ? withinLimit(field, limit) : field.sql;
    });
    return SQL`CASE WHEN ${struct.sql} IS NOT NULL THEN ${packed(isStruct(struct.type) ? struct.type.fields : [], fields)} END`;
  });
}
