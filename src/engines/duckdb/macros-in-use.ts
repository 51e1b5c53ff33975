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
 * The macros of an instance, each created when the first query calls it: to create all of them takes longer than everything
 * else at the opening of an instance, and most instances need less than a tenth.
 */
export class MacrosInUse {
  private readonly made = new Set<string>();
  private making: Promise<void> = Promise.resolve();

  constructor(private readonly instance: DuckDBInstance) {}

  /** Creates the macros that this SQL calls and the instance does not have yet. */
  async provide(sql: string): Promise<void> {
    if (this.missingIn(sql).length === 0) return;
    // One after the other: two queries that create the same macro would conflict.
    const making = this.making.then(async () => this.make(this.missingIn(sql)));
    this.making = making.catch(() => undefined);
    await making;
  }

  /** Macros that are called by others come before them. */
  private missingIn(sql: string, found = new Set<string>()): readonly string[] {
    for (const [name] of sql.matchAll(CALL)) {
      const definition = definitions().get(name);
      if (definition === undefined || this.made.has(name) || found.has(name)) continue;
      this.missingIn(definition.slice(name.length), found);
      found.add(name);
    }
    return [...found];
  }

  private async make(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const connection = await this.instance.connect();
    try {
      await connection.run(names.map((name) => `CREATE MACRO ${definitions().get(name) ?? ''};`).join(' '));
      for (const name of names) this.made.add(name);
    } finally {
      connection.closeSync();
    }
  }
}
