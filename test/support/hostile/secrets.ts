import { hashToken } from '../../../src/access/token.js';
import { ENDLESS_QUERY, endpointFile } from '../endpoint-file.js';
import { signedPath } from '../http/signed-path.js';

/** Tokens that must be found nowhere but in the requests that carry them. */
export const CANARY_TOKENS = {
  good: 'quern_canary-of-a-good-key-0123456789',
  second: 'quern_canary-of-a-second-key-0123456789',
  slow: 'quern_canary-of-a-slow-key-0123456789',
  poor: 'quern_canary-of-a-poor-key-0123456789',
  bound: 'quern_canary-of-a-bound-key-0123456789',
  revoked: 'quern_canary-of-a-revoked-key-0123456789',
  wrong: 'quern_canary-of-no-key-at-all-0123456789',
};

/** Part of every value that a request below carries; what the operator sees must not have it. */
export const CANARY_VALUE = 'canaryvalue';

/** A number in place of that value, which an overflow is likely to be told with. */
export const CANARY_NUMBER = '8765432109876543210';

/** Signs URLs in the name of `good`, and is in none of them. */
const SIGNING_SECRET = 'canary-of-a-signing-secret-0123456789012345';

const ALL = ['*', 'admin', 'cache:refresh', 'cost', 'metrics'];
const ENTRIES: Readonly<Record<string, object>> = {
  good: { scopes: ALL, signing_secret: SIGNING_SECRET },
  second: { scopes: ALL },
  slow: { scopes: ALL, rate_limit: '1/3600s' },
  poor: { scopes: ['nothing'] },
  bound: { scopes: ['*'], bind: { text: 'own' } },
  revoked: { scopes: ALL },
};

export function canaryKeys(...without: readonly string[]): string {
  const keys = Object.entries(ENTRIES).filter(([id]) => !without.includes(id));
  return JSON.stringify({
    keys: keys.map(([id, entry]) => ({
      id,
      sha256: hashToken(CANARY_TOKENS[id as keyof typeof CANARY_TOKENS]),
      ...entry,
    })),
  });
}

const ECHO_ID = '5f0b8f4e-64a1-4f0a-9d1b-7c7a3b1f2d10';

const TYPES = { text: 'string', number: 'integer', ratio: 'number', flag: 'boolean', at: 'timestamp', day: 'date' };

export const CANARY_ENDPOINTS = {
  'echo.yaml': endpointFile({
    id: ECHO_ID,
    name: 'echo',
    parameters: {
      ...Object.fromEntries(Object.entries(TYPES).map(([name, type]) => [name, { type }])),
      choice: { type: 'string', enum: ['a', 'b'] },
      short: { type: 'string', max_length: 3, pattern: '[a-z]+' },
      list: { type: 'array', items: 'integer' },
    },
    caching: 60,
    query: `
      SELECT @text AS text, @number AS number, @ratio AS ratio, @flag AS flag, @at AS \`at\`, @day AS day, @choice AS choice,
        @short AS short, ARRAY_LENGTH(@list) AS list`,
  }),
  'divide.yaml': endpointFile({
    name: 'divide',
    parameters: { by: { type: 'integer', default: 1 }, text: { type: 'string' } },
    query: 'SELECT 10 / (@by - n) AS quotient, @text AS text FROM UNNEST([0]) AS n',
  }),
  'dear.yaml': endpointFile({
    name: 'dear',
    parameters: { text: { type: 'string' } },
    timeout: 2,
    budget: '1s/day',
    query: `SELECT @text AS text, n FROM (${ENDLESS_QUERY})`,
  }),
  'fragile.yaml': endpointFile({
    name: 'fragile',
    parameters: { text: { type: 'string' } },
    caching: 60,
    query: 'SELECT 10 / (LENGTH(@text) - LENGTH(@text) + n) AS quotient FROM UNNEST([0]) AS n',
  }),
  'pattern.yaml': endpointFile({
    name: 'pattern',
    parameters: { pattern: { type: 'string', required: true } },
    query: `SELECT REGEXP_CONTAINS('abc', @pattern) AS found`,
  }),
  'cast.yaml': endpointFile({
    name: 'cast',
    parameters: { text: { type: 'string', required: true }, to: { type: 'string', required: true } },
    query: `
      SELECT CASE @to WHEN 'number' THEN CAST(CAST(@text AS INT64) AS STRING) ELSE CAST(CAST(@text AS DATE) AS STRING) END AS value`,
  }),
  'overflow.yaml': endpointFile({
    name: 'overflow',
    parameters: { number: { type: 'integer', required: true } },
    query: 'SELECT @number + 9000000000000000000 AS sum, @number * 1000000000 AS product',
  }),
  'never-null.yaml': endpointFile({
    name: 'never-null',
    parameters: { text: { type: 'string' }, number: { type: 'integer' } },
    columns: [
      { name: 'text', type: 'STRING' },
      { name: 'number', type: 'INT64', nullable: false },
    ],
    query: 'SELECT @text AS text, @number AS number',
  }),
  'paged.yaml': endpointFile({
    name: 'paged',
    parameters: { text: { type: 'string' }, after: { type: 'string', max_length: 3 } },
    columns: [{ name: 'key', type: 'STRING', nullable: false }],
    page: { size: 1, next: { after: 'key' } },
    query: `SELECT key FROM UNNEST([@text, CONCAT(@text, 'b')]) AS key WHERE @after IS NULL OR key > @after ORDER BY key`,
  }),
  'own.yaml': endpointFile({
    name: 'own',
    parameters: { text: { type: 'string' } },
    sandboxing: 'enabled',
    query: 'WITH one AS (SELECT @text AS text) SELECT text FROM one',
  }),
  'brief.yaml': endpointFile({ name: 'brief', timeout: 1, query: ENDLESS_QUERY }),
  'endless.yaml': endpointFile({ name: 'endless', query: ENDLESS_QUERY }),
};

export interface SecretRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
}

const QUERY = '/api/endpoints/query';

const TARGETS: readonly string[] = [
  ...[...Object.keys(TYPES), 'choice', 'short', 'list'].map((name) => `${QUERY}/echo?${name}=${CANARY_VALUE}`),
  `${QUERY}/echo?text=${CANARY_VALUE}%00`,
  `${QUERY}/echo?text=${CANARY_VALUE}&text=${CANARY_VALUE}`,
  `${QUERY}/echo?number=1&${CANARY_VALUE}=${CANARY_VALUE}`,
  `${QUERY}/echo?text=${CANARY_VALUE}%zz`,
  `${QUERY}/echo?sql=SELECT+${CANARY_VALUE}`,
  `${QUERY}/echo?${`${CANARY_VALUE}&`.repeat(101)}`,
  `${QUERY}/echo?text=${CANARY_VALUE.repeat(2000)}`,
  `${QUERY}/divide?by=0&text=${CANARY_VALUE}`,
  `${QUERY}/divide?by=2&text=${CANARY_VALUE}`,
  `${QUERY}/fragile?text=${CANARY_VALUE}`,
  `${QUERY}/fragile?text=${CANARY_VALUE}`,
  ...['(', '[', '{', '\\', '*', '(?<'].map(
    (end) => `${QUERY}/pattern?pattern=${CANARY_VALUE}${encodeURIComponent(end)}`,
  ),
  `${QUERY}/pattern?pattern=${encodeURIComponent(`[${CANARY_VALUE}`)}`,
  `${QUERY}/pattern?pattern=${encodeURIComponent(`(?${CANARY_VALUE})`)}`,
  `${QUERY}/pattern?pattern=${encodeURIComponent(`\\p{${CANARY_VALUE}}`)}`,
  ...['number', 'day'].map((to) => `${QUERY}/cast?text=${CANARY_VALUE}&to=${to}`),
  `${QUERY}/never-null?text=${CANARY_VALUE}`,
  `${QUERY}/overflow?number=${CANARY_NUMBER}`,
  `${QUERY}/paged?text=${CANARY_VALUE}`,
  `${QUERY}/paged?cursor=${CANARY_VALUE}`,
  `${QUERY}/paged?cursor=${Buffer.from(JSON.stringify([1, 'of another', CANARY_VALUE])).toString('base64url')}`,
  `${QUERY}/echo/rows.${CANARY_VALUE}`,
  `${QUERY}/echo/rows.csv?text=${CANARY_VALUE}`,
  ...[
    `${CANARY_VALUE} FROM one`,
    `'${CANARY_VALUE}' AS x FROM one`,
    `CAST('${CANARY_VALUE}' AS INT64) AS x FROM one`,
  ].map((sql) => `${QUERY}/own?text=${CANARY_VALUE}&sql=${encodeURIComponent(`SELECT ${sql}`)}`),
  `${QUERY}/${CANARY_VALUE}`,
  `${QUERY}/${CANARY_VALUE}%zz`,
  `${QUERY}/echo/${CANARY_VALUE}`,
  `/api/endpoints/${CANARY_VALUE}`,
  `/${CANARY_VALUE}?text=${CANARY_VALUE}`,
  `/health?text=${CANARY_VALUE}`,
  `http://que:rn${QUERY}/echo?text=${CANARY_VALUE}`,
];

/** Signed URLs: good ones, one that has expired, one for other values, one where nobody may have any; none of them has a key. */
const SIGNED_PATHS = [
  ...[3600, -3600].flatMap((seconds) =>
    ['echo', 'echo/rows.csv'].map((name) => signedEcho(`${name}?text=${CANARY_VALUE}`, seconds)),
  ),
  signedEcho(`echo?number=${CANARY_VALUE}`, 3600),
  signedEcho(`echo?text=${CANARY_VALUE}`, 3600).replace('text=', 'text=x'),
  signedEcho(`echo?text=${CANARY_VALUE}`, 3600).replace(`${QUERY}/echo`, '/api/endpoints'),
];

function signedEcho(path: string, seconds: number): string {
  const expires = new Date(Date.now() + seconds * 1000);
  return signedPath(`${QUERY}/${path}`, { keyId: 'good', endpointId: ECHO_ID, expires, secret: SIGNING_SECRET });
}

const SIGNATURES = SIGNED_PATHS.map((path) => path.split('quern-signature=')[1] ?? '');

const ODD_FIELDS = Object.fromEntries(
  [
    'user-agent',
    'referer',
    'cookie',
    'prefer',
    'if-none-match',
    'traceparent',
    'accept-encoding',
    'origin',
    'forwarded',
  ].map((name) => [name, CANARY_VALUE]),
);

const ODD_TARGETS = [
  `${QUERY}/echo?text=${CANARY_VALUE}`,
  `${QUERY}/echo?number=${CANARY_VALUE}`,
  `${QUERY}/${CANARY_VALUE}`,
  `${QUERY}/divide?text=${CANARY_VALUE}`,
  `/api/endpoints/echo?text=${CANARY_VALUE}`,
  '/',
  `/console?text=${CANARY_VALUE}`,
  `/console/${CANARY_VALUE}`,
];

/** Every target with a good key, and some by every token, in each of the ways to send one and in the way that is none. */
export const SECRET_REQUESTS: readonly SecretRequest[] = [
  { path: `${QUERY}/echo`, headers: { 'x-api-key': CANARY_TOKENS.good, accept: CANARY_VALUE } },
  ...[
    [`{"sql": "SELECT ${CANARY_VALUE} FROM one", "text": "${CANARY_VALUE}"}`, 'application/json'],
    [`{"sql": "${CANARY_VALUE}`, 'application/json'],
    [`sql=${CANARY_VALUE}`, 'application/x-www-form-urlencoded'],
    [CANARY_VALUE.repeat(6000), 'application/json'],
  ].map(([body = '', type = '']) => ({
    path: `${QUERY}/own`,
    headers: { 'x-api-key': CANARY_TOKENS.good, 'content-type': type, 'content-length': String(body.length) },
    method: 'POST',
    body,
  })),
  ...SIGNED_PATHS.flatMap((path) => [
    { path, headers: {} },
    { path, headers: ODD_FIELDS },
    { path, headers: { 'x-api-key': CANARY_TOKENS.good, referer: `http://quern${path}` } },
    { path, headers: {}, method: 'POST' },
  ]),
  ...TARGETS.flatMap((path) => [
    { path, headers: { 'x-api-key': CANARY_TOKENS.good } },
    { path, headers: { authorization: `Bearer ${CANARY_TOKENS.good}`, prefer: 'handling=strict', ...ODD_FIELDS } },
    { path: withToken(path, CANARY_TOKENS.wrong), headers: { 'x-api-key': CANARY_TOKENS.good } },
  ]),
  ...ODD_TARGETS.flatMap((path) => [
    { path, headers: { 'x-api-key': CANARY_TOKENS.good, 'cache-control': 'only-if-cached' } },
    { path, headers: { 'x-api-key': CANARY_TOKENS.poor } },
    { path, headers: { 'x-api-key': CANARY_TOKENS.bound } },
    { path, headers: { 'x-api-key': CANARY_TOKENS.revoked } },
    { path, headers: { authorization: `Bearer ${CANARY_TOKENS.wrong}` } },
    { path, headers: { authorization: `Basic ${CANARY_TOKENS.wrong}` } },
    { path, headers: { 'x-api-key': `${CANARY_TOKENS.good}, ${CANARY_TOKENS.wrong}` } },
    { path, headers: { 'x-api-key': CANARY_TOKENS.good, 'x-request-id': `${CANARY_TOKENS.good} ${CANARY_VALUE}` } },
    { path, headers: { 'x-api-key': CANARY_TOKENS.good }, method: 'DELETE' },
    { path: withToken(path, CANARY_TOKENS.good), headers: {} },
  ]),
];

function withToken(path: string, token: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}api_key=${token}`;
}

/** The secrets that are in a text. */
export function tokensIn(text: string): string[] {
  return [...Object.values(CANARY_TOKENS), SIGNING_SECRET, ...SIGNATURES].filter((token) => text.includes(token));
}
