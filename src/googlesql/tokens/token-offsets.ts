import type { SqlToken } from './sql-tokens.js';

/** A token and its place in the text, in UTF-16 offsets. */
export interface TokenWithOffsets extends SqlToken {
  readonly start: number;
  readonly end: number;
}

/** Finds the offsets of a text's tokens, given all of them in their order. */
export function withOffsets(sql: string, tokens: readonly SqlToken[]): readonly TokenWithOffsets[] {
  let end = 0;
  return tokens.map(({ kind, text, line, column }) => {
    // White space alone lies between two tokens, and no token begins with it.
    const start = sql.indexOf(text, end);
    end = start + text.length;
    return { kind, text, line, column, start, end };
  });
}
