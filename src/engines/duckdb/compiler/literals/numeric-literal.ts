import { type ExpressionNode, type PrefixNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { type Expression, typed } from '../expression.js';
import { writtenText } from './literals.js';
import { readDigits } from '../types/numeric-digits.js';
import { NUMERIC } from '../../../../googlesql/types/types.js';
import { SQL, typeSql } from '../sql-tree/sql.js';

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
  const isNumber = digits.type === 'Float' || (digits.type === 'Integer' && !/^\d+$/.test(digits.text));
  if (!isNumber) return undefined;
  const text = `${isSigned ? '-' : ''}${digits.text}`;
  if (isSafe && readDigits(text)?.sql === undefined) return typed(SQL`CAST(NULL AS ${typeSql(NUMERIC)})`, NUMERIC);
  return read(text, node).value;
}

function read(text: string, node: ExpressionNode): { readonly value: Expression; readonly isRounded: boolean } {
  const found = readDigits(text);
  if (!found) throw errorAt(node, `${text} is no NUMERIC`);
  if (found.sql === undefined) throw errorAt(node, `${node.text} is beyond NUMERIC`);
  return { value: typed(found.sql, NUMERIC), isRounded: found.isRounded };
}
