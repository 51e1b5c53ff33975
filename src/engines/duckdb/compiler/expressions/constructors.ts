import { type CstNode } from '../cst.js';
import { coerce, type Expression, typed } from '../expression.js';
import { compileExpression, implicitName, unified } from './expressions.js';
import { identifierText } from '../literals/literals.js';
import { type RangeVariable, type Scope } from '../names/scope.js';
import { isConstant, isStruct, packed } from './struct-value.js';
import {
  arrayOf,
  INT64,
  definiteType,
  type SqlType,
  typeName,
  withoutNull,
} from '../../../../googlesql/types/types.js';
import { duckDbType } from '../types/duckdb-types.js';
import { namedType } from '../types/type-syntax.js';

/** `[a, b]`, with or without its type in front. */
export function arrayLiteral(node: CstNode, scope: Scope): Expression {
  node.only('type', 'exprs');
  const nodes = node.list('exprs');
  const declared = node.child('type');
  const isTyped = declared?.has('type_declaration') ?? false;
  const type = declared && (isTyped || declared.keyword !== 'ARRAY') ? namedType(declared) : undefined;
  if (type && type.kind !== 'ARRAY') throw node.error('an array literal needs an ARRAY type');
  if (nodes.length === 0) {
    const empty = type ?? arrayOf(INT64);
    return typed(`CAST([] AS ${duckDbType(empty)})`, type ?? arrayOf({ kind: 'NULL' }));
  }
  const parts = nodes.map((each) => compileExpression(each, scope));
  const items = type
    ? { type: type.element, sql: parts.map((each, index) => required(each, type.element, nodes[index] ?? node)) }
    : unified(parts, nodes[0] ?? node, 'the elements of an array');
  if (items.type.kind === 'ARRAY') throw node.error('an ARRAY of ARRAYs is not possible; put a STRUCT in between');
  const array = typed(`[${items.sql.join(', ')}]`, arrayOf(items.type));
  return !type && parts.every(isConstant) ? { ...array, parts } : array;
}

/** `STRUCT(a AS x, …)`, `STRUCT<x INT64, …>(a, …)` and `(a, b)`. */
export function structLiteral(node: CstNode, scope: Scope): Expression {
  node.only('type', 'exprs');
  const declared = node.child('type');
  const nodes = node.list('exprs');
  if (declared?.has('type_declaration')) return typedStruct(node, namedType(declared), nodes, scope);
  declared?.only();
  return structOf(
    nodes.map((each) => {
      // A tuple's fields have no names.
      const value = compileExpression(declared ? each.claim('as', 'alias') : each, scope);
      const alias = declared && each.child('alias');
      return { name: alias ? identifierText(alias) : ((declared && implicitName(each, scope)) ?? ''), value };
    }),
    node,
  );
}

function typedStruct(node: CstNode, type: SqlType, nodes: readonly CstNode[], scope: Scope): Expression {
  if (!isStruct(type)) throw node.error(`${typeName(type)} is no type of a STRUCT`);
  const { fields } = type;
  if (nodes.length !== fields.length) {
    throw node.error(`${typeName(type)} has ${fields.length} fields, found ${nodes.length} values`);
  }
  const values = nodes.map((each, index) => {
    if (each.has('alias')) throw each.error('the type names the fields of this STRUCT; leave AS out');
    return required(compileExpression(each, scope), fields[index]?.type ?? INT64, each);
  });
  return {
    ...typed(packed(fields, values), type),
    parts: values.map((sql, index) => typed(sql, fields[index]?.type ?? INT64)),
  };
}

function required(value: Expression, type: SqlType, node: CstNode): string {
  const sql = coerce(value, type);
  if (sql === undefined) throw node.error(`expected ${typeName(type)}, found ${typeName(value.type)}`);
  return sql;
}

interface FieldValue {
  /** Empty for a field without a name. */
  readonly name: string;
  readonly value: Expression;
}

/** A row of a FROM item as the STRUCT of its columns. */
export function rowValue(row: RangeVariable, node: CstNode): Expression {
  if (row.optional)
    throw node.unsupported(`the row "${node.text}" of an outer join as a value; name its columns, which`);
  return structOf(
    row.columns.map((column) => ({ name: column.name, value: column })),
    node,
  );
}

/** A STRUCT of these values. */
export function structOf(values: readonly FieldValue[], node: CstNode): Expression {
  if (values.length === 0) throw node.unsupported('an empty STRUCT');
  const fields = values.map(({ name, value }) => ({ name, type: withoutNull(definiteType(value.type)) }));
  const sql = packed(
    fields,
    values.map(({ value }, index) => coerce(value, fields[index]?.type ?? INT64) ?? ''),
  );
  return { ...typed(sql, { kind: 'STRUCT', fields }), parts: values.map(({ value }) => value) };
}
