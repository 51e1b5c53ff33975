import { type Clock } from '../../config/clock.js';
import { freezeClock } from '../../googlesql/checks/frozen-clock.js';
import { withQueries } from '../../googlesql/checks/with-clause.js';
import {
  type CheckedQuery,
  type Explanation,
  type Result,
  type Sandbox,
  type Statement,
  type UncheckedQuery,
} from '../engine.js';
import { type FixtureTables, type FixtureEngine } from '../fixture-engine.js';
import { BigQueryEngine, type BigQueryOptions } from './bigquery.engine.js';
import { fixtureQueries } from './fixture-queries.js';

const NO_SQL = 'there is no SQL of callers’ own over fixtures';

/** BigQuery without any table: fixtures and the present become part of the query. It reads nothing, and bills nothing. */
export class BigQueryFixtureEngine extends BigQueryEngine implements FixtureEngine {
  private fixtures: FixtureTables = new Map();

  constructor(
    options: BigQueryOptions,
    private readonly clock: Clock,
  ) {
    super(options);
  }

  load(fixtures: FixtureTables): Promise<void> {
    this.fixtures = fixtures;
    return Promise.resolve();
  }

  /** Leaves the check to the run, which shows the same: a check by itself would ask about the real tables. */
  override check(): Promise<CheckedQuery> {
    return Promise.resolve({ unchecked: 'over fixtures, a query is checked by running it', problems: [] });
  }

  override sandbox(): Sandbox {
    return NO_SANDBOX;
  }

  override async run(statement: Statement): Promise<Result> {
    return super.run(this.withFixtures(statement));
  }

  override async explain(statement: Statement): Promise<Explanation> {
    return super.explain(this.withFixtures(statement));
  }

  private withFixtures(statement: Statement): Statement {
    const sql = freezeClock(statement.sql, new Date(this.clock()));
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
