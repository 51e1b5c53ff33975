import { type UnknownName } from '../dialect-error.js';

/** Most unknown names that are reported for one query. */
const MAX_NAMES = 10;

/** The unknown names of a query, in their order. What is made of the query after the first one is dropped. */
export class UnknownNames {
  readonly found: UnknownName[] = [];

  note(error: UnknownName): void {
    const isNoted = this.found.some(({ line, column }) => line === error.line && column === error.column);
    if (!isNoted && this.found.length < MAX_NAMES) this.found.push(error);
  }

  get isFull(): boolean {
    return this.found.length >= MAX_NAMES;
  }
}

/** Collects an unknown name. @throws the error where none are collected, or no more */
export function noteUnknown(error: UnknownName, unknown: UnknownNames | undefined): void {
  if (!unknown || unknown.isFull) throw error;
  unknown.note(error);
}
