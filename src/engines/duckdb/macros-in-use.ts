import { type DuckDBInstance } from '@duckdb/node-api';
import { withFallibleLists } from './compiler/sandbox/fallible-list.js';
import { macroName } from './compiler/macros/macro-name.js';
import { MACROS } from './compiler/macros/macros.js';
import { safeMacros } from './compiler/expressions/safe-macros.js';

const CALL = /\b(?:safe_)?bq_\w+(?=\()/g;

/** The text of every macro, by its name. */
const DEFINITIONS: ReadonlyMap<string, string> = new Map(
  [...MACROS, ...safeMacros(MACROS)].map((definition) => [macroName(definition), withFallibleLists(definition)]),
);

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
      const definition = DEFINITIONS.get(name);
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
      await connection.run(names.map((name) => `CREATE MACRO ${DEFINITIONS.get(name) ?? ''};`).join(' '));
      for (const name of names) this.made.add(name);
    } finally {
      connection.closeSync();
    }
  }
}
