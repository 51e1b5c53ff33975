import { blank, keywordAt, type WorkaroundRule } from './rule.js';

/** `CAST(… FORMAT f AT TIME ZONE z)`: to the parser, an operator that binds less than any within the format or the zone. */
export const castZones: WorkaroundRule = (tokens, index) => {
  const words = [0, 1, 2].map((step) => keywordAt(tokens, index + step)).join(' ');
  if (words !== 'AT TIME ZONE' || !isInFormat(tokens, index)) return undefined;
  return { edits: [{ token: index, text: 'OR' }, blank(tokens, index + 1), blank(tokens, index + 2)] };
};

/** Behind FORMAT in the parentheses of a CAST. */
function isInFormat(tokens: Parameters<WorkaroundRule>[0], index: number): boolean {
  let depth = 0;
  let hasFormat = false;
  for (let at = index - 1; at > 0; at -= 1) {
    const text = tokens[at]?.text;
    if (text === ')') depth += 1;
    else if (text === '(' && depth > 0) depth -= 1;
    else if (text === '(') return hasFormat && /^(SAFE_)?CAST$/.test(keywordAt(tokens, at - 1));
    else if (depth === 0 && keywordAt(tokens, at) === 'FORMAT') hasFormat = true;
  }
  return false;
}
