import { keywordAt, type WorkaroundRule } from './rule.js';

/** `|> AGGREGATE GROUP BY …`: the parser wants something to aggregate. */
export const keysAlone: WorkaroundRule = (tokens, index) => {
  if (keywordAt(tokens, index) !== 'GROUP' || keywordAt(tokens, index - 1) !== 'AGGREGATE') return undefined;
  return tokens[index - 2]?.text === '|>' ? { edits: [{ token: index, insertion: { text: '1 ' } }] } : undefined;
};
