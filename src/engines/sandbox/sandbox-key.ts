import { type Query } from '../engine.js';

/** A key of the author's query as far as callers' SQL depends on it: its text, and the names and types of its parameters. */
export function sandboxKey({ sql, parameters }: Query): string {
  return JSON.stringify([sql, parameters.map(({ name, type, array }) => [name, type, array])]);
}
