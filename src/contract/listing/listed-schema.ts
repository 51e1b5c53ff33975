import { NUMBER_FORMATS } from '../../engines/number-format.js';
import { SCALARS } from '../../parameters/parameter.js';
import {
  COUNT_OR_NULL,
  FLAG,
  type JsonSchema,
  listOf,
  type Members,
  objectOf,
  TEXT,
  TEXT_OR_NULL,
} from '../json-schema.js';

const SCHEMA: JsonSchema = { type: 'object', description: 'The JSON Schema of its values.' };
const ANY_OBJECT: JsonSchema = { type: 'object' };
const AT_LEAST_ONE: JsonSchema = { type: 'integer', minimum: 1 };
const SWITCH: JsonSchema = { type: 'string', enum: ['enabled', 'disabled'] };

/** A value of the parameter's own type, as its file has it. */
function ofItsType(description: string): JsonSchema {
  return { description: `${description} null where the file does not say.` };
}

const PARAMETER: Members = {
  name: TEXT,
  type: { type: 'string', enum: [...SCALARS, 'array'] },
  description: TEXT_OR_NULL,
  required: FLAG,
  default: ofItsType('What a missing value becomes.'),
  truncate: TEXT_OR_NULL,
  enum: { type: ['array', 'null'] },
  otherwise: { type: ['string', 'null'], enum: ['default', null] },
  min: ofItsType('The least value.'),
  max: ofItsType('The greatest value.'),
  max_length: COUNT_OR_NULL,
  accepts: { type: ['string', 'null'], enum: ['unix-millis', null] },
  pattern: TEXT_OR_NULL,
  schema: SCHEMA,
};

const SQL_TYPE: JsonSchema = { type: 'string', description: 'In GoogleSQL.' };

const FIELD = objectOf({
  path: { type: 'string', description: 'From its column on; `[]` stands for the elements of an ARRAY.' },
  type: SQL_TYPE,
});

const READABLE = objectOf({
  name: TEXT,
  columns: listOf(objectOf({ name: TEXT, type: SQL_TYPE, fields: listOf(FIELD) })),
});

const COLUMN = objectOf({
  name: TEXT,
  type: SQL_TYPE,
  description: TEXT_OR_NULL,
  nullable: FLAG,
  json: { type: ['string', 'null'], enum: [...NUMBER_FORMATS, null] },
  schema: SCHEMA,
});

const PAGE = objectOf({ size: AT_LEAST_ONE, next: ANY_OBJECT });

/** An endpoint in the listing for every key (`ListedContract`); docs/reference/http.md has every member. */
export const LISTED_ENDPOINT = endpointWith(PARAMETER, {});

/** An endpoint in the operator's listing: also how it is made, the state of its file, and its figures. */
export const LISTED_FOR_ADMIN = endpointWith(
  { ...PARAMETER, log: FLAG },
  {
    cache_warming: COUNT_OR_NULL,
    stale_if_error: COUNT_OR_NULL,
    refresh: TEXT_OR_NULL,
    warm: listOf(ANY_OBJECT),
    timeout: { type: 'number' },
    async_timeout: COUNT_OR_NULL,
    query: { type: 'string', description: 'Its SQL.' },
    file: TEXT,
    definition_hash: TEXT,
    state: { type: 'string', enum: ['serving', 'outdated', 'unchecked'] },
    unchecked: TEXT_OR_NULL,
    estimated_bytes: COUNT_OR_NULL,
    max_bytes: AT_LEAST_ONE,
    max_bytes_billed: COUNT_OR_NULL,
    budget: TEXT_OR_NULL,
    budget_used: {
      type: ['number', 'null'],
      minimum: 0,
      description:
        'The share of it that today has taken; above 1 where runs have taken more time than was known ahead.',
    },
    max_concurrency: COUNT_OR_NULL,
    bound: listOf(TEXT),
    agents: { type: ['object', 'null'], description: 'null where agents are not offered it.' },
    problems: listOf(ANY_OBJECT),
    cache: { type: 'object', description: 'What is kept of its results.' },
    runs: { type: 'object', description: 'Figures since the process began.' },
  },
);

function endpointWith(parameter: Members, others: Members): JsonSchema {
  return objectOf({
    id: TEXT,
    name: TEXT,
    description: TEXT_OR_NULL,
    // Arrays alone have `items`.
    parameters: listOf(objectOf(parameter, { items: { type: 'string', enum: SCALARS } })),
    columns: { ...listOf(COLUMN, 'null while the query could not be checked.'), type: ['array', 'null'] },
    max_rows: AT_LEAST_ONE,
    page: { anyOf: [PAGE, { type: 'null' }], description: 'null where answers are whole.' },
    slices: SWITCH,
    caching: { description: 'Seconds, or "disabled".', type: ['integer', 'string'] },
    sandboxing: SWITCH,
    sandbox_dialect: TEXT_OR_NULL,
    readable: { ...listOf(READABLE, 'What callers’ own SQL may read like tables.'), type: ['array', 'null'] },
    ...others,
  });
}
