import type { SqlToken } from '../tokens/sql-tokens.js';

/** A query in brackets, by the tokens that open and close it; an open one ends with the text. */
export interface BracketedQuery {
  readonly opening: number;
  readonly closing: number;
  /** How many others it is within, and itself. */
  readonly depth: number;
}

const QUERY_STARTS = new Set(['SELECT', 'WITH', 'FROM']);

/** From the inside out: each comes behind those that are within it. */
export function bracketedQueries(tokens: readonly SqlToken[]): readonly BracketedQuery[] {
  const found: BracketedQuery[] = [];
  const open: { readonly opening: number; readonly isQuery: boolean }[] = [];
  let depth = 0;
  const close = (closing: number) => {
    const last = open.pop();
    if (!last?.isQuery) return;
    found.push({ opening: last.opening, closing, depth });
    depth -= 1;
  };
  for (const [opening, { text }] of tokens.entries()) {
    if (text === '(') {
      const isQuery = beginsQuery(tokens[opening + 1]);
      open.push({ opening, isQuery });
      if (isQuery) depth += 1;
    }
    if (text === ')') close(opening);
  }
  while (open.length > 0) close(tokens.length - 1);
  return found;
}

export function beginsQuery(token: SqlToken | undefined): boolean {
  return QUERY_STARTS.has(token?.text.toUpperCase() ?? '');
}
