import { readFileSync } from 'node:fs';
import { endpointFile } from '../endpoint-file.js';
import { startService, type TestService, TOKEN } from '../service.js';

export const QUERY = '/api/endpoints/query';

/** One parameter of every type, a name that is everywhere in JavaScript, and a regular expression. */
export const HOSTILE_ENDPOINTS = {
  'echo.yaml': endpointFile({
    name: 'echo',
    parameters: {
      text: { type: 'string' },
      number: { type: 'integer' },
      ratio: { type: 'number' },
      flag: { type: 'boolean' },
      at: { type: 'timestamp' },
      day: { type: 'date' },
      list: { type: 'array', items: 'string' },
      choice: { type: 'string', enum: ['a', 'b'] },
      constructor: { type: 'string' },
    },
    query: `
      SELECT @text AS text, @number AS number, @ratio AS ratio, @flag AS flag, @at AS \`at\`, @day AS day,
        ARRAY_TO_STRING(@list, '|') AS list, @choice AS choice, @constructor AS constructor`,
  }),
  'kept.yaml': endpointFile({
    name: 'kept',
    parameters: { text: { type: 'string' }, list: { type: 'array', items: 'integer' } },
    caching: 900,
    query: "SELECT @text AS text, ARRAY_LENGTH(@list) AS n, 'kept' AS how",
  }),
  'pattern.yaml': endpointFile({
    name: 'pattern',
    parameters: { pattern: { type: 'string', required: true }, text: { type: 'string', required: true } },
    query: 'SELECT REGEXP_CONTAINS(@text, @pattern) AS found',
  }),
  'counts.yaml': readFileSync('endpoints/usage.api-counts.yaml', 'utf8'),
};

/** Requests of the last hour, with URLs that patterns have something to do with. */
const REQUESTS = Array.from({ length: 500 }, (_, number) => ({
  id: String(number),
  timestamp: new Date(Date.now() - 60_000).toISOString(),
  metadata: [
    { request: [{ path: '/rest/v1/a', url: `https://a.example.com/rest/v1/${'a'.repeat(2000)}?n=${number}` }] },
  ],
}));

/** A service in front of which no limit stands but those that hold for everybody. */
export async function startHostileService(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  return startService({
    endpoints: HOSTILE_ENDPOINTS,
    tables: { edge_logs: REQUESTS },
    env: { QUERN_AUTH_FAILURE_LIMIT: '1000000/s', QUERN_QUEUE_MAX: '1000', QUERN_KEY_CONCURRENCY: '1000', ...env },
  });
}

/** The service answers a good request as if nothing had been; undefined where it does. */
export async function faultOfService(service: Pick<TestService, 'get'>): Promise<string | undefined> {
  const answer = await service.get(`${QUERY}/echo?text=still+here`, { 'x-api-key': TOKEN });
  const body = await answer.text();
  return answer.status === 200 && body.includes('still here') ? undefined : `${answer.status}: ${body}`;
}
