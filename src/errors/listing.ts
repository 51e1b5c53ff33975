import { excerpt } from './excerpt.js';

/** The most names that a message lists. */
const MOST = 10;

/** `a, b and 3 more` */
export function listing(names: readonly string[]): string {
  const shown = names.slice(0, MOST).map(excerpt).join(', ');
  return names.length > MOST ? `${shown} and ${names.length - MOST} more` : shown;
}

/** ` There are a, b.` without the full stop, or nothing where there is no name. */
export function thereAre(names: readonly string[]): string {
  if (names.length === 0) return '';
  return ` There ${names.length === 1 ? 'is' : 'are'} ${listing(names)}`;
}
