import { objectOf } from '../column-schema.js';
import { type JsonSchema } from '../json-schema.js';
import { problemsBut } from './problem-responses.js';
import { headers } from './response-headers.js';

/** What a list says of every column and parameter. */
const DESCRIBED = [
  ['name', { type: 'string' }],
  ['description', { type: ['string', 'null'] }],
] as const satisfies readonly (readonly [string, JsonSchema])[];

/** An endpoint as every key is told of it; docs/reference/http.md has every member. */
const LISTED: JsonSchema = objectOf([
  ['id', { type: 'string' }],
  ...DESCRIBED,
  [
    'parameters',
    { type: 'array', items: objectOf([...DESCRIBED, ['type', { type: 'string' }], ['required', { type: 'boolean' }]]) },
  ],
  [
    'columns',
    {
      type: ['array', 'null'],
      items: objectOf([...DESCRIBED, ['type', { type: 'string' }], ['nullable', { type: 'boolean' }]]),
      description: 'null while the engine could not be asked about them.',
    },
  ],
  ['max_rows', { type: 'integer', minimum: 1 }],
  ['caching', { description: 'Seconds, or "disabled".', type: ['integer', 'string'] }],
  ['sandboxing', { type: 'string', enum: ['enabled', 'disabled'] }],
  ['sandbox_dialect', { type: ['string', 'null'] }],
]);

const LIST: readonly (readonly [string, JsonSchema])[] = [['result', { type: 'array', items: LISTED }]];
/** Of files that no endpoint is served from. */
const PROBLEMS: JsonSchema = { type: 'array', items: { type: 'object' } };

/** The listing: for all keys what they may call, with the scope `admin` all that is loaded. */
export function listingPaths(isAdmin: boolean): Readonly<Record<string, object>> {
  return {
    '/api/endpoints': {
      get: {
        operationId: '_list_endpoints',
        summary: isAdmin ? 'Every endpoint that is loaded' : 'Every endpoint that this key may call',
        responses: {
          '200': listed(objectOf(isAdmin ? [...LIST, ['problems', PROBLEMS]] : LIST)),
          ...problemsBut([405, 413, 415]),
        },
      },
    },
    '/api/endpoints/{endpoint}': {
      get: {
        operationId: '_show_endpoint',
        summary: 'One endpoint',
        parameters: [
          { name: 'endpoint', in: 'path', required: true, description: 'Its id or name.', schema: { type: 'string' } },
        ],
        responses: { '200': listed(objectOf([['result', LISTED]])), ...problemsBut([405, 413, 415]) },
      },
    },
  };
}

function listed(schema: JsonSchema): object {
  return {
    description: 'What each endpoint takes and gives; with the scope `admin`, what its file says and its figures.',
    headers: headers(['Cache-Control', 'X-Request-Id']),
    content: { 'application/json': { schema } },
  };
}
