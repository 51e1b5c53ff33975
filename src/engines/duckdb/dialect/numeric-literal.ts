import { type CstNode } from './cst.js';
import { type Expression, typed } from './expression.js';
import { stringLiteral } from './literals.js';
import { duckDbType, NUMERIC } from './types.js';

const NUMBER = /^\s*([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?\s*$/i;
const BILLION = 10n ** 9n;
const MAX_UNITS = 10n ** 38n - 1n;

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
export function numericOfLiteral(node: CstNode): Expression | undefined {
  const isSigned = node.type === 'UnaryOperator' && node.text === '-';
  const digits = isSigned ? node.need('right') : node;
  if (digits.type !== 'NumericLiteral' || /^\d+$/.test(digits.text)) return undefined;
  return read(`${isSigned ? '-' : ''}${digits.text}`, node).value;
}

function read(text: string, node: CstNode): { readonly value: Expression; readonly isRounded: boolean } {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole + fraction === '') throw node.error(`${text} is no NUMERIC`);
  const scale = 9 + Number(exponent) - fraction.length;
  const factor = 10n ** BigInt(Math.abs(scale));
  const digits = BigInt(whole + fraction);
  const units = scale < 0 ? (digits + factor / 2n) / factor : digits * factor;
  if (units > MAX_UNITS) throw node.error(`${node.text} is beyond NUMERIC`);
  const written = `${sign}${units / BILLION}.${String(units % BILLION).padStart(9, '0')}`;
  const value = typed(`CAST('${written}' AS ${duckDbType(NUMERIC)})`, NUMERIC);
  return { value, isRounded: scale < 0 && digits % factor > 0n };
}
