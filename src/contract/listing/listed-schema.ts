import { SCALAR_TYPES } from '../../parameters/parameter.js';
import { objectOf } from '../column-schema.js';
import { type JsonSchema } from '../json-schema.js';

type Member = readonly [name: string, schema: JsonSchema];

const TEXT: JsonSchema = { type: 'string' };
const TEXT_OR_NULL: JsonSchema = { type: ['string', 'null'] };
const COUNT_OR_NULL: JsonSchema = { type: ['integer', 'null'], minimum: 0 };
const SCHEMA: JsonSchema = { type: 'object', description: 'The JSON Schema of its values.' };

const TYPES = Object.keys(SCALAR_TYPES);

/** A value of the parameter's own type, as its file has it. */
function ofItsType(description: string): JsonSchema {
  return { description: `${description} null where the file does not say.` };
}

const PARAMETER: readonly Member[] = [
  ['name', TEXT],
  ['type', { type: 'string', enum: [...TYPES, 'array'] }],
  ['description', TEXT_OR_NULL],
  ['required', { type: 'boolean' }],
  ['default', ofItsType('What a missing value becomes.')],
  ['truncate', TEXT_OR_NULL],
  ['enum', { type: ['array', 'null'] }],
  ['otherwise', { type: ['string', 'null'], enum: ['default', null] }],
  ['min', ofItsType('The least value.')],
  ['max', ofItsType('The greatest value.')],
  ['max_length', COUNT_OR_NULL],
  ['pattern', TEXT_OR_NULL],
  ['schema', SCHEMA],
];

const NAME_AND_TYPE: readonly Member[] = [
  ['name', TEXT],
  ['type', { type: 'string', description: 'In GoogleSQL.' }],
];

const FIELD: JsonSchema = objectOf([
  ['path', { type: 'string', description: 'From its column on; `[]` stands for the elements of an ARRAY.' }],
  ['type', { type: 'string', description: 'In GoogleSQL.' }],
]);

const COLUMN: readonly Member[] = [
  ...NAME_AND_TYPE,
  ['description', TEXT_OR_NULL],
  ['nullable', { type: 'boolean' }],
  ['json', { type: ['string', 'null'], enum: ['exact', 'string', 'number', null] }],
  ['schema', SCHEMA],
];

const PAGE: JsonSchema = objectOf([
  ['size', { type: 'integer', minimum: 1 }],
  ['next', { type: 'object' }],
]);

/** An endpoint in the listing for every key (`ListedContract`); docs/reference/http.md has every member. */
export const LISTED_ENDPOINT: JsonSchema = endpointWith(PARAMETER, []);

/** An endpoint in the operator's listing: also how it is made, the state of its file, and its figures. */
export const LISTED_FOR_ADMIN: JsonSchema = endpointWith(
  [...PARAMETER, ['log', { type: 'boolean' }]],
  [
    ['cache_warming', COUNT_OR_NULL],
    ['stale_if_error', COUNT_OR_NULL],
    ['refresh', TEXT_OR_NULL],
    ['warm', { type: 'array', items: { type: 'object' } }],
    ['timeout', { type: 'number' }],
    ['async_timeout', COUNT_OR_NULL],
    ['query', { type: 'string', description: 'Its SQL.' }],
    ['file', TEXT],
    ['definition_hash', TEXT],
    ['state', { type: 'string', enum: ['serving', 'outdated', 'unchecked'] }],
    ['unchecked', TEXT_OR_NULL],
    ['estimated_bytes', COUNT_OR_NULL],
    ['max_bytes_billed', COUNT_OR_NULL],
    ['budget', TEXT_OR_NULL],
    [
      'budget_used',
      {
        type: ['number', 'null'],
        minimum: 0,
        description:
          'The share of it that today has taken; above 1 where runs have taken more time than was known ahead.',
      },
    ],
    ['max_concurrency', COUNT_OR_NULL],
    ['bound', { type: 'array', items: TEXT }],
    ['problems', { type: 'array', items: { type: 'object' } }],
    ['cache', { type: 'object', description: 'What is kept of its results.' }],
    ['runs', { type: 'object', description: 'Figures since the process began.' }],
  ],
);

function endpointWith(parameter: readonly Member[], others: readonly Member[]): JsonSchema {
  return objectOf([
    ['id', TEXT],
    ['name', TEXT],
    ['description', TEXT_OR_NULL],
    ['parameters', { type: 'array', items: parameterSchema(parameter) }],
    [
      'columns',
      {
        type: ['array', 'null'],
        items: objectOf(COLUMN),
        description: 'null while the query could not be checked.',
      },
    ],
    ['max_rows', { type: 'integer', minimum: 1 }],
    ['page', { anyOf: [PAGE, { type: 'null' }], description: 'null where answers are whole.' }],
    ['slices', { type: 'string', enum: ['enabled', 'disabled'] }],
    ['caching', { description: 'Seconds, or "disabled".', type: ['integer', 'string'] }],
    ['sandboxing', { type: 'string', enum: ['enabled', 'disabled'] }],
    ['sandbox_dialect', TEXT_OR_NULL],
    [
      'readable',
      {
        type: ['array', 'null'],
        items: objectOf([
          ['name', TEXT],
          [
            'columns',
            { type: 'array', items: objectOf([...NAME_AND_TYPE, ['fields', { type: 'array', items: FIELD }]]) },
          ],
        ]),
        description: 'What callers’ own SQL may read like tables.',
      },
    ],
    ...others,
  ]);
}

/** Requires all members but `items`, which arrays alone have. */
function parameterSchema(members: readonly Member[]): JsonSchema {
  const { properties, ...rest } = objectOf(members);
  return { ...rest, properties: { ...properties, items: { type: 'string', enum: TYPES } } };
}
