import { type CstNode } from './cst.js';
import { coerce, type Expression, typed } from './expression.js';
import { compileAs, compileExpression, implicitName, unify } from './expressions.js';
import { identifierText } from './literals.js';
import { type RangeVariable, type Scope } from './scope.js';
import { arrayOf, duckDbType, INT64, quoteName, settled, type SqlType, unstored } from './types.js';
import { namedType } from './type-syntax.js';

/** `[a, b]`, with or without its type in front. */
export function arrayLiteral(node: CstNode, scope: Scope): Expression {
  node.only('type', 'exprs');
  const nodes = node.list('exprs');
  const declared = node.child('type');
  const type = declared && namedType(declared);
  if (type && type.kind !== 'ARRAY') throw node.error('an array literal needs an ARRAY type');
  if (nodes.length === 0) {
    const empty = type ?? arrayOf(INT64);
    return typed(`CAST([] AS ${duckDbType(empty)})`, type ?? arrayOf({ kind: 'NULL' }));
  }
  const items = type
    ? { type: type.element, sql: nodes.map((each) => compileAs(each, scope, type.element)) }
    : unify(nodes, scope, 'the elements of an array');
  if (items.type.kind === 'ARRAY') throw node.error('an ARRAY of ARRAYs is not possible; put a STRUCT in between');
  return typed(`[${items.sql.join(', ')}]`, arrayOf(items.type));
}

/** `STRUCT(a AS x, …)`. */
export function structLiteral(node: CstNode, scope: Scope): Expression {
  node.only('type', 'exprs');
  if (node.child('type')?.keyword !== 'STRUCT' || node.child('type')?.has('type_declaration')) {
    throw node.unsupported('a typed or nameless STRUCT; write STRUCT(value AS name, …)');
  }
  const fields = node.list('exprs').map((each) => {
    const value = compileExpression(each.claim('as', 'alias'), scope);
    const alias = each.child('alias');
    const name = alias ? identifierText(alias) : implicitName(each);
    if (name === undefined) throw each.unsupported('a STRUCT field without a name; write AS name after it, which');
    const type = unstored(settled(value.type));
    return { name, type, sql: coerce(value, type) ?? '' };
  });
  return structOf(fields, node);
}

interface FieldValue {
  readonly name: string;
  readonly type: SqlType;
  readonly sql: string;
}

/** A row of a FROM item as the STRUCT of its columns. */
export function rowValue(row: RangeVariable, node: CstNode): Expression {
  if (row.optional)
    throw node.unsupported(`the row "${node.text}" of an outer join as a value; name its columns, which`);
  return structOf(
    row.columns.map(({ name, type, sql }) => ({ name, type: unstored(type), sql })),
    node,
  );
}

/** A STRUCT of named values. */
export function structOf(fields: readonly FieldValue[], node: CstNode): Expression {
  const names = new Set(fields.map((field) => field.name.toLowerCase()));
  if (names.size < fields.length) throw node.unsupported('a STRUCT with two fields of one name');
  if (names.has('')) throw node.unsupported('a STRUCT field without a name; write AS name after it, which');
  if (fields.length === 0) throw node.unsupported('an empty STRUCT');
  const sql = `struct_pack(${fields.map((field) => `${quoteName(field.name)} := ${field.sql}`).join(', ')})`;
  return typed(sql, { kind: 'STRUCT', fields: fields.map(({ name, type }) => ({ name, type })) });
}
