import {
  COUNT,
  COUNT_OR_NULL,
  FLAG,
  type JsonSchema,
  listOf,
  type Members,
  objectOf,
  TEXT,
  TEXT_OR_NULL,
} from '../json-schema.js';

const AMOUNT: JsonSchema = { type: 'number', minimum: 0 };
const INSTANT: JsonSchema = { type: 'string', description: 'In UTC, ISO 8601.' };
const PRICE: JsonSchema = { type: ['number', 'null'], minimum: 0 };

const FIGURES: Members = {
  runs: COUNT,
  bytes_billed: COUNT,
  bytes_processed: COUNT,
  slot_ms: COUNT,
  run_ms: COUNT,
};

const BUDGET = objectOf({
  of: { type: 'string', enum: ['endpoint', 'service'] },
  budget: TEXT,
  unit: { type: 'string', enum: ['bytes', 'engine-time', 'slot-time'] },
  taken: COUNT,
  left: COUNT,
});

/** The cost of a call now (`CallCost`). */
const COST = objectOf({
  bytes_processed: COUNT_OR_NULL,
  price: PRICE,
  runs: { ...objectOf({ day: TEXT, ...FIGURES }), type: ['object', 'null'] },
  budgets: listOf(BUDGET, 'Budgets of the endpoint and of the service; amounts are in bytes or milliseconds.'),
});

const VALUE: JsonSchema = { description: '`@name` for a value that may not stand in the log.' };
const TABLE_READ = objectOf({ table: TEXT, line: COUNT, column: COUNT, read: FLAG, unbounded: FLAG });
const ENGINE = objectOf({
  name: TEXT,
  in_use: FLAG,
  sql: TEXT_OR_NULL,
  plan: TEXT_OR_NULL,
  bytes_processed: COUNT_OR_NULL,
  refusal: TEXT_OR_NULL,
});

/** The plan of one call (`toldExplanation`); docs/reference/http.md has every member. */
export const EXPLANATION = objectOf({
  id: TEXT,
  name: TEXT,
  file: TEXT,
  parameters: listOf(objectOf({ name: TEXT, type: TEXT, value: VALUE }), 'What the query is given.'),
  cache_key: TEXT_OR_NULL,
  caching: COUNT_OR_NULL,
  cache_warming: COUNT_OR_NULL,
  stale_if_error: COUNT_OR_NULL,
  tables: { ...listOf(TABLE_READ, 'null where the query is beyond Quern’s own parser.'), type: ['array', 'null'] },
  sql: TEXT,
  caller_sql: TEXT_OR_NULL,
  engines: listOf(ENGINE, 'Over HTTP the engine that is in use.'),
  cost: COST,
});

const SPENT: Members = { ...FIGURES, price: PRICE };

/** The cost of a day's runs (`SpendReport`). */
export const SPEND = objectOf({
  day: TEXT,
  by: { type: 'string', enum: ['endpoint', 'key'] },
  days: listOf(TEXT, 'Those of which there is something to tell.'),
  total: objectOf(SPENT),
  rows: listOf(objectOf({ ...SPENT, name: TEXT }), 'The dearest first.'),
});

const MINUTE = objectOf({
  at: INSTANT,
  hits: COUNT,
  hit_age_seconds: AMOUNT,
  misses: COUNT,
  joined: COUNT,
  refreshes: COUNT,
  stale_served: COUNT,
  failures: COUNT,
  runs: COUNT,
  run_ms: AMOUNT,
  answer_bytes: COUNT,
  bytes_processed: COUNT,
  bytes_billed: COUNT,
});

const LAST_RUN = objectOf({
  at: INSTANT,
  cause: { type: 'string', enum: ['client', 'warming', 'start'] },
  outcome: { type: 'string', enum: ['ok', 'failed', 'refused', 'cancelled', 'busy'] },
  error: TEXT_OR_NULL,
  waited_ms: AMOUNT,
  ran_ms: AMOUNT,
  rows: COUNT_OR_NULL,
  answer_bytes: COUNT_OR_NULL,
  bytes_processed: COUNT_OR_NULL,
  bytes_billed: COUNT_OR_NULL,
});

/** Recent events of an endpoint (`History`). */
export const ENDPOINT_HISTORY = objectOf({
  minutes: listOf(MINUTE, 'Of the last hour, those in which something happened.'),
  runs: listOf(LAST_RUN, 'The last 20, the latest first.'),
});
