import { blank, keywordAt, type WorkaroundRule } from './rule.js';

/** `GROUP BY a, GROUPING SETS (…)`: the parser knows these words right behind BY alone; here it is to read a function SETS. */
export const groupingSets: WorkaroundRule = (tokens, index) => {
  if (keywordAt(tokens, index) !== 'GROUPING' || keywordAt(tokens, index + 1) !== 'SETS') return undefined;
  if (keywordAt(tokens, index - 1) === 'BY' || tokens[index + 2]?.text !== '(') return undefined;
  return { edits: [blank(tokens, index)] };
};
