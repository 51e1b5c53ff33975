import { type Query, type SqlProblem } from '../../engine.js';
import { type Compiled } from '../compiler/compile.js';
import { type CompiledSandbox } from '../compiler/sandbox/sandbox.js';
import { type Statements } from '../statements.js';
import { type TableSet } from './table-set.js';
import { type TableStore } from './table-store.js';

/** The tables as they are at one time, and the queries that have been compiled over them. */
export class TableVersion {
  constructor(
    readonly set: TableSet,
    private readonly store: TableStore,
    private readonly statements: Statements,
  ) {}

  /** Makes these the tables that queries read. */
  use(): void {
    this.store.use(this.set);
  }

  /** Returns the tables, including those of datasets that this text may name. */
  async tablesFor(text: string): Promise<TableSet> {
    await this.store.provide(this.set, text);
    return this.set;
  }

  async compile(query: Query): Promise<Compiled | SqlProblem> {
    await this.store.provide(this.set, query.sql);
    return this.statements.compile(query);
  }

  /** Compiles the WITH that a query begins with. */
  async compileSandbox(query: Query): Promise<CompiledSandbox | SqlProblem> {
    await this.store.provide(this.set, query.sql);
    return this.statements.compileSandbox(query);
  }
}
