import { excerpt, quote } from '../../../../errors/excerpt.js';
import { byName } from '../../../../googlesql/tokens/by-name.js';
import { callFunction, quantileElement } from './calls.js';
import { caseExpression } from './case.js';
import { between, distinctFrom, inOperator } from './comparisons.js';
import { arrayLiteral, rowValue, structLiteral } from './constructors.js';
import { type CstNode, UnknownColumn, UnknownName } from '../cst.js';
import { assertShort } from '../output/expansion.js';
import { coerce, columnValue, commonType, type Expression, typed } from '../expression.js';
import { jsonElement } from '../json/json-access.js';
import {
  booleanLiteral,
  identifierText,
  nullLiteral,
  numericLiteral,
  partText,
  stringLiteral,
} from '../literals/literals.js';
import { binaryOperator, unaryOperator } from './operators.js';
import { clock } from '../functions/times/current-time.js';
import { RESERVED_KEYWORDS } from '../../../../googlesql/tokens/reserved-keywords.js';
import { compileQuery } from '../queries/query.js';
import { accessField, isRangeVariable, type Scope } from '../names/scope.js';
import { fieldByPosition } from '../names/struct-subscript.js';
import { temporalLiteral, TIME_TEXTS } from '../literals/time-literal.js';
import { BOOL, INT64, definiteType, type SqlType, typeName, typeNames } from '../../../../googlesql/types/types.js';
import { quoteName } from '../types/duckdb-types.js';

/** Compiles one expression; what is not listed here is not supported. */
export function compileExpression(node: CstNode, scope: Scope): Expression {
  scope.context.budget.spend(node);
  const compiled = compiledByType(node, scope);
  assertShort(compiled.sql, node);
  return compiled;
}

function compiledByType(node: CstNode, scope: Scope): Expression {
  switch (node.type) {
    case 'NumericLiteral':
      return numericLiteral(node);
    case 'StringLiteral':
      return stringLiteral(node);
    case 'BooleanLiteral':
      return booleanLiteral(node);
    case 'NullLiteral':
      return nullLiteral(node);
    case 'Parameter':
      return parameter(node, scope);
    case 'Identifier':
    case 'DotOperator': {
      const found = path(node, scope);
      return scope.answered?.get(found.sql) ?? found;
    }
    case 'AccessOperator':
      return element(node, scope);
    case 'GroupedExpr': {
      node.only('expr');
      return compileExpression(node.need('expr'), scope);
    }
    case 'UnaryOperator':
      return unaryOperator(node, scope);
    case 'BinaryOperator':
      return binaryOperator(node, scope);
    case 'BetweenOperator':
      return between(node, scope);
    case 'InOperator':
      return inOperator(node, scope);
    case 'IsDistinctFromOperator':
      return distinctFrom(node, scope);
    case 'CaseExpr':
      return caseExpression(node, scope);
    case 'CallingFunction':
      return callFunction(node, scope);
    case 'ArrayLiteral':
      return arrayLiteral(node, scope);
    case 'StructLiteral':
      return structLiteral(node, scope);
    case 'IntervalLiteral':
      throw node.unsupported('an INTERVAL that is not added to a date or time, or subtracted from it,');
    case 'GroupedStatement':
      return scalarSubquery(node, scope);
    default:
      if (RESERVED_KEYWORDS.has(node.keyword)) identifierText(node);
      if (node.text === ',') throw node.error('nothing stands in front of this comma; leave it out');
      throw node.unsupported(node.text ? `"${node.text}" here` : node.type);
  }
}

/** A condition: anything but BOOL (or NULL) is GoogleSQL's type error. */
export function compileCondition(node: CstNode, scope: Scope): string {
  return compileAs(node, scope, BOOL);
}

/** An expression that must have the given type, converted where GoogleSQL does so by itself. */
export function compileAs(node: CstNode, scope: Scope, type: SqlType): string {
  const expression = compileExpression(node, scope);
  const sql = coerce(expression, type);
  if (sql === undefined) throw node.error(`expected ${typeName(type)}, found ${typeName(expression.type)}`);
  return sql;
}

/** Several expressions as the one type that all can take. */
export function unify(
  nodes: readonly CstNode[],
  scope: Scope,
  what: string,
): { readonly type: SqlType; readonly sql: readonly string[] } {
  const [first] = nodes;
  if (!first) throw new TypeError(what);
  return unified(
    nodes.map((node) => compileExpression(node, scope)),
    first,
    what,
  );
}

/** The same for what is compiled already; the node is where the complaint is about. */
export function unified(
  expressions: readonly Expression[],
  node: CstNode,
  what: string,
): { readonly type: SqlType; readonly sql: readonly string[] } {
  const type = commonType(expressions);
  const sql = type && expressions.map((expression) => coerce(expression, type) ?? '');
  if (!type || !sql) {
    throw node.error(`${what} need one common type, found ${typeNames(expressions)}${unreadTime(expressions)}`);
  }
  return { type, sql };
}

/** A text beside a date or a time is read as one, where it is one. */
function unreadTime(expressions: readonly Expression[]): string {
  const type = expressions.map((each) => each.type).find(({ kind }) => TIME_TEXTS[kind] !== undefined);
  const isUnread = ({ literal }: Expression) =>
    type !== undefined && typeof literal === 'string' && temporalLiteral(literal, type) === undefined;
  if (!type || !expressions.some(isUnread)) return '';
  return `; the text is no ${type.kind}: write ${TIME_TEXTS[type.kind] ?? ''}, of one that exists`;
}

function parameter(node: CstNode, scope: Scope): Expression {
  node.only();
  const name = node.text;
  if (!/^@[A-Za-z_]\w*$/.test(name))
    throw node.unsupported(name === '?' ? '"?" for a parameter, which is written @name,' : `"${name}"`);
  const declared = scope.context.catalog.parameters.get(name.slice(1).toLowerCase());
  if (declared) return declared;
  const names = [...scope.context.catalog.parameters.keys()].map((each) => `@${each}`);
  throw new UnknownName(node, `parameter ${excerpt(name)} is not declared`, name, names);
}

/** `a`, `a.b.c`: the first name is looked up, the others are columns and fields. */
function path(node: CstNode, scope: Scope): Expression {
  if (node.type === 'Identifier') {
    node.only();
    const found = scope.lookup(identifierText(node), node);
    if (!found) return clock(node.text, scope) ?? unknownName(node, scope);
    return isRangeVariable(found) ? scope.reached(node, rowValue(found, node), true) : found;
  }
  node.only('left', 'right');
  const left = node.need('left');
  const right = node.need('right');
  right.only();
  if (right.type !== 'Identifier') throw right.unsupported(`"${right.text}" after a dot`);
  const name = partText(right);
  const row = left.type === 'Identifier' ? scope.lookup(identifierText(left), left) : undefined;
  if (row && isRangeVariable(row)) {
    const columns = byName(row.columns, name);
    if (columns.length > 1) throw right.error(`column "${name}" of "${left.text}" is ambiguous`);
    if (!columns[0]) {
      const names = row.columns.flatMap((column) => column.name || []);
      const [unread] = byName(row.unread ?? [], name);
      if (unread) throw right.error(`${quote(name)} ${unread.reason}`);
      throw new UnknownColumn(right, `"${left.text}" has no column "${name}"`, name, names);
    }
    return scope.reached(node, columns[0]);
  }
  const field = accessField(compileExpression(left, scope), name, right);
  return isPath(left) ? scope.reached(node, field) : field;
}

/** Names with dots between them. */
function isPath(node: CstNode): boolean {
  return node.type === 'Identifier' || (node.type === 'DotOperator' && isPath(node.need('left')));
}

function unknownName(node: CstNode, scope: Scope): never {
  const name = identifierText(node);
  const alias = scope.remarkOn(name);
  if (alias !== undefined) throw node.error(`${quote(name)} ${alias}`);
  const { queries, catalog } = scope.context;
  const isTable = queries.has(name.toLowerCase()) || catalog.tables.has(name);
  const remark = isTable ? '; it is not in FROM here, or has another name there' : '';
  throw new UnknownColumn(node, `unrecognized name ${quote(node.text)}${remark}`, name, scope.names());
}

/** `array[OFFSET(n)]` and its kin; a plain `[n]` counts from 0 as OFFSET does. */
function element(node: CstNode, scope: Scope): Expression {
  node.only('left', 'right');
  const left = node.need('left');
  const right = node.need('right');
  let position = right;
  let kind = 'OFFSET';
  if (right.type === 'CallingFunction' && /^(SAFE_)?(OFFSET|ORDINAL)$/.test(right.need('func').keyword)) {
    right.only('func', 'args');
    const [argument, second] = right.list('args');
    if (!argument || second) throw right.error('one position is expected');
    position = argument;
    kind = right.need('func').keyword;
  }
  const index = compileExpression(position, scope);
  const isNumber = coerce(index, INT64) !== undefined;
  if (kind === 'OFFSET' && isNumber) {
    const quantile = quantileElement(left, index, scope);
    if (quantile) return quantile;
  }
  const array = compileExpression(left, scope);
  if (array.type.kind === 'JSON' && position === right) return jsonElement(array, index, position);
  if (!isNumber) throw position.error(`expected INT64, found ${typeName(index.type)}`);
  if (array.type.kind === 'STRUCT') return fieldByPosition(array, kind, index, position);
  if (array.type.kind !== 'ARRAY') throw left.unsupported(`[…] on ${typeName(array.type)}`);
  const offset = kind.endsWith('ORDINAL') ? `(${index.sql} - 1)` : index.sql;
  const sql = kind.startsWith('SAFE_')
    ? `bq_safe_offset(${array.nullableSql ?? array.sql}, ${offset})`
    : `bq_offset(${array.sql}, ${offset})`;
  return typed(sql, array.type.element);
}

/** The name that an expression gives itself: the last part of a path, unless that is a function without its parentheses. */
export function implicitName(node: CstNode, scope: Scope): string | undefined {
  if (node.type === 'Identifier') {
    const name = identifierText(node);
    return clock(node.text, scope) && !scope.lookup(name, node, false) ? undefined : name;
  }
  if (node.type === 'DotOperator') return partText(node.need('right'));
  if (node.type === 'GroupedExpr') return implicitName(node.need('expr'), scope);
  return undefined;
}

function scalarSubquery(node: CstNode, scope: Scope): Expression {
  const query = compileQuery(node, scope.context, scope, true);
  const [column, second] = query.columns;
  if (!column || second) throw node.error('a subquery in an expression must return one column');
  const type = definiteType(column.type);
  if (type.kind !== 'ARRAY' || !type.nullable) return typed(`(${query.sql})`, type);
  const alias = scope.context.aliases.next('q');
  const { sql } = columnValue(`${alias}.${quoteName(column.output)}`, type);
  return typed(`(SELECT ${sql} FROM (${query.sql}) AS ${alias})`, type);
}
