import { type SqlToken } from './sql-tokens.js';

/** The round brackets of a text, by their indexes among its tokens. */
export interface Brackets {
  /** Closing bracket of each that is closed. */
  readonly closers: ReadonlyMap<number, number>;
  /** Brackets that nothing closes. */
  readonly open: readonly number[];
  /** First bracket that closes nothing. */
  readonly stray: number | undefined;
}

export function bracketsIn(tokens: readonly SqlToken[]): Brackets {
  const closers = new Map<number, number>();
  const open: number[] = [];
  let stray: number | undefined;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'symbol') continue;
    if (text === '(') open.push(index);
    if (text !== ')') continue;
    const opening = open.pop();
    if (opening === undefined) stray ??= index;
    else closers.set(opening, index);
  }
  return { closers, open, stray };
}
