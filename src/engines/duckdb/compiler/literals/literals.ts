import {
  type NumberNode,
  type TextNode,
  type BooleanNode,
  type ExpressionNode,
} from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../dialect-error.js';
import { type Expression } from '../expression.js';
import { BOOL, BYTES, FLOAT64, INT64, NULL, STRING } from '../../../../googlesql/types/types.js';
import { SQL, textSql } from '../sql-tree/sql.js';

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
