import { type Expression, typed } from '../expression.js';
import { unified } from './unified.js';
import { eachElement, fieldsOf, isPlain, isStruct, once } from './struct-value.js';
import { elementOf } from '../../../../googlesql/types/types.js';
import { joinSql, nameSql, NOTHING, SQL, type Sql } from '../sql-tree/sql.js';

/**
 * SQL of `left = right` as GoogleSQL compares: field by field in their order, whatever the names. One field that differs makes it false,
 * else one that is NULL makes it NULL; DuckDB takes NULLs within two STRUCTs for equal.
 */
export function equality(left: Expression, right: Expression): Sql {
  const sides = [left, right] as const;
  if (!sides.some(({ type }) => isStruct(type))) {
    const { type, sql } = unified(sides);
    return type.kind === 'FLOAT64' ? SQL`bq_float_eq(${joinSql(sql)})` : SQL`(${joinSql(sql, ' = ')})`;
  }
  if (sides.some(({ type }) => type.kind === 'NULL')) return SQL`CAST(NULL AS BOOLEAN)`;
  const fieldwise = (a: Expression, b: Expression) => {
    const others = fieldsOf(b);
    const pairs = fieldsOf(a).map((field, index) => equality(field, others[index] ?? field));
    return SQL`(${joinSql(pairs, ' AND ')})`;
  };
  // Parts of a value that is made on the spot are read once each.
  if (sides.every((side) => side.parts !== undefined || isPlain(side))) return fieldwise(left, right);
  return once(asShared(sides), ([a, b]) => (a && b ? fieldwise(a, b) : NOTHING));
}

/** `value IN (a, b)` by GoogleSQL's equality. */
export function isAmong(value: Expression, others: readonly Expression[]): Sql {
  const values = [value, ...others];
  return once(values.every(isPlain) ? values : asShared(values), ([each, ...items]) => {
    const equalities = items.map((item) => (each ? equality(each, item) : NOTHING));
    return joinSql(equalities, ' OR ');
  });
}

/** `value IN UNNEST(array)` by GoogleSQL's equality. */
export function isWithin(value: Expression, array: Expression): Sql {
  if (array.parts) return SQL`(${isAmong(value, array.parts)})`;
  const [shared] = asShared([value, typed(nameSql('element'), elementOf(array.type))]);
  // Both are handed over, since a lambda does not see the columns of an outer query.
  return once(
    [shared ?? value, array] as const,
    ([each, items]) => SQL`bq_any(${eachElement(items, (item) => equality(each, item))})`,
    false,
  );
}

function asShared(values: readonly Expression[]): readonly Expression[] {
  const { type, sql } = unified(values);
  return sql.map((each) => typed(each, type));
}
