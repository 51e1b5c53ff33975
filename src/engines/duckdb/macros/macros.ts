import { readdirSync, readFileSync } from 'node:fs';
import { sqlFile } from '../sql-file.js';
import { macroDefinitions } from './macro-definitions.js';

let read: ReadonlyMap<string, string> | undefined;

/**
 * The DuckDB macros that carry GoogleSQL's meaning where DuckDB's own function or operator has another: `name(a, b) AS …`, each in one
 * line, by its name. They are made in an instance's own catalog when a query first calls them. A macro's arguments are texts: each use runs
 * once more unless DuckDB sees that they are the same.
 */
export function macros(): ReadonlyMap<string, string> {
  return (read ??= readMacros());
}

function readMacros(): ReadonlyMap<string, string> {
  const folder = new URL('./', sqlFile('sql/errors.sql', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
  return macroDefinitions(files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n'));
}
