import { objectOf } from '../column-schema.js';
import { type JsonSchema } from '../json-schema.js';
import { LISTED_ENDPOINT, LISTED_FOR_ADMIN } from '../listing/listed-schema.js';
import { problemsBut } from './problem-responses.js';
import { headers } from './response-headers.js';

/** Of files that no endpoint is served from. */
const PROBLEMS = [['problems', { type: 'array', items: { type: 'object' } }]] as const;

/** The listing: for all keys what they may call, with the scope `admin` all that is loaded. */
export function listingPaths(isAdmin: boolean): Readonly<Record<string, object>> {
  const endpoint = isAdmin ? LISTED_FOR_ADMIN : LISTED_ENDPOINT;
  return {
    '/api/endpoints': {
      get: {
        operationId: '_list_endpoints',
        summary: isAdmin ? 'Every endpoint that is loaded' : 'Every endpoint that this key may call',
        responses: {
          '200': listed(objectOf([['result', { type: 'array', items: endpoint }], ...(isAdmin ? PROBLEMS : [])])),
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
        responses: { '200': listed(objectOf([['result', endpoint]])), ...problemsBut([405, 413, 415]) },
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
