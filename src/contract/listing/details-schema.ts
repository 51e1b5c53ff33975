import { objectOf } from '../column-schema.js';
import { type JsonSchema } from '../json-schema.js';

const TEXT: JsonSchema = { type: 'string' };
const TEXT_OR_NULL: JsonSchema = { type: ['string', 'null'] };
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const COUNT_OR_NULL: JsonSchema = { type: ['integer', 'null'], minimum: 0 };
const AMOUNT: JsonSchema = { type: 'number', minimum: 0 };
const INSTANT: JsonSchema = { type: 'string', description: 'In UTC, ISO 8601.' };

function listOf(members: readonly (readonly [string, JsonSchema])[], description: string): JsonSchema {
  return { type: 'array', items: objectOf(members), description };
}

const FIGURES = [
  ['runs', COUNT],
  ['bytes_billed', COUNT],
  ['bytes_processed', COUNT],
  ['slot_ms', COUNT],
  ['run_ms', COUNT],
] as const satisfies readonly (readonly [string, JsonSchema])[];

const PRICE: JsonSchema = { type: ['number', 'null'], minimum: 0 };

/** The cost of a call now (`CallCost`). */
const COST: JsonSchema = objectOf([
  ['bytes_processed', COUNT_OR_NULL],
  ['price', PRICE],
  ['runs', { ...objectOf([['day', TEXT], ...FIGURES]), type: ['object', 'null'] }],
  [
    'budgets',
    listOf(
      [
        ['of', { type: 'string', enum: ['endpoint', 'service'] }],
        ['budget', TEXT],
        ['unit', { type: 'string', enum: ['bytes', 'engine-time', 'slot-time'] }],
        ['taken', COUNT],
        ['left', COUNT],
      ],
      'Of the endpoint and of the service; in bytes or milliseconds.',
    ),
  ],
]);

/** The plan of one call (`toldExplanation`); docs/reference/http.md has every member. */
export const EXPLANATION: JsonSchema = objectOf([
  ['id', TEXT],
  ['name', TEXT],
  ['file', TEXT],
  [
    'parameters',
    listOf(
      [
        ['name', TEXT],
        ['type', TEXT],
        ['value', { description: '`@name` for a value that may not stand in the log.' }],
      ],
      'What the query is given.',
    ),
  ],
  ['cache_key', TEXT_OR_NULL],
  ['caching', COUNT_OR_NULL],
  ['cache_warming', COUNT_OR_NULL],
  ['stale_if_error', COUNT_OR_NULL],
  [
    'tables',
    {
      ...listOf(
        [
          ['table', TEXT],
          ['line', COUNT],
          ['column', COUNT],
          ['read', { type: 'boolean' }],
          ['unbounded', { type: 'boolean' }],
        ],
        'null where the query is beyond Quern’s own parser.',
      ),
      type: ['array', 'null'],
    },
  ],
  ['sql', TEXT],
  ['caller_sql', TEXT_OR_NULL],
  [
    'engines',
    listOf(
      [
        ['name', TEXT],
        ['in_use', { type: 'boolean' }],
        ['sql', TEXT_OR_NULL],
        ['plan', TEXT_OR_NULL],
        ['bytes_processed', COUNT_OR_NULL],
        ['refusal', TEXT_OR_NULL],
      ],
      'Over HTTP the engine that is in use.',
    ),
  ],
  ['cost', COST],
]);

const SPENT = [...FIGURES, ['price', PRICE]] as const satisfies readonly (readonly [string, JsonSchema])[];

/** The cost of a day's runs (`SpendReport`). */
export const SPEND: JsonSchema = objectOf([
  ['day', TEXT],
  ['by', { type: 'string', enum: ['endpoint', 'key'] }],
  ['days', { type: 'array', items: TEXT, description: 'Those of which there is something to tell.' }],
  ['total', objectOf(SPENT)],
  ['rows', listOf([...SPENT, ['name', TEXT]], 'The dearest first.')],
]);

/** Recent events of an endpoint (`History`). */
export const ENDPOINT_HISTORY: JsonSchema = objectOf([
  [
    'minutes',
    listOf(
      [
        ['at', INSTANT],
        ['hits', COUNT],
        ['hit_age_seconds', AMOUNT],
        ['misses', COUNT],
        ['joined', COUNT],
        ['refreshes', COUNT],
        ['stale_served', COUNT],
        ['failures', COUNT],
        ['runs', COUNT],
        ['run_ms', AMOUNT],
        ['answer_bytes', COUNT],
        ['bytes_processed', COUNT],
        ['bytes_billed', COUNT],
      ],
      'Of the last hour, those in which something happened.',
    ),
  ],
  [
    'runs',
    listOf(
      [
        ['at', INSTANT],
        ['cause', { type: 'string', enum: ['client', 'warming', 'start'] }],
        ['outcome', { type: 'string', enum: ['ok', 'failed', 'refused', 'cancelled', 'busy'] }],
        ['error', TEXT_OR_NULL],
        ['waited_ms', AMOUNT],
        ['ran_ms', AMOUNT],
        ['rows', COUNT_OR_NULL],
        ['answer_bytes', COUNT_OR_NULL],
        ['bytes_processed', COUNT_OR_NULL],
        ['bytes_billed', COUNT_OR_NULL],
      ],
      'The last 20, the latest first.',
    ),
  ],
]);
