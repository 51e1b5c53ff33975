import { COUNT, COUNT_OR_NULL, type JsonSchema, listOf, objectOf, TEXT, TEXT_OR_NULL } from './json-schema.js';

/** Facts beside the rows for clients that prefer them; docs/reference/http.md has the same in words. */
export const META_SCHEMA: JsonSchema = {
  description: 'What the header says too. It is there with `Prefer: include=meta`.',
  ...objectOf(
    {
      rows: { ...COUNT, description: 'How many there are.' },
      truncated: {
        type: 'boolean',
        description: 'Whether there were more than `max_rows` or `max_bytes` allow, which were cut off.',
      },
      max_rows: { type: 'integer', minimum: 1, description: 'The most that the endpoint answers with.' },
      age: { ...COUNT, description: 'Seconds since the engine was asked.' },
      ttl: {
        ...COUNT_OR_NULL,
        description: 'Seconds for which the answer stays fresh; null where the endpoint does not cache.',
      },
      cache: {
        type: 'string',
        enum: ['hit', 'stale', 'miss', 'expired', 'forced', 'disabled'],
        description: 'From the cache (`stale`: while the engine fails or a budget is used up), or why there was a run.',
      },
      as_of: { type: 'string', format: 'date-time', description: 'When the engine was asked.' },
    },
    {
      total_rows: { ...COUNT, description: 'With slices, how many the whole result has.' },
      remarks: listOf(TEXT, 'Times that callers’ own SQL asks for and that the endpoint’s queries do not have.'),
      next: { ...TEXT_OR_NULL, description: 'With pages, the `cursor` of the next one; null behind the last.' },
    },
  ),
};
