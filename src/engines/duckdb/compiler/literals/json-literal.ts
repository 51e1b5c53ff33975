import { type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { type Expression, typed } from '../expression.js';
import { normalJson } from '../json/json-normal.js';
import { BadJson } from '../json/json-tokens.js';
import { writtenText } from './literals.js';
import { JSON_TYPE } from '../../../../googlesql/types/types.js';
import { SQL, textSql } from '../sql-tree/sql.js';

/** `JSON '{"a": 1}'`. */
export function jsonLiteral(right: ExpressionNode): Expression {
  const literal = writtenText(right);
  if (literal === undefined) throw unsupportedAt(right, `JSON written as ${right.text}; write JSON '…', which`);
  return typed(SQL`CAST(${textSql(normalLiteral(literal, right))} AS JSON)`, JSON_TYPE);
}

function normalLiteral(text: string, node: ExpressionNode): string {
  try {
    return normalJson(text);
  } catch (error) {
    if (error instanceof BadJson) throw errorAt(node, `the text of this JSON literal ${error.message}`);
    throw error;
  }
}
