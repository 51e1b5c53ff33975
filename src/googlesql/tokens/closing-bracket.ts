import type { SqlToken } from './sql-tokens.js';

/** The index of the token that closes the bracket which opens here; -1 where nothing does. */
export function closingBracket(tokens: readonly SqlToken[], opening: number): number {
  let open = 0;
  for (let index = opening; index < tokens.length; index += 1) {
    const { kind, text } = tokens[index] ?? {};
    if (kind !== 'symbol') continue;
    if (text === '(') open += 1;
    if (text === ')') open -= 1;
    if (open === 0) return index;
  }
  return -1;
}
