import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { macroDefinitions } from './macro-definitions.js';

const BESIDE = new URL('./', import.meta.url);
/** Where the compiler puts the benches and the fuzz tests, without the files beside the source. */
const BUILT_FOR_TESTS = /node_modules\/\.cache\/quern\/[^/]+\//;

let read: ReadonlyMap<string, string> | undefined;

/**
 * The DuckDB macros that carry GoogleSQL's meaning where DuckDB's own function or operator has another: `name(a, b) AS …`, each in one
 * line, by its name. They are made in an instance's own catalog when a query first calls them. A macro's arguments are texts: each
 * use runs once more unless DuckDB sees that they are the same.
 */
export function macros(): ReadonlyMap<string, string> {
  return (read ??= readMacros());
}

function readMacros(): ReadonlyMap<string, string> {
  const folder = existsSync(new URL('errors.sql', BESIDE)) ? BESIDE : new URL(BESIDE.href.replace(BUILT_FOR_TESTS, ''));
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return macroDefinitions(files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n'));
}
