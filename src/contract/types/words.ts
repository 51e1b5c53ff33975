import { escaped } from '../../errors/excerpt.js';

/** Characters that end a line, or show text in another order than it is read in: nothing that an author writes may hide code. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A comment of one line or several, with its line break; nothing for no words. */
export function comment(text: string): string {
  const lines = text
    .trim()
    .split(/\s*[\r\n\u2028\u2029]\s*/)
    .map((line) => line.replace(UNSEEN, '').replaceAll('*/', '*\\/'));
  if (lines.length === 1) return lines[0] === '' ? '' : `/** ${lines[0] ?? ''} */\n`;
  return `/**\n${lines.map((line) => `${` * ${line}`.trimEnd()}\n`).join('')} */\n`;
}

export function literal(value: unknown): string {
  return typeof value === 'string' ? textLiteral(value) : JSON.stringify(value);
}

export function propertyName(name: string): string {
  return IDENTIFIER.test(name) ? name : textLiteral(name);
}

/** Quotes a text, with escapes for characters that cannot be seen. */
export function textLiteral(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replace(UNSEEN, escaped)}'`;
}

/** JSON of several lines with escapes for characters that cannot be seen, for a terminal too. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNSEEN, (text) => (text === '\n' ? text : escaped(text)));
}
