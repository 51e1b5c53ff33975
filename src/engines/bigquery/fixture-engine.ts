import { type Clock } from '../../config/clock.js';
import { freezeClock } from '../../googlesql/checks/frozen-clock.js';
import { withQueries, type NamedQuery } from '../../googlesql/checks/with-clause.js';
import {
  type CheckedQuery,
  type Explanation,
  type Result,
  type Sandbox,
  type Statement,
  type UncheckedQuery,
} from '../engine.js';
import { type FixtureTables, type FixtureEngine, type FixtureRow, type FixtureValue } from '../fixture-engine.js';
import { BigQueryEngine, type BigQueryOptions } from './bigquery.engine.js';
import { sqlTokens } from '../../googlesql/tokens/sql-tokens.js';
import { type TableField } from '../../catalog/log-tables/log-tables.js';
import { standardName } from './row-encoder.js';

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

/** The tables of fixtures that a query names, each as a query of literals. */
export function fixtureQueries(sql: string, tables: FixtureTables): readonly NamedQuery[] {
  const named = new Set(sqlTokens(sql).tokens.map(({ text }) => text.replaceAll('`', '')));
  return Array.from(tables)
    .filter(([name]) => named.has(name))
    .map(([name, { schema, rows }]) => {
      const row: TableField = { name, type: 'STRUCT', mode: 'REPEATED', fields: schema };
      return { name, sql: `SELECT * FROM UNNEST(${literal(row, rows)})` };
    });
}

function typeOf({ type, mode, fields }: TableField): string {
  const own = fields
    ? `STRUCT<${fields.map((field) => `\`${field.name}\` ${typeOf(field)}`).join(', ')}>`
    : standardName(type);
  return mode === 'REPEATED' ? `ARRAY<${own}>` : own;
}

/** A literal of its column's type. Inner records (`isInner`) have no names of fields, which the outermost type gives them. */
function literal(field: TableField, value: FixtureValue, isInner = false): string {
  if (field.mode === 'REPEATED') {
    const items = (value ?? []) as readonly FixtureValue[];
    const type = isInner && items.length > 0 ? '' : typeOf(field);
    return `${type}[${items.map((item) => literal({ ...field, mode: 'NULLABLE' }, item, true)).join(', ')}]`;
  }
  if (value === null) return `CAST(NULL AS ${typeOf(field)})`;
  if (!field.fields) return scalar(standardName(field.type), typeof value === 'string' ? value : JSON.stringify(value));
  return `STRUCT(${field.fields.map((each) => literal(each, (value as FixtureRow)[each.name] ?? null, true)).join(', ')})`;
}

function scalar(type: string, text: string): string {
  switch (type) {
    case 'STRING':
      return quoted(text);
    case 'INT64':
    case 'BOOL':
      return text;
    case 'BYTES':
      return `FROM_BASE64(${quoted(text)})`;
    case 'FLOAT64':
      return `CAST(${quoted(text)} AS FLOAT64)`;
    default:
      // DATE, TIME, DATETIME, TIMESTAMP, NUMERIC, BIGNUMERIC, JSON
      return `${type} ${quoted(text)}`;
  }
}

/** GoogleSQL reads every escape that JSON writes. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
