import type { SqlToken } from './sql-tokens.js';

/** Printable ASCII, and white space that ends a line or is within one. */
const PLAIN_TEXT = /^[\t\n -~]*$/;

/** A number with a point: where its exponent ends is not told by its characters alone. */
const FRACTION = /(?<!\w)\d+\.|\.\d/;

/** Strings without escapes, brackets and other quotes; names; whole numbers; and symbols that begin nothing longer than an operator. */
const PLAIN: Readonly<Partial<Record<SqlToken['kind'], RegExp>>> = {
  word: /^(?:[A-Za-z_]\w*|\d+)$/,
  string: /^(?:'[^'"`\\\n{}]*'|"[^'"`\\\n{}]*")$/,
  parameter: /^@\w+$/,
  symbol: /^[(),.;=<>+*/[\]-]$/,
};

/** Is a text without comments such that no tokenizer of SQL could read other tokens in it than these? */
export function arePlain(text: string, tokens: readonly SqlToken[]): boolean {
  const isPlain = ({ kind, text: token }: SqlToken) => PLAIN[kind]?.test(token) === true;
  return PLAIN_TEXT.test(text) && !FRACTION.test(text) && tokens.every(isPlain);
}
