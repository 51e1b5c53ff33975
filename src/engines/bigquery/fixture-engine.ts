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
import { type FixtureTables, type FixtureEngine } from '../fixture-engine.js';
import { fixtureQueries } from './fixture-queries.js';

/** BigQuery without any table: fixtures and the present become part of the query. It reads nothing, and bills nothing. */
export class BigQueryFixtureEngine implements FixtureEngine {
  private fixtures: FixtureTables = new Map();

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

  load(fixtures: FixtureTables): Promise<void> {
    this.fixtures = fixtures;
    return Promise.resolve();
  }

  /** A run shows the same, and a check by itself would ask about the real tables. */
  check(): Promise<CheckedQuery> {
    return Promise.resolve({ unchecked: 'over fixtures, a query is checked by running it', problems: [] });
  }

  /** Tests of endpoint files call them without SQL of their own. */
  sandbox(): Promise<CheckedSandbox> {
    return Promise.resolve({ unchecked: 'tests bring no SQL of callers’ own', problems: [] });
  }

  async run(statement: Statement): Promise<Result> {
    return this.engine.run(this.withFixtures(statement));
  }

  async explain(statement: Statement): Promise<Explanation> {
    return this.engine.explain(this.withFixtures(statement));
  }

  private withFixtures(statement: Statement): Statement {
    const sql = freezeClock(statement.sql, this.clock());
    // A table that is named with its dataset would be the real one. Reading it would be billed, and so it is refused.
    return { ...statement, sql: withQueries(sql, fixtureQueries(sql, this.fixtures)), maxBytesBilled: 1 };
  }
}
