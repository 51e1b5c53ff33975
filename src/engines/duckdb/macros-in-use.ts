import { type DuckDBInstance } from '@duckdb/node-api';
import { withFallibleLists } from './compiler/sandbox/fallible-list.js';
import { safeVariants } from './compiler/expressions/safe-macros.js';
import { macros } from './macros/macros.js';

const CALL = /\b(?:safe_)?bq_\w+(?=\()/g;

/** `name(a, b) AS …` of every macro, by its name. */
function definitions(): ReadonlyMap<string, string> {
  return (known ??= new Map(
    [...macros(), ...safeVariants(macros())].map(([name, definition]) => [name, withFallibleLists(definition)]),
  ));
}

let known: ReadonlyMap<string, string> | undefined;

/**
 * Definitions `name(a, b) AS …` of the macros that this SQL calls, and of those that they call, by their names. Each stands behind those
 * that it calls; known macros are left out, with theirs.
 */
export function macrosCalledIn(
  sql: string,
  isKnown: (name: string) => boolean = () => false,
  found = new Map<string, string>(),
): ReadonlyMap<string, string> {
  for (const [name] of sql.matchAll(CALL)) {
    const definition = definitions().get(name);
    if (definition === undefined || isKnown(name) || found.has(name)) continue;
    macrosCalledIn(definition.slice(name.length), isKnown, found);
    found.set(name, definition);
  }
  return found;
}

/**
 * The macros of an instance, each created when the first query calls it: to create all of them takes longer than everything else at the
 * opening of an instance, and most instances need less than a tenth.
 */
export class MacrosInUse {
  private readonly made = new Set<string>();
  private making: Promise<void> = Promise.resolve();

  constructor(private readonly instance: DuckDBInstance) {}

  /** Creates the macros that this SQL calls and the instance does not have yet. */
  async provide(sql: string): Promise<void> {
    if (this.missingIn(sql).size === 0) return;
    // One creation at a time: two queries that create the same macro would conflict.
    const making = this.making.then(async () => this.make(this.missingIn(sql)));
    this.making = making.catch(() => undefined);
    await making;
  }

  private missingIn(sql: string): ReadonlyMap<string, string> {
    return macrosCalledIn(sql, (name) => this.made.has(name));
  }

  private async make(missing: ReadonlyMap<string, string>): Promise<void> {
    if (missing.size === 0) return;
    const connection = await this.instance.connect();
    try {
      await connection.run(Array.from(missing.values(), (definition) => `CREATE MACRO ${definition};`).join(' '));
      for (const name of missing.keys()) this.made.add(name);
    } finally {
      connection.closeSync();
    }
  }
}
