import { implicitName } from '../../../../googlesql/resolver/implicit-name.js';
import { isConstant } from '../../../../googlesql/types/coercion.js';
import { type WrittenNode, type ArrayNode, type StructNode } from '../../../../googlesql/ast/nodes.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { typeOf } from '../../../../googlesql/ast/type-node.js';
import { coerce, type Expression, typed } from '../expression.js';
import { unified } from './unified.js';
import { type RangeVariable, type Scope } from '../names/scope.js';
import { isStruct, packed } from './struct-value.js';
import {
  arrayOf,
  INT64,
  definiteType,
  type SqlType,
  typeName,
  withoutNull,
} from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, typeSql } from '../sql-tree/sql.js';

/** `[a, b]`, with or without its type in front. */
export function arrayLiteral(node: ArrayNode, scope: Scope): Expression {
  const { declared, elements: nodes } = node;
  const type = declared && typeOf(declared);
  if (type && type.kind !== 'ARRAY') throw errorAt(node, 'an array literal needs an ARRAY type');
  if (nodes.length === 0) {
    const empty = type ?? arrayOf(INT64);
    return typed(SQL`CAST([] AS ${typeSql(empty)})`, type ?? arrayOf({ kind: 'NULL' }));
  }
  const parts = nodes.map((each) => scope.value(each));
  const items = type
    ? { type: type.element, sql: nodes.map((each) => scope.as(each, type.element)) }
    : unified(parts, nodes[0] ?? node, 'the elements of an array');
  if (items.type.kind === 'ARRAY') throw errorAt(node, 'an ARRAY of ARRAYs is not possible; put a STRUCT in between');
  const array = typed(SQL`[${joinSql(items.sql)}]`, arrayOf(items.type));
  return !type && parts.every(isConstant) ? { ...array, parts } : array;
}

/** `STRUCT(a AS x, …)`, `STRUCT<x INT64, …>(a, …)` and `(a, b)`. */
export function structLiteral(node: StructNode, scope: Scope): Expression {
  if (node.declared) return typedStruct(node, typeOf(node.declared), scope);
  const values = node.fields.map(({ alias, value }) => ({
    // A tuple's fields have no names.
    name: alias ?? (node.isTuple ? undefined : implicitName(value, scope)) ?? '',
    value: scope.value(value),
  }));
  return structOf(values, node);
}

function typedStruct(node: StructNode, type: SqlType, scope: Scope): Expression {
  if (!isStruct(type)) throw errorAt(node, `${typeName(type)} is no type of a STRUCT`);
  const { fields } = type;
  if (node.fields.length !== fields.length) {
    throw errorAt(node, `${typeName(type)} has ${fields.length} fields, found ${node.fields.length} values`);
  }
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

interface FieldValue {
  /** Empty for a field without a name. */
  readonly name: string;
  readonly value: Expression;
}

/** A row of a FROM item as the STRUCT of its columns. */
export function rowValue(row: RangeVariable, node: WrittenNode): Expression {
  if (row.optional)
    throw unsupportedAt(node, `the row "${node.text}" of an outer join as a value; name its columns, which`);
  const values = row.columns.map((column) => ({ name: column.name, value: column }));
  return structOf(values, node);
}

/** A STRUCT of these values. */
export function structOf(values: readonly FieldValue[], node: TextPosition): Expression {
  if (values.length === 0) throw unsupportedAt(node, 'an empty STRUCT');
  const fields = values.map(({ name, value }) => ({ name, type: withoutNull(definiteType(value.type)) }));
  const sql = packed(
    fields,
    values.map(({ value }, index) => coerce(value, fields[index]?.type ?? INT64) ?? NOTHING),
  );
  return { ...typed(sql, { kind: 'STRUCT', fields }), parts: values.map(({ value }) => value) };
}
