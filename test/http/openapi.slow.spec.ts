import { readFile } from 'node:fs/promises';
import { QuernError } from '../../src/errors/quern-error.js';
import { UnsentBytes } from '../../src/limits/unsent-bytes.service.js';
import { ERROR_CODES } from '../../src/errors/error-codes.js';
import { type JsonSchema } from '../../src/contract/json-schema.js';
import { MAX_BODY_BYTES, MAX_URL_BYTES } from '../../src/contract/request-limits.js';
import {
  type Document,
  OPENAPI,
  type Operation,
  READER,
  startDescribedService,
  TENANT,
} from '../support/contract/described-service.js';
import { mistakesOfAnswer } from '../support/contract/schemas.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

function operationOf({ paths }: Document, name: string): Operation {
  const operation = paths[`/api/endpoints/query/${name}`]?.get;
  if (!operation) throw new Error(`${name} is not in the document`);
  return operation;
}

describe('GET /api/openapi.json', () => {
  let service: TestService;
  const document = async (token = TOKEN) => {
    const response = await service.get(OPENAPI, { 'x-api-key': token });
    expect(response.status).toBe(200);
    return (await response.json()) as Document;
  };
  const parameter = (from: Document, endpoint: string, name: string) =>
    operationOf(from, endpoint).parameters.find((each) => each.name === name);

  beforeAll(async () => {
    service = await startDescribedService();
  });

  afterAll(() => service.close());

  it('has every endpoint by its name, in the order of the names, and the listing', async () => {
    const { paths } = await document();
    expect(Object.keys(paths)).toEqual([
      '/api/endpoints',
      '/api/endpoints/{endpoint}',
      '/api/endpoints/{endpoint}/explain',
      '/api/endpoints/{endpoint}/history',
      '/api/spend',
      '/api/runs/{run}',
      '/api/runs/{run}/rows',
      '/api/endpoints/query/every.parameter',
      '/api/endpoints/query/every.sandbox',
      '/api/endpoints/query/functions.invocation-stats',
      '/api/endpoints/query/logs.all',
      '/api/endpoints/query/usage.api-counts',
    ]);
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    const ids = operations.flatMap(({ operationId = [] }) => operationId);
    expect(ids).toContain('usage_api_counts');
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has what a key may call and no more, and no parameter that it is bound to', async () => {
    const text = await (await service.get(OPENAPI, { 'x-api-key': READER })).text();
    expect(Object.keys((JSON.parse(text) as Document).paths)).toEqual([
      '/api/endpoints',
      '/api/endpoints/{endpoint}',
      '/api/runs/{run}',
      '/api/runs/{run}/rows',
      '/api/endpoints/query/usage.api-counts',
    ]);
    expect(text).not.toMatch(/logs\.all|every\.|invocation/);
    const bound = await document(TENANT);
    // The others have no parameter that this key is bound to, and refuse it.
    const names = Object.keys(bound.paths).map((path) => path.split('/').at(-1) ?? '');
    for (const name of [
      'functions.invocation-stats',
      'logs.all',
      'usage.api-counts',
      'every.parameter',
      'every.sandbox',
    ]) {
      const { status } = await service.get(`/api/endpoints/query/${name}`, { 'x-api-key': TENANT });
      expect([name, names.includes(name)]).toEqual([name, status !== 404]);
    }
    expect(names.length).toBeGreaterThan(0);
    expect(parameter(bound, 'usage.api-counts', 'project')).toBeUndefined();
    expect(parameter(await document(), 'usage.api-counts', 'project')).toBeDefined();
  });

  it('tells every rule of a parameter', async () => {
    const all = await document();
    const every = (name: string) => parameter(all, 'every.parameter', name);
    expect(every('text')).toMatchObject({
      in: 'query',
      required: false,
      description: 'Lower-case letters.',
      schema: { type: 'string', maxLength: 40, pattern: '^(?:[a-z]*)$', 'x-googlesql-type': 'STRING' },
    });
    expect(every('needed')).toMatchObject({ required: true });
    expect(every('lenient')).toMatchObject({
      description: 'Any other value counts as "daily".',
      allowEmptyValue: true,
      schema: { anyOf: [{ enum: ['hourly', 'daily'] }, {}], default: 'daily' },
    });
    expect(every('small')).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 10, default: 5 } });
    expect(every('marks')).toMatchObject({
      required: true,
      style: 'form',
      explode: true,
      schema: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, 'x-googlesql-type': 'ARRAY<STRING>' },
    });
    expect(every('since')).toMatchObject({ description: 'At the earliest 2000-01-01T00:00:00Z.' });
  });

  it('tells what a row has, and of a DATETIME how it is read', async () => {
    const { components, ...rest } = await document();
    const row = components.schemas.usage_api_counts_row;
    expect(row?.properties.timestamp).toMatchObject({
      'x-googlesql-type': 'DATETIME',
      description: expect.stringContaining('`new Date(value + "Z")`') as string,
    });
    // The file promises that neither is ever NULL, and the count a number.
    const { timestamp = {} } = row?.properties ?? {};
    expect(components.schemas[String(timestamp.$ref).replace(/^.*\//, '')]).toMatchObject({ type: 'string' });
    expect(row?.properties.total_rest_requests).toMatchObject({ type: 'integer', 'x-googlesql-type': 'INT64' });
    const operation = operationOf({ components, ...rest }, 'usage.api-counts');
    expect(operation).toMatchObject({
      operationId: 'usage_api_counts',
      'x-quern-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      responses: {
        200: { $ref: '#/components/responses/usage_api_counts_rows' },
        304: { $ref: '#/components/responses/NotModified' },
        '4XX': { $ref: '#/components/responses/Problem' },
        '5XX': { $ref: '#/components/responses/Problem' },
      },
    });
    expect(components.responses.usage_api_counts_rows).toMatchObject({
      content: { 'application/json': { schema: { properties: { result: { type: 'array' } } } } },
    });
    expect(operation).not.toHaveProperty('x-quern-unchecked');
    expect(JSON.stringify(components.responses.usage_api_counts_rows)).toContain(
      '"#/components/schemas/usage_api_counts_row"',
    );
  });

  it('takes parameters in a body as well', async () => {
    const post = (await document()).paths['/api/endpoints/query/every.parameter']?.post;
    expect(post).toMatchObject({
      operationId: '_post_every_parameter',
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: { needed: {}, marks: { type: 'array', items: { enum: ['a', 'b'] } } },
              required: expect.arrayContaining(['needed', 'marks']) as string[],
            },
          },
        },
      },
    });
    expect(JSON.stringify(post?.requestBody)).not.toContain('"sql"');
    expect(JSON.stringify(post)).not.toMatch(/304|IfNoneMatch|NotModified/);
  });

  it('lists what every key is told of an endpoint', async () => {
    for (const token of [TOKEN, READER, TENANT]) {
      const { paths } = await document(token);
      const list = paths['/api/endpoints']?.get?.responses[200] as {
        readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
      };
      const schema = list.content['application/json']?.schema ?? {};
      const answer = (await (await service.get('/api/endpoints', { 'x-api-key': token })).json()) as object;
      expect(mistakesOfAnswer(schema, answer)).toEqual([]);
      expect(Object.keys(answer)).toEqual(Object.keys(schema.properties ?? {}));
      const one = paths['/api/endpoints/{endpoint}']?.get?.responses[200] as typeof list;
      const shown = (await (
        await service.get('/api/endpoints/usage.api-counts', { 'x-api-key': token })
      ).json()) as object;
      expect(mistakesOfAnswer(one.content['application/json']?.schema ?? {}, shown)).toEqual([]);
    }
  });

  it('takes SQL where the endpoint does, in the URL and in a body', async () => {
    const all = await document();
    const { get: read, post } = all.paths['/api/endpoints/query/every.sandbox'] ?? {};
    expect(read?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['most', 'sql']));
    expect(post).toMatchObject({
      operationId: '_post_every_sandbox',
      requestBody: { content: { 'application/json': { schema: { properties: { most: {}, sql: {} } } } } },
    });
    expect(post?.responses[200]).toEqual({ $ref: '#/components/responses/every_sandbox_rows' });
    expect(JSON.stringify(all.components.responses.every_sandbox_rows)).toContain('"#/components/schemas/SqlRow"');
    expect(parameter(all, 'usage.api-counts', 'sql')).toBeUndefined();
  });

  it('has every code under its status, and every header field of the reference', async () => {
    const { components } = await document();
    for (const [code, { status }] of Object.entries(ERROR_CODES)) {
      expect(JSON.stringify(components.responses[`Problem${status}`])).toContain(`"${code}"`);
    }
    expect(components.schemas.Problem?.properties.code?.enum).toEqual(Object.keys(ERROR_CODES));
    const page = await readFile('docs/reference/http.md', 'utf8');
    const [, answers = ''] = /## Answers\n(.*?)\n## /s.exec(page) ?? [];
    const [, errors = ''] = /## Errors\n(.*?)\n## /s.exec(page) ?? [];
    const documented = [...`${answers}\n${errors}`.matchAll(/^\| ((?:`[A-Z][\w-]+`(?:, )?)+) \|/gm)].flatMap(
      ([, names = '']) => names.replaceAll('`', '').split(', '),
    );
    expect([...new Set(documented)].sort()).toEqual(Object.keys(components.headers).sort());
  });

  it('bounds SQL by what it is sent in', async () => {
    const all = await document();
    expect(parameter(all, 'every.sandbox', 'sql')).toMatchObject({ schema: { maxLength: MAX_URL_BYTES } });
    const post = JSON.stringify(all.paths['/api/endpoints/query/every.sandbox']?.post?.requestBody);
    expect(post).toContain(`"maxLength":${MAX_BODY_BYTES}`);
  });

  it('is kept by its reader until something changes, in each coding', async () => {
    const first = await service.get(OPENAPI);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}-(br|gzip)"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const text = await first.text();
    const again = await service.get(OPENAPI, { 'x-api-key': TOKEN, 'if-none-match': `"other", W/${etag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const plain = await service.get(OPENAPI, { 'x-api-key': TOKEN, 'accept-encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, text]);
    const other = await service.get(OPENAPI, { 'x-api-key': READER, 'if-none-match': etag });
    expect(other.status).toBe(200);
    const head = await fetch(`${service.base}${OPENAPI}`, { method: 'HEAD', headers: { 'x-api-key': TOKEN } });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  });

  it('has no tag where it is refused, since too much is unread', async () => {
    const room = jest.spyOn(service.app.get(UnsentBytes), 'needRoomFor').mockImplementation(() => {
      throw new QuernError('engine_busy', 'Clients of this key have not read their answers.', { retryAfterSeconds: 1 });
    });
    const refused = await service.get(OPENAPI);
    room.mockRestore();
    await assertProblem(refused, 'engine_busy');
    expect(refused.headers.get('etag')).toBeNull();
  });

  it('is for keys alone, and is read alone', async () => {
    await assertProblem(await service.get(OPENAPI, {}), 'unauthenticated');
    const posted = await fetch(`${service.base}${OPENAPI}`, { method: 'POST', headers: { 'x-api-key': TOKEN } });
    expect((await assertProblem(posted, 'method_not_allowed')).status).toBe(405);
  });
});

describe('an OpenAPI document', () => {
  it('follows the files', async () => {
    const file = (name: string) =>
      endpointFile({ id: '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a', name, query: 'SELECT 1 AS n' });
    const service = await startService({ endpoints: { 'a.yaml': file('a.one') } });
    try {
      const first = await service.get(OPENAPI);
      expect(await first.text()).toContain('"/api/endpoints/query/a.one"');
      await service.writeEndpoint('a.yaml', file('a.two'));
      await eventually(
        async () => !(await (await service.get(OPENAPI)).text()).includes('"/api/endpoints/query/a.one"'),
      );
      const second = await service.get(OPENAPI);
      expect(await second.text()).toContain('"/api/endpoints/query/a.two"');
      expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
    } finally {
      await service.close();
    }
  });
});
