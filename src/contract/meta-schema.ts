import { objectOf } from './column-schema.js';
import { type JsonSchema } from './json-schema.js';

const { properties, ...CLOSED } = objectOf([
  ['rows', { type: 'integer', minimum: 0, description: 'How many there are.' }],
  [
    'truncated',
    {
      type: 'boolean',
      description: 'Whether there were more than `max_rows` or `max_bytes` allow, which were cut off.',
    },
  ],
  ['max_rows', { type: 'integer', minimum: 1, description: 'The most that the endpoint answers with.' }],
  ['age', { type: 'integer', minimum: 0, description: 'Seconds since the engine was asked.' }],
  [
    'ttl',
    {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'Seconds for which the answer stays fresh; null where the endpoint does not cache.',
    },
  ],
  [
    'cache',
    {
      type: 'string',
      enum: ['hit', 'stale', 'miss', 'expired', 'forced', 'disabled'],
      description: 'From the cache (`stale`: while the engine fails or a budget is used up), or why there was a run.',
    },
  ],
  ['as_of', { type: 'string', format: 'date-time', description: 'When the engine was asked.' }],
]);

/** Facts beside the rows for clients that prefer them; docs/reference/http.md has the same in words. */
export const META_SCHEMA: JsonSchema = {
  description: 'What the header says too. It is there with `Prefer: include=meta`.',
  ...CLOSED,
  properties: {
    ...properties,
    total_rows: { type: 'integer', minimum: 0, description: 'With slices, how many the whole result has.' },
    remarks: {
      type: 'array',
      items: { type: 'string' },
      description: 'Times that callers’ own SQL asks for and that the endpoint’s queries do not have.',
    },
    next: {
      type: ['string', 'null'],
      description: 'With pages, the `cursor` of the next one; null behind the last.',
    },
  },
};
