import { excerpt } from './excerpt.js';
import { didYouMean } from './suggestion.js';

const MAX_NAMES = 10;

/** `a, b and 3 more`, each as `write` has it. */
export function listing(names: readonly string[], write: (name: string) => string = excerpt): string {
  const shown = names.slice(0, MAX_NAMES).map(write).join(', ');
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
