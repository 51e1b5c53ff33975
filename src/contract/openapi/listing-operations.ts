import { type JsonSchema, listOf, type Members, objectOf, TEXT } from '../json-schema.js';
import { LISTED_ENDPOINT, LISTED_FOR_ADMIN } from '../listing/listed-schema.js';
import { ENDPOINT_HISTORY, EXPLANATION, SPEND } from '../listing/details-schema.js';
import { PROBLEMS_WITHOUT_BODY } from './problem-responses.js';
import { PREFERENCE_REFERENCE } from './request-headers.js';
import { headers, type ResponseHeader } from './response-headers.js';

/** The listing: the endpoints that a key may call; all that are loaded for the scope `admin`. */
export function listingPaths(isAdmin: boolean): Readonly<Record<string, object>> {
  const endpoint = isAdmin ? LISTED_FOR_ADMIN : LISTED_ENDPOINT;
  const all = { result: listOf(endpoint), ...(isAdmin && { problems: listOf({ type: 'object' }) }) };
  const summary = isAdmin ? 'Every endpoint that is loaded' : 'Every endpoint that this key may call';
  const about = 'What each endpoint takes and gives; with the scope `admin`, what its file says and its figures.';
  return {
    '/api/endpoints': read('_list_endpoints', summary, PART, answer(about, all, ['Link'])),
    '/api/endpoints/{endpoint}': read(
      '_show_endpoint',
      'One endpoint',
      [REFERENCE],
      answer(about, { result: endpoint }),
    ),
    ...(isAdmin && DETAILS),
  };
}

function inQuery(name: string, description: string, schema: JsonSchema = TEXT): object {
  return { name, in: 'query', required: false, description, schema };
}

const PART = [
  inQuery('name', 'How the names of the endpoints begin.'),
  inQuery('after', 'The last name of the part before; `Link` has the next part as `rel="next"`.'),
];

const REFERENCE = { name: 'endpoint', in: 'path', required: true, description: 'Its id or name.', schema: TEXT };

const OF_CALL = {
  ...inQuery('parameters', 'Those of the call, each by its own name.', {
    type: 'object',
    additionalProperties: TEXT,
  }),
  style: 'form',
  explode: true,
};

const DETAILS = {
  '/api/endpoints/{endpoint}/explain': read(
    '_explain_endpoint',
    'What a call with these parameters would do',
    [REFERENCE, OF_CALL, PREFERENCE_REFERENCE],
    answer('What would be run, without its being run.', { result: EXPLANATION }),
  ),
  '/api/endpoints/{endpoint}/history': read(
    '_show_history',
    'What happened to an endpoint in the last hour',
    [REFERENCE],
    answer('Figures of minutes, and the last runs.', { result: ENDPOINT_HISTORY }),
  ),
  '/api/spend': read(
    '_show_spend',
    'What runs have cost on a day',
    [
      inQuery('by', 'Whose: `endpoint` where it is left out.', { type: 'string', enum: ['endpoint', 'key'] }),
      inQuery('day', 'A day in UTC; today where it is left out.', { type: 'string', format: 'date' }),
    ],
    answer('By endpoint or by key, the dearest first.', { result: SPEND }),
  ),
};

function read(operationId: string, summary: string, parameters: readonly object[], answered: object): object {
  return { get: { operationId, summary, parameters, responses: { '200': answered, ...PROBLEMS_WITHOUT_BODY } } };
}

function answer(description: string, members: Members, fields: readonly ResponseHeader[] = []): object {
  return {
    description,
    headers: headers(['Cache-Control', 'X-Request-Id', ...fields]),
    content: { 'application/json': { schema: objectOf(members) } },
  };
}
