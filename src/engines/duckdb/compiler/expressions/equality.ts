import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { comparedType } from '../../../../googlesql/resolver/expressions/equality.js';
import { coerce, type Expression, typed } from '../expression.js';
import { unified } from './unified.js';
import { eachElement, fieldsOf, isPlain, isStruct, once } from './struct-value.js';
import { elementOf } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql } from '../sql-tree/sql.js';

/**
 * SQL of `left = right` as GoogleSQL compares: field by field in their order, whatever the names. One field that differs makes it false,
 * else one that is NULL makes it NULL; DuckDB takes NULLs within two STRUCTs for equal.
 */
export function equality(left: Expression, right: Expression, node: WrittenNode): Sql {
  const sides = [left, right] as const;
  if (!sides.some(({ type }) => isStruct(type))) {
    const { type, sql } = unified(sides, node, 'the two sides of a comparison');
    return type.kind === 'FLOAT64' ? SQL`bq_float_eq(${joinSql(sql)})` : SQL`(${joinSql(sql, ' = ')})`;
  }
  if (sides.some(({ type }) => type.kind === 'NULL')) return SQL`CAST(NULL AS BOOLEAN)`;
  const fieldwise = (a: Expression, b: Expression) => {
    const others = fieldsOf(b);
    const pairs = fieldsOf(a).map((field, index) => equality(field, others[index] ?? field, node));
    return SQL`(${joinSql(pairs, ' AND ')})`;
  };
  // Parts of a value that is made on the spot are read once each.
  if (sides.every((side) => side.parts !== undefined || isPlain(side))) return fieldwise(left, right);
  return once(asShared(sides, node), ([a, b]) => (a && b ? fieldwise(a, b) : NOTHING));
}

/** `value IN (a, b)` by GoogleSQL's equality. */
export function isAmong(value: Expression, others: readonly Expression[], node: WrittenNode): Sql {
  const values = [value, ...others];
  return once(values.every(isPlain) ? values : asShared(values, node), ([each, ...items]) => {
    const equalities = items.map((item) => (each ? equality(each, item, node) : NOTHING));
    return joinSql(equalities, ' OR ');
  });
}

/** `value IN UNNEST(array)` by GoogleSQL's equality. */
export function isWithin(value: Expression, array: Expression, node: WrittenNode): Sql {
  if (array.parts) return SQL`(${isAmong(value, array.parts, node)})`;
  const [shared] = asShared([value, typed(SQL`"element"`, elementOf(array.type))], node);
  // Both are handed over, since a lambda does not see the columns of an outer query.
  return once(
    [shared ?? value, array] as const,
    ([each, items]) => SQL`bq_any(${eachElement(items, (item) => equality(each, item, node))})`,
    false,
  );
}

function asShared(values: readonly Expression[], node: WrittenNode): readonly Expression[] {
  const type = comparedType(values, node);
  return values.map((value) => typed(coerce(value, type) ?? NOTHING, type));
}
