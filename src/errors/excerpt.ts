const MAX_CHARACTERS = 64;
// Control characters and lone surrogates, invisible ones such as bidirectional marks, and every space but the plain one.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** A part of a caller's or an author's input that a message may repeat: at most 64 characters, all of them printable. */
export function excerpt(text: string): string {
  // The text is cut before it is taken apart, so that a message about a megabyte costs no more than one about a word.
  const characters = Array.from(text.slice(0, 4 * MAX_CHARACTERS));
  const shown = characters.length > MAX_CHARACTERS ? [...characters.slice(0, MAX_CHARACTERS - 1), '…'] : characters;
  return printable(shown.join(''));
}

/** A text as a terminal or a log may show it: characters that cannot be seen, or would be obeyed, become U+FFFD. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}

/** A text in the escapes of JSON and JavaScript, a unit of UTF-16 at a time. */
export function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

export function quote(text: string): string {
  return `"${excerpt(text)}"`;
}

const MAX_NAMES = 10;

/** `a, b and 3 more` */
export function listing(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(excerpt).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

/** ` Did you mean "a"? There are a, b`, or the half of it that has something to say. */
export function choice(word: string, names: readonly string[]): string {
  const meant = didYouMean(word, names);
  return meant !== '' && names.length === 1 ? meant : `${meant}${thereAre(names)}`;
}

/** ` There are a, b.` without the full stop, or nothing where there is no name. */
export function thereAre(names: readonly string[]): string {
  if (names.length === 0) return '';
  return ` There ${names.length === 1 ? 'is' : 'are'} ${listing(names)}`;
}

/** A number of things in words: `1 row`, `2 rows`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

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
