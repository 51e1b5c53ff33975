import { type BrowserContext, type Route } from 'playwright-core';
import { PAYLOADS } from './payloads.js';

const PREFIX = '/api/endpoints/query/';

/** The name of the endpoint in whose contract everything is a payload. */
export const HOSTILE = PAYLOADS[2] ?? '';
/** The same, which takes SQL as well. Neither has a slash, which no path of an endpoint has. */
export const HOSTILE_SQL = PAYLOADS[6] ?? '';

const json = async (route: Route, body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  route.fulfill({ status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

/** A row has each payload as the name of a column and as a value, by turns plain, nested and in a list. */
function hostileRow(index: number): object {
  const values = PAYLOADS.map((payload, at): [string, unknown] => {
    const value = PAYLOADS[(at + index) % PAYLOADS.length] ?? '';
    return [payload, [value, { [value]: value }, [value, [value]]][at % 3]];
  });
  return Object.fromEntries([...values, ['n', index], ['at', `2026-11-2${index}T00:00:00`], ['name', PAYLOADS[index]]]);
}

const COLUMNS = [...PAYLOADS, 'n', 'at', 'name'];
const TYPES: Readonly<Record<string, string>> = { n: 'INT64', at: 'DATETIME', name: 'STRING' };

function operation(name: string, takesSql: boolean): object {
  const parameters = PAYLOADS.slice(0, 6).map((payload) => ({
    name: payload,
    in: 'query',
    description: payload,
    schema: { type: 'string', enum: PAYLOADS, default: payload, 'x-googlesql-type': payload },
  }));
  const sql = { name: 'sql', in: 'query', schema: { type: 'string' } };
  const properties = Object.fromEntries(
    COLUMNS.map((column) => [column, { 'x-googlesql-type': TYPES[column] ?? column, description: column }]),
  );
  const rows = { type: 'array', maxItems: 9, items: { type: 'object', properties, required: COLUMNS } };
  return {
    get: {
      summary: name,
      description: [PAYLOADS.join('\n'), ...PAYLOADS.slice(0, 2)].join('\n\n'),
      'x-quern-id': `id-${takesSql ? 'sql' : 'plain'}`,
      parameters: takesSql ? [...parameters, sql] : parameters,
      responses: {
        200: { content: { 'application/json': { schema: { type: 'object', properties: { result: rows } } } } },
      },
    },
  };
}

const PROBLEM = {
  type: 'urn:quern:error:x',
  title: PAYLOADS[0],
  status: 400,
  detail: PAYLOADS.join(' '),
  code: PAYLOADS[1],
  request_id: PAYLOADS[2],
  errors: PAYLOADS.map((payload) => ({ parameter: payload, detail: `${payload} is wrong` })),
};

const OPERATED = {
  file: PAYLOADS[2],
  state: PAYLOADS[3],
  unchecked: PAYLOADS[4],
  query: PAYLOADS.join('\n'),
  readable: PAYLOADS.map((name) => ({ name, columns: PAYLOADS.map((column) => ({ name: column, type: column })) })),
  cache: { entries: 1, bytes: 1, oldest_age: 1, next_refresh: PAYLOADS[2] },
  problems: PAYLOADS.map((payload, index) => ({
    file: payload,
    line: index,
    column: 1,
    severity: payload,
    code: payload,
    message: payload,
    source_line: payload,
  })),
};

const HISTORY = {
  minutes: [
    {
      at: '2026-11-20T10:00:00.000Z',
      hits: 1,
      hit_age_seconds: 1,
      misses: 1,
      joined: 0,
      runs: 1,
      run_ms: 1,
      answer_bytes: 1,
      bytes_processed: 0,
    },
  ],
  runs: PAYLOADS.map((payload) => ({
    at: payload,
    cause: payload,
    outcome: payload,
    error: payload,
    waited_ms: 1,
    ran_ms: 1,
    rows: 1,
    answer_bytes: 1,
    bytes_processed: 1,
  })),
};

const EXPLANATION = {
  parameters: PAYLOADS.map((payload) => ({ name: payload, type: payload, value: payload })),
  cache_key: PAYLOADS[2],
  tables: PAYLOADS.map((payload) => ({ table: payload, read: true, unbounded: true })),
  engines: [
    {
      name: PAYLOADS[0],
      sql: PAYLOADS.join('\n'),
      plan: PAYLOADS.join('\n'),
      bytes_processed: 1,
      refusal: PAYLOADS[3],
    },
  ],
};

/**
 * Answers in the place of a service, with more than any service would let through: names of endpoints, parameters and columns, and
 * everything that is told of them, are payloads. `fails` says whether calls are refused.
 */
export async function answerHostilely(context: BrowserContext, fails: () => boolean): Promise<void> {
  await context.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const rows = PAYLOADS.slice(0, 9).map((_, index) => hostileRow(index));
    if (pathname === '/api/openapi.json') {
      const paths = [HOSTILE, HOSTILE_SQL].map((name): [string, object] => [
        `${PREFIX}${name}`,
        operation(name, name === HOSTILE_SQL),
      ]);
      return json(route, { paths: Object.fromEntries(paths), components: { schemas: {} } });
    }
    if (pathname === '/api/endpoints') {
      return json(route, { result: [HOSTILE, HOSTILE_SQL].map((name) => ({ name, state: PAYLOADS[2] })) });
    }
    if (pathname.startsWith(PREFIX)) {
      if (fails()) return json(route, PROBLEM, 400);
      const headers = Object.fromEntries(
        ['Cache-Status', 'Age', 'Quern-Ignored-Parameters', 'Quern-Cost', 'X-Other'].map((name, index) => [
          name,
          PAYLOADS[index + 2] ?? '',
        ]),
      );
      return json(route, { result: rows }, 200, headers);
    }
    if (pathname.endsWith('/history')) return json(route, { result: HISTORY });
    if (pathname.endsWith('/explain')) return json(route, { result: EXPLANATION });
    return json(route, { result: OPERATED });
  });
}
