import {
  type BooleanNode,
  type ExpressionNode,
  type NumberNode,
  type PrefixNode,
  type TextNode,
  type WordNode,
} from '../../ast/nodes.js';
import { normalJson } from '../../json/json-normal.js';
import { BadJson } from '../../json/json-tokens.js';
import { type TypedValue } from '../../types/coercion.js';
import { readDigits } from '../../types/numeric-digits.js';
import { hasZone, readTime, TIME_TEXTS, type WrittenTime } from '../../types/time-literal.js';
import { BOOL, BYTES, FLOAT64, INT64, JSON_TYPE, NULL, NUMERIC, STRING, type TimeKind } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { OPEN } from '../open.js';

type LiteralNode = NumberNode | TextNode | BooleanNode | WordNode<'Null'>;

export function literalValue(node: LiteralNode): Omit<TypedValue, 'parts'> {
  switch (node.type) {
    case 'Integer':
      return { type: INT64, literal: node.value };
    case 'Float':
      return { type: FLOAT64, literal: node.value, digits: node.text };
    case 'String':
      return { type: STRING, literal: node.value };
    case 'Bytes':
      return { type: BYTES };
    case 'Boolean':
      return { type: BOOL };
    case 'Null':
      return { type: NULL, literal: null };
  }
}

/** `DATE '2026-11-20'`, `JSON '{}'`, `NUMERIC '1.5'`. */
export function typedLiteral({ operator, operand }: PrefixNode): TypedValue {
  const text = operand.type === 'String' ? operand.value : undefined;
  switch (operator) {
    case 'DATE':
    case 'DATETIME':
    case 'TIME':
    case 'TIMESTAMP':
      readWrittenTime(text, operator, operand);
      return { type: { kind: operator } };
    case 'JSON':
      if (text?.includes('\0') === false) readWrittenJson(text, operand);
      return { type: JSON_TYPE };
    case 'NUMERIC':
    case 'DECIMAL':
      if (text !== undefined) readWrittenNumeric(text, operand);
      return { type: NUMERIC };
    // BIGNUMERIC
    default:
      return OPEN;
  }
}

/** Reads the text of a JSON literal, in its normal form. */
export function readWrittenJson(text: string, node: ExpressionNode): string {
  const json = normalJson(text);
  if (json instanceof BadJson) throw errorAt(node, `the text of this JSON literal ${json.message}`);
  return json;
}

/** Reads the text of a date or time; undefined where only its zone may have a name that is not read here. */
export function readWrittenTime(
  text: string | undefined,
  kind: TimeKind,
  node: ExpressionNode,
): WrittenTime | undefined {
  const time = text === undefined ? undefined : readTime(text, { kind });
  if (time || (kind === 'TIMESTAMP' && text !== undefined && hasZone(text))) return time;
  throw errorAt(node, unreadTime(kind, node));
}

export function unreadTime(kind: TimeKind, { text }: ExpressionNode): string {
  return `${kind} written as ${text}; write ${TIME_TEXTS[kind] ?? ''}, of one that exists`;
}

/** Reads the text of a NUMERIC; it is rounded where it has more than nine digits after the point. */
export function readWrittenNumeric(
  text: string,
  node: ExpressionNode,
): { readonly decimal: string; readonly isRounded: boolean } {
  const found = readDigits(text);
  if (!found) throw errorAt(node, `${text} is no NUMERIC`);
  const { decimal, isRounded } = found;
  if (decimal === undefined) throw errorAt(node, `${node.text} is beyond NUMERIC`);
  return { decimal, isRounded };
}
