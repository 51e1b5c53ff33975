import { quote } from './excerpt.js';

/** ` Did you mean "project"?`, or nothing where no candidate is close. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const closest = suggestion(word, candidates);
  return closest === undefined ? '' : ` Did you mean ${quote(closest)}?`;
}

/**
 * The candidate that `word` is most likely a slip of, never the word itself; `allowed` characters may be wrong, by default one in three. A
 * shortened word comes behind all slips. Case never counts.
 */
export function suggestion(
  word: string,
  candidates: readonly string[],
  allowed = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  if (word.length > 64) return undefined;
  const near = candidates
    .filter((candidate) => candidate !== word)
    .map((candidate) => ({ candidate, slips: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.slips - b.slips);
  const slip = near.find(({ candidate, slips }) => slips <= allowed && slips < candidate.length);
  return (slip ?? near.find(({ candidate }) => isShortened(word.toLowerCase(), candidate.toLowerCase())))?.candidate;
}

/**
 * Whether a word is a shortened candidate, as `params` for `parameters`, `cache` for `caching`: both begin with three letters at least, and
 * all but two of the word's.
 */
function isShortened(word: string, candidate: string): boolean {
  const shared = Math.max(3, word.length - 2);
  return word.length >= 3 && word.length < candidate.length && candidate.startsWith(word.slice(0, shared));
}

/** Optimal string alignment: insertions, deletions, substitutions and swapped neighbours count one each. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
