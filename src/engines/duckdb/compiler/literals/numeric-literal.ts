import { type CstNode } from '../cst.js';
import { type Expression, typed } from '../expression.js';
import { stringLiteral } from './literals.js';
import { readDigits } from '../types/numeric-digits.js';
import { NUMERIC } from '../../../../googlesql/types/types.js';
import { duckDbType } from '../types/duckdb-types.js';

/** `NUMERIC '1.5'`. */
export function numericPrefix(node: CstNode): Expression {
  const right = node.need('right');
  const { literal } = right.type === 'StringLiteral' ? stringLiteral(right) : { literal: undefined };
  if (typeof literal !== 'string') throw right.unsupported(`${node.keyword} in front of ${right.text}`);
  const { value, isRounded } = read(literal, right);
  if (isRounded) throw right.unsupported('a NUMERIC with more than 9 digits after the point');
  return value;
}

/** A FLOAT64 literal where a NUMERIC is wanted: the number as it is written, not the double next to it. */
export function numericOfLiteral(node: CstNode, isSafe = false): Expression | undefined {
  const isSigned = node.type === 'UnaryOperator' && node.text === '-';
  const digits = isSigned ? node.need('right') : node;
  if (digits.type !== 'NumericLiteral' || /^\d+$/.test(digits.text)) return undefined;
  const text = `${isSigned ? '-' : ''}${digits.text}`;
  if (isSafe && readDigits(text)?.sql === undefined) return typed(`CAST(NULL AS ${duckDbType(NUMERIC)})`, NUMERIC);
  return read(text, node).value;
}

function read(text: string, node: CstNode): { readonly value: Expression; readonly isRounded: boolean } {
  const found = readDigits(text);
  if (!found) throw node.error(`${text} is no NUMERIC`);
  if (found.sql === undefined) throw node.error(`${node.text} is beyond NUMERIC`);
  return { value: typed(found.sql, NUMERIC), isRounded: found.isRounded };
}
