import { coerce, commonType, type Expression, typed } from '../expression.js';
import { eachElement, eachField, fieldsOf, isConstant, isStruct } from '../expressions/struct-value.js';
import { arrayOf, isNullable, type SqlType, withoutNull } from '../../../../googlesql/types/types.js';
import { joinSql, SQL, type Sql } from '../sql-tree/sql.js';

/**
 * A STRUCT as one of other field types: field by field in their order, whatever their names. A STRUCT that is made on the spot is made of
 * the converted fields at once, so that its literals take those types.
 */
export function structAs(value: Expression, to: SqlType): Sql | undefined {
  if (!isStruct(to)) return undefined;
  return eachField(value, to.fields, (field, type) =>
    isNullable(type) && !isNullable(field.type) ? undefined : coerce(field, type),
  );
}

/** An array as one of other elements: literals as they are, others where nothing but names in the elements differs. */
export function arrayAs(value: Expression, to: SqlType): Sql | undefined {
  if (value.type.kind !== 'ARRAY' || to.kind !== 'ARRAY') return undefined;
  const { element } = to;
  if (value.parts && isConstant(value)) {
    const items = value.parts.map((part) => coerce(part, element));
    return items.every((sql) => sql !== undefined) ? SQL`[${joinSql(items)}]` : undefined;
  }
  if (!isEquivalent(value.type.element, element)) return undefined;
  return eachElement(value, (each) => coerce(each, element));
}

/** The STRUCT type that all of these take: fields by their order, names as the first has them. */
export function commonStruct(values: readonly Expression[]): SqlType | undefined {
  const [first] = values;
  if (!first || !isStruct(first.type)) return undefined;
  const { fields } = first.type;
  if (!values.every(({ type }) => isStruct(type) && type.fields.length === fields.length)) return undefined;
  const rows = values.map((value) => fieldsOf(value.parts ? value : typed(SQL`"value"`, value.type)));
  const common = fields.flatMap(({ name }, index) => {
    const type = commonType(rows.flatMap((row) => row[index] ?? []));
    return type ? [{ name, type }] : [];
  });
  return common.length === fields.length ? { kind: 'STRUCT', fields: common } : undefined;
}

/** The ARRAY type that all of these take. */
export function commonArray(values: readonly Expression[]): SqlType | undefined {
  const full = values.filter(({ type }) => type.kind === 'ARRAY' && type.element.kind !== 'NULL');
  const elements = full.flatMap((value) => {
    if (value.type.kind !== 'ARRAY') return [];
    return value.parts && isConstant(value) ? value.parts : [typed(SQL`"value"`, value.type.element)];
  });
  const element = commonType(elements);
  return full.length === 0 || !element ? values[0] && withoutNull(values[0].type) : arrayOf(element);
}

/** Whether two types differ in nothing but the names of fields. */
export function isEquivalent(left: SqlType, right: SqlType): boolean {
  if (left.kind === 'ARRAY') return right.kind === 'ARRAY' && isEquivalent(left.element, right.element);
  if (!isStruct(left) || !isStruct(right)) return left.kind === right.kind;
  return (
    left.fields.length === right.fields.length &&
    left.fields.every(({ type }, index) => isEquivalent(type, right.fields[index]?.type ?? type))
  );
}
