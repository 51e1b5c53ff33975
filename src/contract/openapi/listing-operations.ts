import { objectOf } from '../column-schema.js';
import { type JsonSchema } from '../json-schema.js';
import { ENDPOINT_HISTORY, EXPLANATION, SPEND } from '../listing/details-schema.js';
import { LISTED_ENDPOINT, LISTED_FOR_ADMIN } from '../listing/listed-schema.js';
import { problemsBut } from './problem-responses.js';
import { headers, type ResponseHeader } from './response-headers.js';
import { type Part } from '../listing/part.js';

/** Problems of files that no endpoint is served from. */
const PROBLEMS = [['problems', { type: 'array', items: { type: 'object' } }]] as const;

/** The listing: the endpoints that a key may call; all that are loaded for the scope `admin`. */
export function listingPaths(isAdmin: boolean): Readonly<Record<string, object>> {
  const endpoint = isAdmin ? LISTED_FOR_ADMIN : LISTED_ENDPOINT;
  return {
    '/api/endpoints': {
      get: {
        operationId: '_list_endpoints',
        summary: isAdmin ? 'Every endpoint that is loaded' : 'Every endpoint that this key may call',
        parameters: PART,
        responses: {
          '200': listed(objectOf([['result', { type: 'array', items: endpoint }], ...(isAdmin ? PROBLEMS : [])]), [
            'Link',
          ]),
          ...problemsBut([405, 413, 415]),
        },
      },
    },
    '/api/endpoints/{endpoint}': {
      get: {
        operationId: '_show_endpoint',
        summary: 'One endpoint',
        parameters: [REFERENCE],
        responses: { '200': listed(objectOf([['result', endpoint]])), ...problemsBut([405, 413, 415]) },
      },
    },
    ...(isAdmin && DETAILS),
  };
}

function nameParameter(name: keyof Part, description: string): object {
  return { name, in: 'query', required: false, description, schema: { type: 'string' } };
}

const PART = [
  nameParameter('name', 'How the names of the endpoints begin.'),
  nameParameter('after', 'The last name of the part before; `Link` has the next part as `rel="next"`.'),
];

const REFERENCE = {
  name: 'endpoint',
  in: 'path',
  required: true,
  description: 'Its id or name.',
  schema: { type: 'string' },
};

const DETAILS = {
  '/api/endpoints/{endpoint}/explain': {
    get: {
      operationId: '_explain_endpoint',
      summary: 'What a call with these parameters would do',
      parameters: [
        REFERENCE,
        {
          name: 'parameters',
          in: 'query',
          required: false,
          style: 'form',
          explode: true,
          description: 'Those of the call, each by its own name.',
          schema: { type: 'object', additionalProperties: { type: 'string' } },
        },
        { $ref: '#/components/parameters/Prefer' },
      ],
      responses: {
        '200': ok('What would be run, without its being run.', EXPLANATION),
        ...problemsBut([405, 413, 415]),
      },
    },
  },
  '/api/endpoints/{endpoint}/history': {
    get: {
      operationId: '_show_history',
      summary: 'What happened to an endpoint in the last hour',
      parameters: [REFERENCE],
      responses: {
        '200': ok('Figures of minutes, and the last runs.', ENDPOINT_HISTORY),
        ...problemsBut([405, 413, 415]),
      },
    },
  },
  '/api/spend': {
    get: {
      operationId: '_show_spend',
      summary: 'What runs have cost on a day',
      parameters: [
        {
          name: 'by',
          in: 'query',
          required: false,
          description: 'Whose: `endpoint` where it is left out.',
          schema: { type: 'string', enum: ['endpoint', 'key'] },
        },
        {
          name: 'day',
          in: 'query',
          required: false,
          description: 'A day in UTC; today where it is left out.',
          schema: { type: 'string', format: 'date' },
        },
      ],
      responses: { '200': ok('By endpoint or by key, the dearest first.', SPEND), ...problemsBut([405, 413, 415]) },
    },
  },
};

function listed(schema: JsonSchema, fields: readonly ResponseHeader[] = []): object {
  return answer(
    'What each endpoint takes and gives; with the scope `admin`, what its file says and its figures.',
    schema,
    fields,
  );
}

function ok(description: string, result: JsonSchema): object {
  return answer(description, objectOf([['result', result]]));
}

function answer(description: string, schema: JsonSchema, fields: readonly ResponseHeader[] = []): object {
  return {
    description,
    headers: headers(['Cache-Control', 'X-Request-Id', ...fields]),
    content: { 'application/json': { schema } },
  };
}
