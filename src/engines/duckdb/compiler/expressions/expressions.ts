import {
  type ElementNode,
  type ExpressionNode,
  type FieldNode,
  type QueryNode,
  type NameNode,
  type ParameterNode,
} from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { fieldByPosition } from '../../../../googlesql/resolver/expressions/access.js';
import { onlyColumn } from '../../../../googlesql/resolver/expressions/only-column.js';
import { callFunction, quantileElement } from './calls.js';
import { caseExpression } from './choice.js';
import { between, distinctFrom, inOperator } from './comparisons.js';
import { arrayLiteral, rowValue, structLiteral } from './constructors.js';
import { assertShort } from '../output/expansion.js';
import { columnValue, type Expression, typed } from '../expression.js';
import { isCoercible } from '../../../../googlesql/types/coercion.js';
import { jsonElement, jsonField } from '../json/json-access.js';
import { chosen, firstOf } from '../records/record-access.js';
import { booleanLiteral, NULL_LITERAL, numericLiteral, stringLiteral } from '../literals/literals.js';
import { quantifiedLike } from './like.js';
import { binaryOperator, unaryOperator } from './operators.js';
import { clock } from '../functions/times/current-time.js';
import { isRangeVariable, type Scope } from '../names/scope.js';
import { INT64, definiteType, typeName } from '../../../../googlesql/types/types.js';
import { SQL, columnSql } from '../sql-tree/sql.js';
import { fieldAt } from './struct-value.js';

/** Compiles one expression; types of nodes without a case here are not supported. */
export function compileExpression(node: ExpressionNode, scope: Scope): Expression {
  scope.context.budget.spend(node);
  const compiled = compiledByType(node, scope);
  assertShort(compiled.sql, node);
  return compiled;
}

function compiledByType(node: ExpressionNode, scope: Scope): Expression {
  switch (node.type) {
    case 'Integer':
    case 'Float':
      return numericLiteral(node);
    case 'String':
    case 'Bytes':
      return stringLiteral(node);
    case 'Boolean':
      return booleanLiteral(node);
    case 'Null':
      return NULL_LITERAL;
    case 'Parameter':
      return parameter(node, scope);
    case 'Name':
      return named(node, scope);
    case 'Field':
      return field(node, scope);
    case 'Element':
      return element(node, scope);
    case 'Brackets':
      return scope.value(node.inner);
    case 'Prefix':
      return unaryOperator(node, scope);
    case 'Binary':
      return binaryOperator(node, scope);
    case 'QuantifiedLike':
      return quantifiedLike(node, scope);
    case 'Between':
      return between(node, scope);
    case 'In':
      return inOperator(node, scope);
    case 'DistinctFrom':
      return distinctFrom(node, scope);
    case 'Case':
      return caseExpression(node, scope);
    case 'Call':
      return callFunction(node, scope);
    case 'Array':
      return arrayLiteral(node, scope);
    case 'Struct':
      return structLiteral(node, scope);
    case 'Interval':
      throw unsupportedAt(node, 'an INTERVAL that is not added to a date or time, or subtracted from it,');
    case 'Query':
      return scalarSubquery(node, scope);
    case 'NamedArgument':
    case 'CastOperand':
    case 'ExtractOperand':
    case 'Star':
      throw new TypeError(`"${node.text}" has no value`);
  }
}

function parameter(node: ParameterNode, scope: Scope): Expression {
  const value = scope.context.catalog.parameters.get(node.text.slice(1).toLowerCase());
  if (!value) throw new TypeError(`${node.text} is not declared`);
  return value;
}

/** A name by itself: a column, a row of a FROM item, or the time. */
function named(node: NameNode, scope: Scope): Expression {
  const place = scope.context.resolution.names.find(node);
  const found = place ? scope.at(place) : clock(node.text, scope);
  if (!found) throw new TypeError(`${node.text} means nothing`);
  return isRangeVariable(found) ? rowValue(found, node) : found;
}

/** `a.b.c`: a column of an item of FROM, or a field of a value. */
function field(node: FieldNode, scope: Scope): Expression {
  const { names, fields } = scope.context.resolution;
  const place = names.find(node);
  if (place) return scope.valueAt(place);
  const value = scope.value(node.operand);
  return value.type.kind === 'JSON' ? jsonField(value, node.field.name) : fieldAt(value, fields.of(node));
}

/** `array[OFFSET(n)]` and its kin; a plain `[n]` counts from 0 as OFFSET does. */
function element(node: ElementNode, scope: Scope): Expression {
  const { operand, position, kind = 'OFFSET' } = node;
  const index = scope.value(position);
  if (kind === 'OFFSET' && isCoercible(index, INT64)) {
    const quantile = quantileElement(operand, index, scope);
    if (quantile) return quantile;
  }
  const array = scope.value(operand);
  if (array.type.kind === 'JSON' && node.kind === undefined) return jsonElement(array, index);
  if (array.type.kind === 'STRUCT') return fieldAt(array, fieldByPosition(array.type, node, index));
  if (array.type.kind !== 'ARRAY') throw unsupportedAt(operand, `[…] on ${typeName(array.type)}`);
  const first = firstOf(array, kind, index);
  if (first) return first;
  const { literal } = index;
  if (kind === 'SAFE_OFFSET' && typeof literal === 'bigint' && literal >= 0n && literal < Number.MAX_SAFE_INTEGER) {
    return typed(SQL`array_extract(${array.nullableSql ?? array.sql}, ${literal + 1n})`, array.type.element);
  }
  const offset = kind.endsWith('ORDINAL') ? SQL`(${index.sql} - 1)` : index.sql;
  const sql = kind.startsWith('SAFE_')
    ? SQL`bq_safe_offset(${array.nullableSql ?? array.sql}, ${offset})`
    : SQL`bq_offset(${array.sql}, ${offset})`;
  return typed(sql, array.type.element);
}

function scalarSubquery(node: QueryNode, scope: Scope): Expression {
  const { compiler } = scope.context;
  const ofRecord = compiler.recordQuery(node, scope);
  if (ofRecord) return typed(chosen(ofRecord, ofRecord.sql), ofRecord.type);
  const query = compiler.query(node, scope, true);
  const column = onlyColumn(query.columns, node, 'value');
  const type = definiteType(column.type);
  if (type.kind !== 'ARRAY' || !type.nullable) return typed(SQL`(${query.sql})`, type);
  const alias = scope.context.aliases.next('q');
  const { sql } = columnValue(columnSql(alias, column.output), type);
  return typed(SQL`(SELECT ${sql} FROM (${query.sql}) AS ${alias})`, type);
}
