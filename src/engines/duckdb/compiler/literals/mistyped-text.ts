import { type Expression } from '../expression.js';
import { temporalLiteral, TIME_TEXTS } from './time-literal.js';
import { isNumeric } from '../../../../googlesql/types/types.js';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const WHOLE = /^[+-]?\d+$/;
const BOOLEAN = /^(?:true|false)$/i;

/** The remedy where values have no type in common because of quotes: `; drop the quotes: 200`. */
export function mistypedText(expressions: readonly Expression[]): string {
  const texts = expressions.flatMap(({ literal }) => (typeof literal === 'string' ? [literal] : []));
  const others = expressions.filter(({ type }) => type.kind !== 'STRING').map(({ type }) => type);
  const isRead = (text: string) =>
    others.every((type) => {
      if (isNumeric(type)) return (type.kind === 'INT64' ? WHOLE : NUMBER).test(text);
      return type.kind === 'BOOL' && BOOLEAN.test(text);
    });
  // A column of texts beside them would be left without its quotes.
  const isAllLiteral = expressions.every(({ type, literal }) => type.kind !== 'STRING' || typeof literal === 'string');
  const [first] = texts;
  if (first !== undefined && isAllLiteral && texts.every(isRead)) return `; drop the quotes: ${first}`;
  return (isAllLiteral ? '' : quotedNumber(expressions)) || unreadTime(expressions);
}

/** The remedy for a number beside a column of texts. */
function quotedNumber(expressions: readonly Expression[]): string {
  const others = expressions.filter(({ type }) => type.kind !== 'STRING');
  const [number] = others.map(({ literal }) => literal);
  const areLiteral = others.every(({ literal }) => typeof literal === 'bigint');
  return areLiteral && typeof number === 'bigint' ? `; put it in quotes: '${number}'` : '';
}

/** The remedy for a text beside a date or a time that cannot be read as one. */
function unreadTime(expressions: readonly Expression[]): string {
  const type = expressions.map((each) => each.type).find(({ kind }) => TIME_TEXTS[kind] !== undefined);
  const isUnread = ({ literal }: Expression) =>
    type !== undefined && typeof literal === 'string' && temporalLiteral(literal, type) === undefined;
  if (!type || !expressions.some(isUnread)) return '';
  return `; the text is no ${type.kind}: write ${TIME_TEXTS[type.kind] ?? ''}, of one that exists`;
}
