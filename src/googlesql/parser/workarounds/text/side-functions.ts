import { keywordAt, type WorkaroundRule } from './rule.js';

/** `LEFT(x, 2)` and `RIGHT(x, 2)`: behind a comma the parser takes the word for that of a join. */
export const sideFunctions: WorkaroundRule = (tokens, index) => {
  const keyword = keywordAt(tokens, index);
  if ((keyword !== 'LEFT' && keyword !== 'RIGHT') || tokens[index + 1]?.text !== '(') return undefined;
  return { edits: [{ token: index, text: keyword.replace(/./g, '_') }] };
};
