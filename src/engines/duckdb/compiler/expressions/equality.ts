import { commonType } from '../../../../googlesql/types/supertype.js';
import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt } from '../../../../googlesql/resolver/dialect-error.js';
import { coerce, type Expression, typed } from '../expression.js';
import { unified } from './unified.js';
import { eachElement, fieldsOf, isPlain, isStruct, once } from './struct-value.js';
import { type SqlType, typeName, typeNames } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql } from '../sql-tree/sql.js';

/**
 * SQL of `left = right` as GoogleSQL compares: field by field in their order, whatever the names. One field that differs makes it false,
 * else one that is NULL makes it NULL; DuckDB takes NULLs within two STRUCTs for equal.
 */
export function equality(left: Expression, right: Expression, node: WrittenNode): Sql {
  sharedType([left, right], node);
  return compared(left, right, node);
}

/** Compares values that are known to have a type in common. */
function compared(left: Expression, right: Expression, node: WrittenNode): Sql {
  const sides = [left, right] as const;
  const nested = sides.find(({ type }) => type.kind === 'ARRAY' || type.kind === 'JSON');
  if (nested) throw errorAt(node, `a value of type ${typeName(nested.type)} cannot be compared`);
  if (!sides.some(({ type }) => isStruct(type))) {
    const { type, sql } = unified(sides, node, 'the two sides of a comparison');
    return type.kind === 'FLOAT64' ? SQL`bq_float_eq(${joinSql(sql)})` : SQL`(${joinSql(sql, ' = ')})`;
  }
  if (sides.some(({ type }) => type.kind === 'NULL')) return SQL`CAST(NULL AS BOOLEAN)`;
  const fieldwise = (a: Expression, b: Expression) => {
    const others = fieldsOf(b);
    const pairs = fieldsOf(a).map((field, index) => compared(field, others[index] ?? field, node));
    return SQL`(${joinSql(pairs, ' AND ')})`;
  };
  // Parts of a value that is made on the spot are read once each.
  if (sides.every((side) => side.parts !== undefined || isPlain(side))) return fieldwise(left, right);
  return once(asShared(sides, node), ([a, b]) => (a && b ? fieldwise(a, b) : NOTHING));
}

/** Whether DuckDB's own equality differs from GoogleSQL's: for NaN, and for NULLs in a STRUCT. */
export function isUnlike({ kind }: SqlType): boolean {
  return kind === 'FLOAT64' || kind === 'STRUCT';
}

/** `value IN (a, b)` by GoogleSQL's equality. */
export function isAmong(value: Expression, others: readonly Expression[], node: WrittenNode): Sql {
  const values = [value, ...others];
  sharedType(values, node);
  return once(values.every(isPlain) ? values : asShared(values, node), ([each, ...items]) => {
    const equalities = items.map((item) => (each ? compared(each, item, node) : NOTHING));
    return joinSql(equalities, ' OR ');
  });
}

/** `value IN UNNEST(array)` by GoogleSQL's equality. */
export function isWithin(value: Expression, array: Expression, node: WrittenNode): Sql {
  if (array.type.kind !== 'ARRAY') throw errorAt(node, `UNNEST needs an ARRAY, found ${typeName(array.type)}`);
  if (array.parts) return SQL`(${isAmong(value, array.parts, node)})`;
  const [shared] = asShared([value, typed(SQL`"element"`, array.type.element)], node);
  // Both are handed over, since a lambda does not see the columns of an outer query.
  return once(
    [shared ?? value, array] as const,
    ([each, items]) => SQL`bq_any(${eachElement(items, (item) => compared(each, item, node))})`,
    false,
  );
}

function sharedType(values: readonly Expression[], node: WrittenNode): SqlType {
  const type = commonType(values);
  if (type) return type;
  throw errorAt(node, `values of the same types are compared, STRUCTs field by field; found ${typeNames(values)}`);
}

function asShared(values: readonly Expression[], node: WrittenNode): readonly Expression[] {
  const type = sharedType(values, node);
  return values.map((value) => typed(coerce(value, type) ?? NOTHING, type));
}
