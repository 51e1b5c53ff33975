import { objectOf } from '../column-schema.js';
import { type JsonSchema } from '../json-schema.js';
import { problemsBut } from './problem-responses.js';
import { headers } from './response-headers.js';

/** An endpoint as its file declares it, with its state and figures; docs/reference/http.md has every member. */
const LISTED: JsonSchema = objectOf([
  ['id', { type: 'string' }],
  ['name', { type: 'string' }],
  ['description', { type: ['string', 'null'] }],
]);

/** The listing, for keys with the scope `admin`. */
export const LISTING_PATHS: Readonly<Record<string, object>> = {
  '/api/endpoints': {
    get: {
      operationId: '_list_endpoints',
      summary: 'Every endpoint that is loaded',
      responses: {
        '200': listed(
          objectOf([
            ['result', { type: 'array', items: LISTED }],
            ['problems', { type: 'array', items: { type: 'object' } }],
          ]),
        ),
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

function listed(schema: JsonSchema): object {
  return {
    description: 'What the files say, and figures since the process began.',
    headers: headers(['Cache-Control', 'X-Request-Id']),
    content: { 'application/json': { schema } },
  };
}
