import { type TextPosition } from '../tokens/text-position.js';
import { type TypedValue } from '../types/coercion.js';
import { commonType } from '../types/supertype.js';
import { readTime, TIME_TEXTS } from '../types/time-literal.js';
import { isNumeric, type SqlType, typeNames } from '../types/types.js';
import { errorAt } from './dialect-error.js';
import { isOpen, OPEN } from './open.js';

/** The one type that all values can take; the node is where the complaint is about. */
export function sharedType(values: readonly TypedValue[], node: TextPosition, what: string): SqlType {
  if (values.some(isOpen)) return OPEN.type;
  const type = commonType(values);
  if (type) return type;
  throw errorAt(node, `${what} need one common type, found ${typeNames(values)}${mistypedText(values)}`);
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const WHOLE = /^[+-]?\d+$/;
const BOOLEAN = /^(?:true|false)$/i;

/** The remedy where values have no type in common because of quotes: `; drop the quotes: 200`. */
function mistypedText(values: readonly TypedValue[]): string {
  const texts = values.flatMap(({ literal }) => (typeof literal === 'string' ? [literal] : []));
  const others = values.filter(({ type }) => type.kind !== 'STRING').map(({ type }) => type);
  const isRead = (text: string) =>
    others.every((type) => {
      if (isNumeric(type)) return (type.kind === 'INT64' ? WHOLE : NUMBER).test(text);
      return type.kind === 'BOOL' && BOOLEAN.test(text);
    });
  // A column of texts beside them would be left without its quotes.
  const isAllLiteral = values.every(({ type, literal }) => type.kind !== 'STRING' || typeof literal === 'string');
  const [first] = texts;
  if (first !== undefined && isAllLiteral && texts.every(isRead)) return `; drop the quotes: ${first}`;
  return (isAllLiteral ? '' : quotedNumber(values)) || unreadTime(values);
}

/** The remedy for a number beside a column of texts. */
function quotedNumber(values: readonly TypedValue[]): string {
  const others = values.filter(({ type }) => type.kind !== 'STRING');
  const [number] = others.map(({ literal }) => literal);
  const areLiteral = others.every(({ literal }) => typeof literal === 'bigint');
  return areLiteral && typeof number === 'bigint' ? `; put it in quotes: '${number}'` : '';
}

/** The remedy for a text beside a date or a time that cannot be read as one. */
function unreadTime(values: readonly TypedValue[]): string {
  const type = values.map((each) => each.type).find(({ kind }) => TIME_TEXTS[kind] !== undefined);
  const isUnread = ({ literal }: TypedValue) =>
    type !== undefined && typeof literal === 'string' && readTime(literal, type) === undefined;
  if (!type || !values.some(isUnread)) return '';
  return `; the text is no ${type.kind}: write ${TIME_TEXTS[type.kind] ?? ''}, of one that exists`;
}
