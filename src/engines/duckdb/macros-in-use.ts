import { type DuckDBInstance } from '@duckdb/node-api';
import { withFallibleLists } from './compiler/sandbox/fallible-list.js';
import { safeVariants } from './compiler/expressions/safe-macros.js';
import { macrosIn } from './compiler/sql-tree/folds.js';
import { constantSql } from './compiler/sql-tree/sql.js';
import { macros } from './macros/macros.js';

/** `name(a, b) AS …` of every macro, by its name. */
function definitions(): ReadonlyMap<string, string> {
  return (known ??= new Map(
    [...macros(), ...safeVariants(macros())].map(([name, definition]) => [name, withFallibleLists(definition)]),
  ));
}

let known: ReadonlyMap<string, string> | undefined;

const callees = new Map<string, ReadonlySet<string>>();

/** The macros that a macro calls, by their names. */
function calledBy(name: string, definition: string): ReadonlySet<string> {
  const names = callees.get(name) ?? macrosIn(constantSql(definition.slice(name.length)));
  callees.set(name, names);
  return names;
}

/**
 * Definitions `name(a, b) AS …` of these macros, and of those that they call, by their names. Each stands behind those that it calls; known
 * macros are left out, with theirs.
 */
export function definitionsOf(
  names: Iterable<string>,
  isKnown: (name: string) => boolean = () => false,
  found = new Map<string, string>(),
): ReadonlyMap<string, string> {
  for (const name of names) {
    const definition = definitions().get(name);
    if (definition === undefined || isKnown(name) || found.has(name)) continue;
    definitionsOf(calledBy(name, definition), isKnown, found);
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

  /** Creates the macros of these names that the instance does not have yet. */
  async provide(names: Iterable<string>): Promise<void> {
    if (this.missingOf(names).size === 0) return;
    // One creation at a time: two queries that create the same macro would conflict.
    const making = this.making.then(async () => this.make(this.missingOf(names)));
    this.making = making.catch(() => undefined);
    await making;
  }

  private missingOf(names: Iterable<string>): ReadonlyMap<string, string> {
    return definitionsOf(names, (name) => this.made.has(name));
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
