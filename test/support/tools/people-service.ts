import { hashToken } from '../../../src/access/token.js';
import { endpointFile } from '../endpoint-file.js';
import { SECRET } from '../http/signed-path.js';
import { startService, type TestService } from '../service.js';

export const COUNTS_ID = '5f0b8f4e-64a1-4f0a-9d1b-7c7a3b1f2d10';
export const PEOPLES_TOKEN = 'sheet-token-0123456789';

/** Endpoints by the names that the pages use, with rows of their own. */
const ENDPOINTS = {
  'counts.yaml': endpointFile({
    id: COUNTS_ID,
    name: 'usage.api-counts',
    parameters: { project: { type: 'string' }, interval: { type: 'string' } },
    caching: 900,
    query: `
      SELECT DATETIME_ADD(DATETIME '2026-11-16T00:00:00', INTERVAL n DAY) AS timestamp, 100 + n AS total_rest_requests,
        CONCAT('=', CAST(n AS STRING), ', "é"') AS note, TIMESTAMP_SECONDS(n) AS instant
      FROM UNNEST(GENERATE_ARRAY(0, 7)) AS n WHERE @project = 'demo' AND @interval = 'daily' ORDER BY n`,
  }),
  'logs.yaml': endpointFile({
    name: 'logs.all',
    parameters: { project: { type: 'string' }, project_tier: { type: 'string' } },
    query: `
      SELECT CONCAT('id-', CAST(n AS STRING)) AS id, IF(MOD(n, 2) = 0, 'GET | 200', 'POST | 200') AS event_message
      FROM UNNEST(GENERATE_ARRAY(1, 4)) AS n WHERE @project = 'demo' AND @project_tier = 'PRO' ORDER BY n`,
  }),
};

/** Starts the service that people's tools read from in tests. */
export async function startPeoplesService(): Promise<TestService> {
  const key = { id: 'sheet', sha256: hashToken(PEOPLES_TOKEN), scopes: ['*'], signing_secret: SECRET };
  return startService({ endpoints: ENDPOINTS, keys: JSON.stringify({ keys: [key] }) });
}
