import { hashToken } from '../../src/access/token.js';
import { assertInvalidParameters, assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';

const ENDPOINTS = {
  'orders.yaml': endpointFile({
    name: 'orders',
    parameters: {
      project: { type: 'string' },
      statuses: { type: 'array', items: 'string' },
      to: { type: 'integer' },
    },
    caching: 60,
    query: `SELECT @project AS project, ARRAY_TO_STRING(@statuses, '|') AS statuses, @to AS upto`,
  }),
  'open.yaml': endpointFile({
    name: 'open',
    sandboxing: 'enabled',
    parameters: { project: { type: 'string' } },
    query: 'WITH one AS (SELECT @project AS project) SELECT project FROM one',
  }),
  'bare.yaml': endpointFile({ name: 'bare', query: 'SELECT 1 AS one' }),
  'listed.yaml': endpointFile({
    name: 'listed',
    parameters: { project: { type: 'array', items: 'string' } },
    query: `SELECT ARRAY_TO_STRING(@project, '|') AS project`,
  }),
};

const KEYS = [
  { id: 'free', scopes: ['*'] },
  { id: 'bound', scopes: ['*'], bind: { project: 'one' } },
];
const tokenOf = (id: string) => `${id}-token-0123456789`;

/** Rows that nothing was filtered of are a wrong answer to who believes that he has filtered them. */
describe('a parameter that is written a little otherwise', () => {
  let service: TestService;
  const call = async (path: string, key = 'free', headers: Record<string, string> = {}) =>
    service.get(`/api/endpoints/query/${path}`, { 'x-api-key': tokenOf(key), ...headers });

  beforeAll(async () => {
    const keys = KEYS.map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) }));
    const clock = { now: new Date('2026-11-20T10:00:00.000Z') };
    service = await startService({ clock, endpoints: ENDPOINTS, keys: JSON.stringify({ keys }) });
  });

  afterAll(async () => service.close());

  describe('an array with brackets', () => {
    it('is the array, in whichever way the brackets are escaped', async () => {
      for (const query of ['statuses[]=paid&statuses[]=new', 'statuses%5B%5D=paid&statuses%5b%5d=new']) {
        const answer = await call(`orders?${query}`);
        expect(answer.headers.get('quern-ignored-parameters')).toBeNull();
        expect(await assertRows(answer)).toEqual([{ project: null, statuses: 'paid|new', upto: null }]);
      }
      await assertRows(await call('orders?statuses[]=paid', 'free', { prefer: 'handling=strict' }));
    });

    it('shares the entry of the cache with the array without them', async () => {
      await assertRows(await call('orders?statuses=a&statuses=b'));
      const answer = await call('orders?statuses[]=a&statuses[]=b');
      expect(answer.headers.get('cache-status')).toBe('quern; hit; ttl=60');
      await assertRows(answer);
    });

    it('joins the array without them', async () => {
      const [row] = await assertRows(await call('orders?statuses[]=b&statuses=a&statuses[]=c'));
      expect(row).toMatchObject({ statuses: 'a|b|c' });
    });

    it('is what the key is bound to, and nothing else', async () => {
      expect(await assertRows(await call('listed?project[]=one', 'bound'))).toEqual([{ project: 'one' }]);
      for (const query of ['project[]=two', 'project[]=one&project[]=two', 'project=one&project[]=two']) {
        await assertProblem(await call(`listed?${query}`, 'bound'), 'forbidden');
      }
    });
  });

  it.each([
    ['Project=x', 'project'],
    ['PROJECT=x', 'project'],
    ['project[]=x', 'project'],
    ['project%5Bid%5D=x', 'project'],
    ['projcet=x', 'project'],
    ['projects=x', 'project'],
    ['Statuses=x', 'statuses'],
    ['statuse=x', 'statuses'],
    ['statuses[0]=x', 'statuses'],
    ['Statuses[]=x', 'statuses'],
    ['TO=5', 'to'],
    // Nothing is filtered by these either, as with their names written right, but the client is not as its author believes.
    ['Project=', 'project'],
    ['Project', 'project'],
    ['project=x&Project=y', 'project'],
  ])('is a 400 that names the parameter, and no unfiltered 200: %s', async (query, meant) => {
    const name = decodeURIComponent(query.split('&').at(-1)?.split('=')[0] ?? '');
    for (const prefer of ['handling=lenient', 'handling=strict']) {
      const { detail } = await assertInvalidParameters(await call(`orders?${query}`, 'free', { prefer }), [name]);
      expect(detail).toBe(`"${name}" is not a parameter of this endpoint. Did you mean "${meant}"?`);
    }
  });

  it('is told beside what else is wrong', async () => {
    await assertInvalidParameters(await call('orders?to=x&Project=y&other=z'), ['to', 'Project']);
  });

  it.each(['t=1', 'too=1', 'ot=1', '_=1', 'utm_source=x', 'pro=1', 'status=x', 'projectid=x', '[]=x', 'project.id=x'])(
    'is another one, and ignored, where it is another word: %s',
    async (query) => {
      const answer = await call(`orders?${query}`);
      const [name = ''] = query.split('=');
      expect(answer.headers.get('quern-ignored-parameters')).toBe(encodeURIComponent(name));
      await assertRows(answer);
    },
  );

  it('is ignored by an endpoint without parameters', async () => {
    expect((await call('bare?Project=x')).headers.get('quern-ignored-parameters')).toBe('Project');
  });

  it('may be the SQL for a sandboxed endpoint, whose own rows are no answer to it', async () => {
    for (const name of ['SQL', 'sqll', 'sq', 'sql[]']) {
      const { detail } = await assertInvalidParameters(await call(`open?${name}=SELECT+1+AS+x`), [name]);
      expect(detail).toContain('Did you mean "sql"?');
    }
    await assertInvalidParameters(await call('open?Project=x'), ['Project']);
    expect((await call('orders?SQL=x')).headers.get('quern-ignored-parameters')).toBe('SQL');
  });

  it('is told of a parameter that the key is bound to as well', async () => {
    for (const value of ['one', 'two', '']) {
      await assertInvalidParameters(await call(`open?Project=${value}`, 'bound'), ['Project']);
    }
    expect(await assertRows(await call('open?other=two', 'bound'))).toEqual([{ project: 'one' }]);
  });
});
