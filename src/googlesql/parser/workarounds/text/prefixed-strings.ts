import { type WorkaroundRule } from './rule.js';

/** `r'…'` and `b'…'`: the parser takes the prefix for an operator. */
export const prefixedStrings: WorkaroundRule = (tokens, index) => {
  const { kind, text } = tokens[index] ?? {};
  const [, prefix = '', quote = ''] = /^([rb]+)('''|"""|'|")/i.exec(text ?? '') ?? [];
  if (kind !== 'string' || text === undefined || !prefix) return undefined;
  const content = text.slice(prefix.length + quote.length, -quote.length);
  return { edits: [{ token: index, text: `${quote}${prefix}${content.replace(/[^\n]/gu, '_')}${quote}` }] };
};
