import { type WorkaroundRule } from './rule.js';

/** A quoted name with an escape in it: the parser takes the backtick of one for the end of the name. */
export const escapedNames: WorkaroundRule = (tokens, index) => {
  const { kind, text = '' } = tokens[index] ?? {};
  if (kind !== 'quoted name' || !text.includes('\\')) return undefined;
  return { edits: [{ token: index, text: `\`${text.slice(1, -1).replace(/./gu, '_')}\`` }] };
};
