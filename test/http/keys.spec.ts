import { hashToken } from '../../src/access/token.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService } from '../support/service.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');

const ENDPOINTS = {
  'usage.notes.yaml': endpointFile({
    name: 'usage.notes',
    parameters: { project: { type: 'string', required: true }, tag: { type: 'string' } },
    caching: 900,
    query: `SELECT project, note FROM notes WHERE project = @project AND (@tag IS NULL OR note = @tag) ORDER BY note`,
  }),
  'usage.all.yaml': endpointFile({ name: 'usage.all', query: 'SELECT COUNT(*) AS n FROM notes' }),
  'usage.bound.yaml': endpointFile({
    name: 'usage.bound',
    parameters: { project: { type: 'string', required: true } },
    bound: ['project'],
    query: 'SELECT DISTINCT project FROM notes WHERE project = @project',
  }),
  'logs.searched.yaml': endpointFile({
    name: 'logs.searched',
    parameters: { word: { type: 'string', required: true }, page: { type: 'integer', required: true, log: true } },
    query: 'SELECT COUNT(*) AS n FROM notes WHERE note != @word AND @page > 0',
  }),
  'usage.kinds.yaml': endpointFile({
    name: 'usage.kinds',
    parameters: { kind: { type: 'string', enum: ['small', 'large'], default: 'small', otherwise: 'default' } },
    query: 'SELECT @kind AS kind',
  }),
  'logs.notes.yaml': endpointFile({ name: 'logs.notes', query: 'SELECT note FROM notes ORDER BY note' }),
};

const NOTES = [
  { project: 'one', note: 'a secret of one' },
  { project: 'two', note: 'a secret of two' },
];

/** Every key of the file, by its id; the token of each is `<id>-token-0123456789`. */
const KEYS = [
  { id: 'usage', scopes: ['usage.*'] },
  { id: 'single', scopes: ['logs.notes'] },
  { id: 'everything', scopes: ['*'] },
  { id: 'operator', scopes: ['admin'] },
  { id: 'first', scopes: ['*', 'admin'] },
  { id: 'brief', scopes: ['*'], expires: '2026-11-20T10:00:10Z' },
  { id: 'tenant-one', scopes: ['usage.*'], bind: { project: 'one' } },
  { id: 'large', scopes: ['usage.*'], bind: { kind: 'large' } },
  { id: 'huge', scopes: ['usage.*'], bind: { kind: 'huge' } },
  { id: 'tenant-two', scopes: ['usage.*'], bind: { project: 'two' } },
];
const tokenOf = (id: string) => `${id}-token-0123456789`;

describe('keys over HTTP', () => {
  let service: TestService;
  const clock = { now: NOW };
  const QUERY = '/api/endpoints/query';
  const send = async (path: string, headers: Record<string, string>) => rawRequest(service.base, path, { headers });
  const as = async (id: string, path: string) => send(path, { 'x-api-key': tokenOf(id) });
  const notes = async (id: string, query: string) => as(id, `${QUERY}/usage.notes${query}`);

  beforeAll(async () => {
    const keys = KEYS.map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) }));
    service = await startService({
      clock,
      endpoints: ENDPOINTS,
      tables: { notes: NOTES },
      keys: JSON.stringify({ keys }),
    });
  });

  afterAll(async () => service.close());
  beforeEach(() => {
    clock.now = NOW;
  });

  describe('who is it?', () => {
    const path = `${QUERY}/usage.all`;

    it.each([
      ['X-API-KEY', { 'x-api-key': tokenOf('usage') }],
      ['Authorization: Bearer', { authorization: `Bearer ${tokenOf('usage')}` }],
      ['Authorization: bearer', { authorization: `bearer ${tokenOf('usage')}` }],
      ['both alike', { 'x-api-key': tokenOf('usage'), authorization: `Bearer ${tokenOf('usage')}` }],
      ['a key beside the Basic of a proxy', { 'x-api-key': tokenOf('usage'), authorization: 'Basic YTpi' }],
    ])('is told by %s', async (_, headers) => {
      expect(await assertRows(await send(path, headers))).toEqual([{ n: 2 }]);
    });

    it.each([
      ['no key', {}, undefined],
      ['an unknown key', { 'x-api-key': 'unknown' }, 'invalid_token'],
      ['a key in upper case', { 'x-api-key': tokenOf('usage').toUpperCase() }, 'invalid_token'],
      ['the hash of a key', { 'x-api-key': hashToken(tokenOf('usage')) }, 'invalid_token'],
      ['the id of a key', { 'x-api-key': 'usage' }, 'invalid_token'],
      ['an enormous key', { 'x-api-key': 'x'.repeat(8000) }, 'invalid_token'],
      ['another scheme', { authorization: `Basic ${tokenOf('usage')}` }, undefined],
      [
        'two different keys',
        { 'x-api-key': tokenOf('usage'), authorization: `Bearer ${tokenOf('single')}` },
        undefined,
      ],
    ])('is not told by %s', async (_, headers, error) => {
      const answer = await send(path, headers);
      await assertProblem(answer, 'unauthenticated');
      const bearer = `Bearer realm="quern"${error === undefined ? '' : `, error="${error}"`}`;
      expect(answer.headers.get('www-authenticate')).toBe(
        `${bearer}, ApiKey realm="quern", in="header", name="X-API-KEY"`,
      );
    });

    it.each(['X-API-KEY', 'x-api-key', 'api_key', 'apikey', 'access_token', 'token', 'key', 'authorization'])(
      'is never told by the URL: %s',
      async (name) => {
        await assertProblem(await send(`${path}?${name}=${tokenOf('usage')}`, {}), 'unauthenticated');
      },
    );

    it('a key is good until the second it expires', async () => {
      for (const time of ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:09.999Z']) {
        clock.now = new Date(time);
        await assertRows(await as('brief', path));
      }
      for (const time of ['2026-11-20T10:00:10.000Z', '2027-01-01T00:00:00.000Z']) {
        clock.now = new Date(time);
        const { detail } = await assertProblem(await as('brief', path), 'unauthenticated');
        expect(detail).toBe('This key has expired.');
      }
    });
  });

  describe('what may it do?', () => {
    it.each([
      ['usage', ['usage.all', 'usage.notes']],
      ['single', ['logs.notes']],
      ['everything', ['usage.all', 'usage.notes', 'logs.notes']],
      ['operator', []],
    ])('%s may call %j', async (id, allowed) => {
      for (const name of ['usage.all', 'usage.notes', 'logs.notes']) {
        const answer = await as(id, `${QUERY}/${name}?${name === 'usage.notes' ? 'project=one' : ''}`);
        if (allowed.includes(name)) {
          await assertRows(answer);
        } else {
          const { detail } = await assertProblem(answer, 'endpoint_not_found');
          expect(detail).toBe(
            'There is no endpoint with this id or name that this key may call; `GET /api/endpoints` lists what it may.',
          );
        }
      }
    });

    it('a scope holds for the id of the endpoint as well as for its name', async () => {
      const { result } = (await (await as('operator', '/api/endpoints/logs.notes')).json()) as {
        result: { id: string };
      };
      await assertRows(await as('single', `${QUERY}/${result.id}`));
      await assertProblem(await as('usage', `${QUERY}/${result.id}`), 'endpoint_not_found');
    });

    it('a key without the scope is not told what its parameters lack', async () => {
      await assertProblem(await as('single', `${QUERY}/usage.notes`), 'endpoint_not_found');
    });

    it('the listing of everything needs the scope admin, which * does not include', async () => {
      const { result } = (await (await as('everything', '/api/endpoints/usage.all')).json()) as { result: object };
      const operators = (await (await as('operator', '/api/endpoints/usage.all')).json()) as { result: object };
      expect(result).not.toHaveProperty('query');
      expect(operators.result).toHaveProperty('query');
    });
  });

  describe('a bound parameter', () => {
    it.each(['', '?project=', '?project=one'])('fills the call "%s"', async (query) => {
      expect(await assertRows(await notes('tenant-one', query))).toEqual([NOTES[0]]);
    });

    it.each(['?project=two', '?project=ONE', '?project=one%20', '?project=one&project=two', '?project=&project=two'])(
      'forbids another value: %s',
      async (query) => {
        const { detail } = await assertProblem(await notes('tenant-one', query), 'forbidden');
        expect(detail).toBe('The key is bound to another value of "project"; leave the parameter out.');
      },
    );

    it('hides an endpoint that has no such parameter', async () => {
      const { detail } = await assertProblem(await as('tenant-one', `${QUERY}/usage.all`), 'endpoint_not_found');
      expect(detail).toBe(
        'There is no endpoint with this id or name that this key may call; `GET /api/endpoints` lists what it may.',
      );
    });

    it('hides an endpoint that does not take the value', async () => {
      for (const query of ['', '?kind=large', '?kind=huge']) {
        await assertProblem(await as('huge', `${QUERY}/usage.kinds${query}`), 'endpoint_not_found');
      }
      expect(await assertRows(await as('large', `${QUERY}/usage.kinds`))).toEqual([{ kind: 'large' }]);
    });

    it('is part of the cache key: no tenant sees the rows of another, cached or not', async () => {
      const statuses = [];
      for (const id of ['tenant-one', 'tenant-two', 'tenant-one', 'tenant-two']) {
        const answer = await notes(id, `?tag=${encodeURIComponent(`a secret of ${id.slice(7)}`)}`);
        statuses.push(answer.headers.get('cache-status'));
        expect((await assertRows(answer)).map(({ project }) => project)).toEqual([id.slice(7)]);
      }
      expect(statuses).toEqual([
        'quern; fwd=miss; stored',
        'quern; fwd=miss; stored',
        'quern; hit; ttl=900',
        'quern; hit; ttl=900',
      ]);
      // A tag of the other is not enough.
      expect(await assertRows(await notes('tenant-one', '?tag=a%20secret%20of%20two'))).toEqual([]);
    });

    it('shares the entry with a key that gives the same value itself', async () => {
      await notes('tenant-two', '');
      const answer = await notes('usage', '?project=two');
      expect(answer.headers.get('cache-status')).toBe('quern; hit; ttl=900');
      expect(await assertRows(answer)).toEqual([NOTES[1]]);
    });
  });

  it('no token is ever in the log', async () => {
    await as('usage', `${QUERY}/usage.notes?project=${tokenOf('usage')}`);
    await send(`${QUERY}/usage.all?token=${tokenOf('usage')}`, { authorization: `Bearer ${tokenOf('operator')}` });
    expect(service.log.length).toBeGreaterThan(0);
    expect(service.log.join('\n')).not.toContain('token-0123456789');
  });

  describe('an endpoint that demands a binding', () => {
    it('answers keys that have one, and no others, whatever they send', async () => {
      expect(await assertRows(await as('tenant-one', `${QUERY}/usage.bound`))).toEqual([{ project: 'one' }]);
      for (const id of ['everything', 'usage']) {
        for (const query of ['', '?project=one', '?project=two']) {
          const { detail } = await assertProblem(await as(id, `${QUERY}/usage.bound${query}`), 'endpoint_not_found');
          expect(detail).toBe(
            'There is no endpoint with this id or name that this key may call; `GET /api/endpoints` lists what it may.',
          );
        }
      }
      await assertProblem(await as('tenant-one', `${QUERY}/usage.bound?project=two`), 'forbidden');
      const { detail } = await assertProblem(
        await as('first', `${QUERY}/usage.bound?project=one`),
        'endpoint_not_found',
      );
      expect(detail).toBe(
        'This endpoint is there only for keys that are bound to `project`; `quern keys create` has `--bind`.',
      );
    });
  });

  it('are looked over at the start, beside the endpoints that they reach', () => {
    const warnings = service.warnings.join('\n');
    expect(warnings).toMatch(/Keys that never expire: `usage`, /);
    expect(warnings).toContain(
      'Some keys are bound to `project`, `kind`, and these endpoints answer keys that are not: `logs.notes`, `logs.searched`, `usage.all`, `usage.kinds`, `usage.notes`;',
    );
  });

  it('stand in the line of each run, with those parameters that may be logged', async () => {
    const since = service.log.length;
    await assertRows(await as('everything', `${QUERY}/logs.searched?word=hidden&page=7`));
    expect(service.log.slice(since).join('\n')).toMatch(/^logs\.searched page=7 for everything: 1 rows in \d+ ms/m);
    expect(service.log.join('\n')).not.toContain('hidden');
  });
});
