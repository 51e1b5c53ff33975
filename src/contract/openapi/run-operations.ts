import { FORM_NAMES, FORMS } from '../form-names.js';
import { COUNT, type JsonSchema, listOf, objectOf, TEXT } from '../json-schema.js';
import { PROBLEMS_WITHOUT_BODY } from './problem-responses.js';
import { REQUEST_HEADER_REFERENCES } from './request-headers.js';
import { headers, OF_ANSWERS, type ResponseHeader } from './response-headers.js';

/** Forms of the rows that `Accept` may name instead: files, for which JSON Schema has no words. */
export const OTHER_FORMS = Object.fromEntries(
  FORM_NAMES.filter((name) => name !== 'json').map((name) => [FORMS[name].mediaType, {}]),
);

export const RUN_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    run: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
    endpoint: { type: 'string', description: 'Its name.' },
    state: { type: 'string', enum: ['queued', 'running'] },
    place: { ...COUNT, description: 'In the queue, from 1.' },
    seconds: { ...COUNT, description: 'Since it was asked for.' },
  },
  required: ['run', 'endpoint', 'state', 'seconds'],
};

const QUIET: readonly ResponseHeader[] = ['Cache-Control', 'RateLimit-Policy', 'RateLimit', 'X-Request-Id'];
/** Header fields of a 200 that says how far a run has come; a 202 has two more. */
export const OF_RUNS: readonly ResponseHeader[] = [...QUIET, 'Retry-After'];
export const OF_ACCEPTED: readonly ResponseHeader[] = [...OF_RUNS, 'Location', 'Preference-Applied'];

const RUN_ANSWER = {
  'application/json': { schema: objectOf({ result: { $ref: '#/components/schemas/Run' } }) },
};

/** The answer to a call whose client does not wait for its rows. */
export const ACCEPTED_RESPONSE = {
  description: 'The run goes on; `Location` is where it can be asked for.',
  headers: headers(OF_ACCEPTED),
  content: RUN_ANSWER,
};
export const ACCEPTED_REFERENCE = { $ref: '#/components/responses/Accepted' };

const ID = { name: 'run', in: 'path', required: true, description: 'Its id, from `Location`.', schema: TEXT };

const NOT_ENDED = {
  description: 'It has not ended; ask again after `Retry-After`.',
  headers: headers(OF_RUNS),
  content: RUN_ANSWER,
};
const ENDED = { description: 'It has ended; `Location` has its rows.', headers: headers([...QUIET, 'Location']) };
const FORGOTTEN = { description: 'It is no more.', headers: headers(QUIET) };
const ROWS = {
  description: 'As its endpoint answers; as a file with `.<form>` behind the path.',
  headers: headers([...OF_ANSWERS, 'Content-Encoding']),
  content: { 'application/json': { schema: objectOf({ result: listOf({ type: 'object' }) }) }, ...OTHER_FORMS },
};

/** The paths of runs, equal for all endpoints and keys: each key sees its own runs. */
export const RUN_PATHS: Readonly<Record<string, object>> = {
  '/api/runs/{run}': {
    get: {
      operationId: '_show_run',
      summary: 'A run that was begun with `Prefer: respond-async`',
      parameters: [ID],
      responses: { '200': NOT_ENDED, '303': ENDED, ...PROBLEMS_WITHOUT_BODY },
    },
    delete: {
      operationId: '_cancel_run',
      summary: 'Cancels a run, and forgets it and its rows',
      parameters: [ID],
      responses: { '204': FORGOTTEN, ...PROBLEMS_WITHOUT_BODY },
    },
  },
  '/api/runs/{run}/rows': {
    get: {
      operationId: '_rows_of_run',
      summary: 'The rows of a run that has ended',
      parameters: [ID, ...REQUEST_HEADER_REFERENCES],
      responses: { '200': ROWS, ...PROBLEMS_WITHOUT_BODY },
    },
  },
};
