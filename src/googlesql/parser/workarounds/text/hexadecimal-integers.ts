import { keywordAt, type WorkaroundRule } from './rule.js';

/** `0xFF`: the parser takes it for the number 0 with an alias. */
export const hexadecimalIntegers: WorkaroundRule = (tokens, index) => {
  const word = keywordAt(tokens, index);
  if (!/^0X[0-9A-F]+$/.test(word)) return undefined;
  return { edits: [{ token: index, text: '0'.repeat(word.length) }] };
};
