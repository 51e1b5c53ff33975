import { type Clock } from '../../config/clock.js';
import { freezeClock } from '../../googlesql/checks/frozen-clock.js';
import { withQueries } from '../../googlesql/checks/with-clause.js';
import { type DescribedTable } from '../described-table.js';
import {
  type CheckedQuery,
  type Engine,
  type EngineActivity,
  type EngineState,
  type Explanation,
  type Result,
  type Sandbox,
  type Statement,
  type UncheckedQuery,
} from '../engine.js';
import { type FixtureTables, type FixtureEngine } from '../fixture-engine.js';
import { fixtureQueries } from './fixture-queries.js';

const NO_SQL = 'there is no SQL of callers’ own over fixtures';

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

  get activity(): EngineActivity {
    return this.engine.activity;
  }

  get isStuck(): boolean {
    return this.engine.isStuck;
  }

  get state(): EngineState {
    return this.engine.state;
  }

  async open(purpose: 'run' | 'check'): Promise<void> {
    await this.engine.open(purpose);
  }

  async close(): Promise<void> {
    await this.engine.close();
  }

  async describeTables(): Promise<readonly DescribedTable[]> {
    return this.engine.describeTables();
  }

  load(fixtures: FixtureTables): Promise<void> {
    this.fixtures = fixtures;
    return Promise.resolve();
  }

  /** Leaves the check to the run, which shows the same: a check by itself would ask about the real tables. */
  check(): Promise<CheckedQuery> {
    return Promise.resolve({ unchecked: 'over fixtures, a query is checked by running it', problems: [] });
  }

  sandbox(): Sandbox {
    return NO_SANDBOX;
  }

  async run(statement: Statement): Promise<Result> {
    return this.engine.run(this.withFixtures(statement));
  }

  async explain(statement: Statement): Promise<Explanation> {
    return this.engine.explain(this.withFixtures(statement));
  }

  private withFixtures(statement: Statement): Statement {
    const sql = freezeClock(statement.sql, this.clock());
    // A table named with its dataset would be the real one: with this limit BigQuery refuses to read it.
    return { ...statement, sql: withQueries(sql, fixtureQueries(sql, this.fixtures)), maxBytesBilled: 1 };
  }
}

/** Tests of endpoint files call them without SQL of their own. */
const NO_SANDBOX: Sandbox = {
  prepare: unchecked,
  check: unchecked,
  run: refuse,
  explain: refuse,
};

function unchecked(): Promise<UncheckedQuery> {
  return Promise.resolve({ unchecked: NO_SQL, problems: [] });
}

function refuse(): Promise<never> {
  return Promise.reject(new Error(NO_SQL));
}
