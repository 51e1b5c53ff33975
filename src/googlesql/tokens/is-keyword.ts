import type { SqlToken } from './sql-tokens.js';

/** Whether a token is this word, given in upper case and unquoted. */
export function isKeyword(token: SqlToken | undefined, keyword: string): boolean {
  return token?.kind === 'word' && token.text.toUpperCase() === keyword;
}
