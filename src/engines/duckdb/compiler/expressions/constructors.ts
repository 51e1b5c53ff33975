import { type WrittenNode, type ArrayNode, type StructNode } from '../../../../googlesql/ast/nodes.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { typeOf } from '../../../../googlesql/ast/type-node.js';
import { type Expression, typed, coercedTo } from '../expression.js';
import { type RangeVariable, type Scope } from '../names/scope.js';
import { packed } from './struct-value.js';
import {
  arrayType,
  type FieldValue,
  fieldNames,
  fieldsOf,
  isOfLiterals,
  structTypeOf,
} from '../../../../googlesql/resolver/expressions/constructors.js';
import { definiteType, elementOf, INT64, type SqlType } from '../../../../googlesql/types/types.js';
import { joinSql, SQL, typeSql } from '../sql-tree/sql.js';

/** `[a, b]`, with or without its type in front. */
export function arrayLiteral(node: ArrayNode, scope: Scope): Expression {
  const parts = node.elements.map((each) => scope.value(each));
  const type = arrayType(node, parts);
  if (parts.length === 0) return typed(SQL`CAST([] AS ${typeSql(definiteType(type))})`, type);
  const element = elementOf(type);
  const array = typed(SQL`[${joinSql(parts.map((part) => coercedTo(part, element)))}]`, type);
  return isOfLiterals(node, parts) ? { ...array, parts } : array;
}

/** `STRUCT(a AS x, …)`, `STRUCT<x INT64, …>(a, …)` and `(a, b)`. */
export function structLiteral(node: StructNode, scope: Scope): Expression {
  if (node.declared) return typedStruct(node, typeOf(node.declared), scope);
  const names = fieldNames(node, (each) => scope.isNamed(each));
  const values = node.fields.map(({ value }, index) => ({ name: names[index] ?? '', value: scope.value(value) }));
  return structOf(values, node);
}

function typedStruct(node: StructNode, type: SqlType, scope: Scope): Expression {
  const { fields } = structTypeOf(node, type);
  const parts = node.fields.map(({ value }, index) => {
    const own = fields[index]?.type ?? INT64;
    return typed(scope.as(value, own), own);
  });
  return {
    ...typed(
      packed(
        fields,
        parts.map((part) => part.sql),
      ),
      type,
    ),
    parts,
  };
}

/** A row of a FROM item as the STRUCT of its columns. */
export function rowValue(row: RangeVariable, node: WrittenNode): Expression {
  if (row.optional)
    throw unsupportedAt(node, `the row "${node.text}" of an outer join as a value; name its columns, which`);
  const values = row.columns.map((column) => ({ name: column.name, value: column }));
  return structOf(values, node);
}

/** A STRUCT of these values. */
export function structOf(values: readonly FieldValue<Expression>[], node: TextPosition): Expression {
  if (values.length === 0) throw unsupportedAt(node, 'an empty STRUCT');
  const fields = fieldsOf(values);
  const sql = packed(
    fields,
    values.map(({ value }, index) => coercedTo(value, fields[index]?.type ?? INT64)),
  );
  return { ...typed(sql, { kind: 'STRUCT', fields }), parts: values.map(({ value }) => value) };
}
