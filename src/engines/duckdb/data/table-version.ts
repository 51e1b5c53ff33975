import { LRUCache } from 'lru-cache';
import { type Query, type SqlProblem } from '../../engine.js';
import { sandboxKey } from '../../sandbox/sandbox-key.js';
import { compile, type Compiled } from '../compiler/compile.js';
import { compileSandbox, type CompiledSandbox } from '../compiler/sandbox/sandbox.js';
import { type TableSet } from './table-set.js';
import { type TableStore } from './table-store.js';

/** Most characters in all compiled queries, GoogleSQL and DuckDB's SQL together: some 32 MB of texts. */
const MAX_CHARACTERS = 16_000_000;

const MAX_SANDBOXES = 100;

/**
 * The tables as they are at one time, and the queries that have been compiled over them. Those that were used last are kept, so that memory
 * stays bounded with any number of queries and of changes to their files.
 */
export class TableVersion {
  private readonly compiled: LRUCache<string, Compiled>;
  private readonly sandboxes = new LRUCache<string, CompiledSandbox>({ max: MAX_SANDBOXES });

  constructor(
    readonly set: TableSet,
    private readonly store: Pick<TableStore, 'provide'>,
    maxCharacters = MAX_CHARACTERS,
  ) {
    this.compiled = new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: ({ sql, values }, key) => key.length + sql.length + (values?.sql.length ?? 0),
    });
  }

  async compile(query: Query): Promise<Compiled | SqlProblem> {
    await this.store.provide(this.set, query.sql);
    const key = `${query.maxRows}${sandboxKey(query)}`;
    const known = this.compiled.get(key);
    if (known) return known;
    const fresh = compile(query, this.set.tables);
    if ('sql' in fresh) this.compiled.set(key, fresh);
    return fresh;
  }

  /** Compiles the WITH that a query begins with; callers' SQL over it is compiled elsewhere, and kept nowhere. */
  async compileSandbox(query: Query): Promise<CompiledSandbox | SqlProblem> {
    await this.store.provide(this.set, query.sql);
    const key = sandboxKey(query);
    const known = this.sandboxes.get(key);
    if (known) return known;
    const fresh = compileSandbox(query, this.set.tables);
    if ('context' in fresh) this.sandboxes.set(key, fresh);
    return fresh;
  }
}
