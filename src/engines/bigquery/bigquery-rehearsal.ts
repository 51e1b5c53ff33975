import { type Clock } from '../../config/clock.js';
import { freezeClock } from '../../googlesql/checks/frozen-clock.js';
import { withQueries } from '../../googlesql/checks/with-queries.js';
import {
  type CheckedQuery,
  type CheckedSandbox,
  type Engine,
  type Explanation,
  type Result,
  type Statement,
} from '../engine.js';
import { type GivenTables, type Rehearsal } from '../rehearsal.js';
import { givenQueries } from './given-queries.js';

/** BigQuery without any table: the rows and the present become part of the query. It reads nothing, and bills nothing. */
export class BigQueryRehearsal implements Rehearsal {
  private tables: GivenTables = new Map();

  constructor(
    private readonly engine: Engine,
    private readonly clock: Clock,
  ) {}

  get name(): string {
    return this.engine.name;
  }

  get slots(): number {
    return this.engine.slots;
  }

  get isStuck(): boolean {
    return this.engine.isStuck;
  }

  async open(purpose: 'run' | 'check'): Promise<void> {
    await this.engine.open(purpose);
  }

  async close(): Promise<void> {
    await this.engine.close();
  }

  give(tables: GivenTables): Promise<void> {
    this.tables = tables;
    return Promise.resolve();
  }

  /** What a run shows anyway; asked for by itself it would be asked of the real tables. */
  check(): Promise<CheckedQuery> {
    return Promise.resolve({ unchecked: 'a rehearsal checks by running', problems: [] });
  }

  /** Tests of endpoint files call them without SQL of their own. */
  sandbox(): Promise<CheckedSandbox> {
    return Promise.resolve({ unchecked: 'a rehearsal has no sandbox', problems: [] });
  }

  async run(statement: Statement): Promise<Result> {
    return this.engine.run(this.rehearsed(statement));
  }

  async explain(statement: Statement): Promise<Explanation> {
    return this.engine.explain(this.rehearsed(statement));
  }

  private rehearsed(statement: Statement): Statement {
    const sql = freezeClock(statement.sql, this.clock());
    // A table that is named with its dataset would be the real one. Reading it would be billed, and so it is refused.
    return { ...statement, sql: withQueries(sql, givenQueries(sql, this.tables)), maxBytesBilled: 1 };
  }
}
