import { type WorkaroundRule } from './rule.js';

/** `|> ASSERT condition, …`: an operator that the parser does not know, with a list as that of one that it knows. */
export const pipeAsserts: WorkaroundRule = (tokens, index) => {
  return tokens[index - 1]?.text === '|>' ? { edits: [{ token: index, text: 'EXTEND' }] } : undefined;
};
