import {
  type NumberNode,
  type TextNode,
  type BooleanNode,
  type ExpressionNode,
  type PrefixNode,
} from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import {
  literalValue,
  readWrittenJson,
  readWrittenNumeric,
  readWrittenTime,
  unreadTime,
} from '../../../../googlesql/resolver/expressions/literals.js';
import { type Expression, typed } from '../expression.js';
import { NULL, JSON_TYPE, NUMERIC, type TimeKind } from '../../../../googlesql/types/types.js';
import { SQL, textSql, typeSql } from '../sql-tree/sql.js';
import { timeSql } from './time-literal.js';
import { readDigits } from '../../../../googlesql/types/numeric-digits.js';
import { decimalSql } from '../types/decimal.js';

export function numericLiteral(node: NumberNode): Expression {
  // DuckDB would read a number 0.1 as a DECIMAL first, and so gets a text.
  const sql = node.type === 'Integer' ? SQL`${node.value}::BIGINT` : SQL`${textSql(node.text)}::DOUBLE`;
  return { sql, ...literalValue(node) };
}

export function booleanLiteral(node: BooleanNode): Expression {
  return { sql: node.value ? SQL`true` : SQL`false`, ...literalValue(node) };
}

export const NULL_LITERAL: Expression = { sql: SQL`NULL`, type: NULL, literal: null };

export function stringLiteral(node: TextNode): Expression {
  if (node.type === 'Bytes') {
    const hex = Array.from(node.value, (octet) => `\\x${octet.toString(16).padStart(2, '0').toUpperCase()}`).join('');
    return { sql: SQL`${textSql(hex)}::BLOB`, ...literalValue(node) };
  }
  if (node.value.includes('\0')) throw unsupportedAt(node, 'a NUL character in a string');
  return { sql: textSql(node.value), ...literalValue(node) };
}

/** The text between quotes, if it is a STRING. */
export function writtenText(node: ExpressionNode): string | undefined {
  const { literal } = node.type === 'String' ? stringLiteral(node) : {};
  return typeof literal === 'string' ? literal : undefined;
}

/** `JSON '{"a": 1}'`. */
export function jsonLiteral(right: ExpressionNode): Expression {
  const literal = writtenText(right);
  if (literal === undefined) throw unsupportedAt(right, `JSON written as ${right.text}; write JSON '…', which`);
  return typed(SQL`CAST(${textSql(readWrittenJson(literal, right))} AS JSON)`, JSON_TYPE);
}

/** `TIMESTAMP '2026-11-20 10:00:00'`. */
export function temporalPrefix(text: ExpressionNode, kind: TimeKind): Expression {
  const time = readWrittenTime(writtenText(text), kind, text);
  // Zones have further names, which are not read here.
  if (!time) throw unsupportedAt(text, `${unreadTime(kind, text)}, which`);
  return typed(timeSql(time, kind), { kind });
}

/** `NUMERIC '1.5'`. */
export function numericPrefix({ text, operand }: PrefixNode): Expression {
  const literal = writtenText(operand);
  if (literal === undefined) throw unsupportedAt(operand, `${text.toUpperCase()} in front of ${operand.text}`);
  const { decimal, isRounded } = readWrittenNumeric(literal, operand);
  if (isRounded) throw unsupportedAt(operand, 'a NUMERIC with more than 9 digits after the point');
  return typed(decimalSql(decimal), NUMERIC);
}

/** A FLOAT64 literal in place of a NUMERIC: the number as it is written, not the double next to it. */
export function numericOfLiteral(node: ExpressionNode, isSafe = false): Expression | undefined {
  const isSigned = node.type === 'Prefix' && node.operator === '-';
  const digits = isSigned ? node.operand : node;
  if (digits.type !== 'Float') return undefined;
  const text = `${isSigned ? '-' : ''}${digits.text}`;
  if (isSafe && readDigits(text)?.decimal === undefined) return typed(SQL`CAST(NULL AS ${typeSql(NUMERIC)})`, NUMERIC);
  return typed(decimalSql(readWrittenNumeric(text, node).decimal), NUMERIC);
}
