import { commonType } from '../../../../googlesql/types/supertype.js';
import { TIME_TEXTS } from '../../../../googlesql/types/time-literal.js';
import { errorAt } from '../../../../googlesql/resolver/dialect-error.js';
import { coerce, type Expression } from '../expression.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { type SqlType, typeName, typeNames, isNumeric } from '../../../../googlesql/types/types.js';
import { NOTHING, type Sql } from '../sql-tree/sql.js';
import { temporalLiteral } from '../literals/time-literal.js';

/** The type of several values, and their SQL as that. */
export interface Unified {
  readonly type: SqlType;
  readonly sql: readonly Sql[];
}

/** Converts values to the one type that all can take; the node is where the complaint is about. */
export function unified(expressions: readonly Expression[], node: TextPosition, what: string): Unified {
  const type = commonType(expressions);
  const sql = type && expressions.map((expression) => coerce(expression, type) ?? NOTHING);
  if (!type || !sql) {
    throw errorAt(node, `${what} need one common type, found ${typeNames(expressions)}${mistypedText(expressions)}`);
  }
  return { type, sql };
}

/** Converts a value to a type that it must have, where GoogleSQL does so by itself. */
export function converted(
  value: Expression,
  type: SqlType,
  node: TextPosition,
  wanted = `expected ${typeName(type)}`,
): Sql {
  const sql = coerce(value, type);
  if (sql === undefined) throw errorAt(node, `${wanted}, found ${typeName(value.type)}`);
  return sql;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const WHOLE = /^[+-]?\d+$/;
const BOOLEAN = /^(?:true|false)$/i;

/** The remedy where values have no type in common because of quotes: `; drop the quotes: 200`. */
function mistypedText(expressions: readonly Expression[]): string {
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
