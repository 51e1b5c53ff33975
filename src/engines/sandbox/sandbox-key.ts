import { type Query } from '../engine.js';

/** A key of what callers' SQL depends on in the author's query: its text, and the names and types of its parameters. */
export function sandboxKey({ sql, parameters }: Query): string {
  return JSON.stringify([sql, parameters.map(({ name, type, array }) => [name, type, array])]);
}
