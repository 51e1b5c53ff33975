import { hasZone, TIME_TEXTS } from '../../../../googlesql/types/time-literal.js';
import {
  type NumberNode,
  type TextNode,
  type BooleanNode,
  type ExpressionNode,
  type PrefixNode,
} from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt, errorAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed } from '../expression.js';
import {
  BOOL,
  BYTES,
  FLOAT64,
  INT64,
  NULL,
  STRING,
  JSON_TYPE,
  NUMERIC,
  type TimeKind,
} from '../../../../googlesql/types/types.js';
import { SQL, textSql, typeSql } from '../sql-tree/sql.js';
import { normalJson } from '../../../../googlesql/json/json-normal.js';
import { BadJson } from '../../../../googlesql/json/json-tokens.js';
import { temporalLiteral } from './time-literal.js';
import { readDigits } from '../../../../googlesql/types/numeric-digits.js';
import { decimalSql } from '../types/decimal.js';

export function numericLiteral(node: NumberNode): Expression {
  if (node.type === 'Integer') return { sql: SQL`${node.value}::BIGINT`, type: INT64, literal: node.value };
  // DuckDB would read a number 0.1 as a DECIMAL first, and so gets a text.
  return { sql: SQL`${textSql(node.text)}::DOUBLE`, type: FLOAT64, literal: node.value, digits: node.text };
}

export function booleanLiteral(node: BooleanNode): Expression {
  return { sql: node.value ? SQL`true` : SQL`false`, type: BOOL };
}

export const NULL_LITERAL: Expression = { sql: SQL`NULL`, type: NULL, literal: null };

export function stringLiteral(node: TextNode): Expression {
  if (node.type === 'Bytes') {
    const hex = Array.from(node.value, (octet) => `\\x${octet.toString(16).padStart(2, '0').toUpperCase()}`).join('');
    return { sql: SQL`${textSql(hex)}::BLOB`, type: BYTES };
  }
  if (node.value.includes('\0')) throw unsupportedAt(node, 'a NUL character in a string');
  return { sql: textSql(node.value), type: STRING, literal: node.value };
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
  const json = normalJson(literal);
  if (json instanceof BadJson) throw errorAt(right, `the text of this JSON literal ${json.message}`);
  return typed(SQL`CAST(${textSql(json)} AS JSON)`, JSON_TYPE);
}

/** `TIMESTAMP '2026-11-20 10:00:00'`. */
export function temporalPrefix(text: ExpressionNode, kind: TimeKind): Expression {
  const literal = writtenText(text);
  const sql = literal === undefined ? undefined : temporalLiteral(literal, { kind });
  if (sql !== undefined) return typed(sql, { kind });
  const what = `${kind} written as ${text.text}; write ${TIME_TEXTS[kind] ?? ''}, of one that exists`;
  // Zones have further names, which are not read here.
  throw kind === 'TIMESTAMP' && literal !== undefined && hasZone(literal)
    ? unsupportedAt(text, `${what}, which`)
    : errorAt(text, what);
}

/** `NUMERIC '1.5'`. */
export function numericPrefix({ text, operand }: PrefixNode): Expression {
  const literal = writtenText(operand);
  if (literal === undefined) throw unsupportedAt(operand, `${text.toUpperCase()} in front of ${operand.text}`);
  const { value, isRounded } = read(literal, operand);
  if (isRounded) throw unsupportedAt(operand, 'a NUMERIC with more than 9 digits after the point');
  return value;
}

/** A FLOAT64 literal in place of a NUMERIC: the number as it is written, not the double next to it. */
export function numericOfLiteral(node: ExpressionNode, isSafe = false): Expression | undefined {
  const isSigned = node.type === 'Prefix' && node.operator === '-';
  const digits = isSigned ? node.operand : node;
  if (digits.type !== 'Float') return undefined;
  const text = `${isSigned ? '-' : ''}${digits.text}`;
  if (isSafe && readDigits(text)?.decimal === undefined) return typed(SQL`CAST(NULL AS ${typeSql(NUMERIC)})`, NUMERIC);
  return read(text, node).value;
}

function read(text: string, node: ExpressionNode): { readonly value: Expression; readonly isRounded: boolean } {
  const found = readDigits(text);
  if (!found) throw errorAt(node, `${text} is no NUMERIC`);
  if (found.decimal === undefined) throw errorAt(node, `${node.text} is beyond NUMERIC`);
  return { value: typed(decimalSql(found.decimal), NUMERIC), isRounded: found.isRounded };
}
