import { type Query } from '../engine.js';

/** The same for queries over which callers' SQL means the same. */
export function sandboxKey({ sql, parameters }: Query): string {
  return JSON.stringify([sql, parameters.map(({ name, type, array }) => [name, type, array])]);
}
