import { hashToken } from '../../src/access/token.js';
import { Turns } from '../../src/engines/turns.js';
import { CallableEndpoints } from '../../src/listing/callable-endpoints.service.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

const ID = '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a';
const text = { type: 'string' };

const ENDPOINTS = {
  'orders.yaml': endpointFile({
    id: ID,
    name: 'shop.orders',
    description: 'What was ordered.',
    parameters: {
      project: { ...text, required: true, description: 'Whose.', log: true },
      statuses: { type: 'array', items: 'string', enum: ['paid', 'new'], default: ['new'] },
      least: { type: 'integer', min: 1, default: 1 },
    },
    columns: [
      { name: 'project', type: 'STRING', description: 'Whose it is.' },
      { name: 'n', type: 'INT64' },
    ],
    caching: 900,
    max_rows: 50,
    warm: [{ project: 'a-secret-value' }],
    query: 'SELECT @project AS project, 1 AS n FROM UNNEST(@statuses) AS secret_word WHERE @least > 0',
  }),
  'tenants.yaml': endpointFile({
    name: 'shop.tenants',
    parameters: { project: { ...text, required: true } },
    bound: ['project'],
    query: 'SELECT @project AS project',
  }),
  'plain.yaml': endpointFile({ name: 'shop.plain', query: 'SELECT 1 AS one, [STRUCT(2 AS two)] AS nested' }),
  'open.yaml': endpointFile({
    name: 'logs.open',
    sandboxing: 'enabled',
    query: 'WITH numbers AS (SELECT 1 AS n, [STRUCT(2 AS two)] AS more) SELECT n FROM numbers',
  }),
  'kinds.yaml': endpointFile({
    name: 'logs.kinds',
    parameters: { kind: { ...text, enum: ['small', 'large'], required: true } },
    query: 'SELECT @kind AS kind',
  }),
};
const NAMES = ['logs.kinds', 'logs.open', 'shop.orders', 'shop.plain', 'shop.tenants'];

const KEYS: readonly { id: string; scopes: string[]; bind?: Record<string, string> }[] = [
  { id: 'all', scopes: ['*'] },
  { id: 'shop', scopes: ['shop.*'] },
  { id: 'by-id', scopes: [ID] },
  { id: 'none', scopes: ['cache:refresh'] },
  { id: 'tenant', scopes: ['*'], bind: { project: 'one' } },
  { id: 'kind', scopes: ['*'], bind: { kind: 'small' } },
  { id: 'no-kind', scopes: ['*'], bind: { kind: 'huge' } },
  { id: 'operator', scopes: ['admin'] },
];
const tokenOf = (id: string) => `${id}-token-0123456789`;
const LISTING = '/api/endpoints';

describe('discovery', () => {
  let service: TestService;
  const as = async (id: string, path: string) => service.get(path, { 'x-api-key': tokenOf(id) });
  const list = async (id: string) => {
    const answer = await as(id, LISTING);
    const body = (await answer.json()) as { result: { name: string; id: string; readable: unknown }[] };
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return body;
  };
  const namesOf = async (id: string) => (await list(id)).result.map(({ name }) => name);

  beforeAll(async () => {
    const keys = KEYS.map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) }));
    service = await startService({ endpoints: ENDPOINTS, keys: JSON.stringify({ keys }) });
  });
  afterAll(async () => service.close());

  it.each([
    ['all', ['logs.kinds', 'logs.open', 'shop.orders', 'shop.plain']],
    ['shop', ['shop.orders', 'shop.plain']],
    ['by-id', ['shop.orders']],
    ['none', []],
    ['tenant', ['shop.orders', 'shop.tenants']],
    ['kind', ['logs.kinds']],
    ['no-kind', []],
    ['operator', NAMES],
  ])('the key `%s` is told of %j', async (id, names) => {
    expect(await namesOf(id)).toEqual(names);
  });

  it('is of an endpoint all that a caller has to know, and nothing of how it is made', async () => {
    const { result, ...others } = await list('all');
    expect(others).toEqual({});
    expect(result.find(({ name }) => name === 'shop.orders')).toEqual({
      id: ID,
      name: 'shop.orders',
      description: 'What was ordered.',
      parameters: [
        expect.objectContaining({ name: 'project', type: 'string', required: true, description: 'Whose.' }),
        expect.objectContaining({ name: 'statuses', type: 'array', items: 'string', enum: ['paid', 'new'] }),
        expect.objectContaining({ name: 'least', type: 'integer', min: 1, default: 1 }),
      ],
      columns: [
        expect.objectContaining({ name: 'project', type: 'STRING', description: 'Whose it is.' }),
        expect.objectContaining({ name: 'n', type: 'INT64', description: null }),
      ],
      max_rows: 50,
      page: null,
      slices: 'disabled',
      caching: 900,
      sandboxing: 'disabled',
      sandbox_dialect: null,
      readable: null,
    });
    expect(JSON.stringify(result)).not.toMatch(/secret|SELECT|\.yaml|"log"|"state"|"runs"|"cache"|problems|hash/);
  });

  it('says what callers’ own SQL may read, and of other endpoints nothing', async () => {
    const { result } = await list('all');
    const readable = result.map(({ name, readable: queries }) => [name, queries]);
    expect(readable).toEqual(
      NAMES.filter((name) => name !== 'shop.tenants').map((name) => [
        name,
        name === 'logs.open'
          ? [
              {
                name: 'numbers',
                columns: [
                  { name: 'n', type: 'INT64', fields: [] },
                  {
                    name: 'more',
                    type: 'ARRAY<STRUCT<two INT64>>',
                    fields: [{ path: 'more[].two', type: 'INT64' }],
                  },
                ],
              },
            ]
          : null,
      ]),
    );
  });

  it('shows one by name and by id, in either case, as it stands in the list', async () => {
    const { result } = await list('all');
    for (const each of result) {
      for (const reference of [each.name, each.id, each.id.toUpperCase()]) {
        expect(await (await as('all', `${LISTING}/${reference}`)).json()).toEqual({ result: each });
      }
    }
  });

  it('leaves out what the key is bound to', async () => {
    const { result } = (await (await as('tenant', `${LISTING}/${ID}`)).json()) as {
      result: { parameters: { name: string }[] };
    };
    expect(result.parameters.map(({ name }) => name)).toEqual(['statuses', 'least']);
  });

  it('is as it was for keys with the scope admin', async () => {
    const { result, ...others } = await list('operator');
    expect(others).toEqual({ problems: [] });
    expect(result[2]).toMatchObject({ query: expect.stringContaining('secret_word') as string, state: 'serving' });
    expect(await (await as('operator', `${LISTING}/nothing`)).json()).toMatchObject({ code: 'endpoint_not_found' });
  });

  it.each(KEYS.map(({ id }) => id).filter((id) => id !== 'operator'))(
    'has for the key `%s` exactly what can be called, and the rest is not there',
    async (id) => {
      const listed = await list(id);
      const text = JSON.stringify(listed);
      for (const { name, id: endpoint } of (await list('operator')).result) {
        const isListed = listed.result.some((each) => each.name === name);
        for (const reference of [name, endpoint]) {
          const shown = await as(id, `${LISTING}/${reference}`);
          const called = await as(id, `/api/endpoints/query/${reference}`);
          if (isListed) {
            expect([shown.status, [200, 400].includes(called.status)]).toEqual([200, true]);
          } else {
            const details = [shown, called].map(
              async (answer) => (await assertProblem(answer, 'endpoint_not_found')).detail,
            );
            expect(new Set(await Promise.all(details)).size).toBe(1);
            expect(text).not.toContain(reference);
          }
        }
      }
    },
  );

  it('tells enough to call by', async () => {
    const { result } = (await (await as('shop', `${LISTING}/shop.orders`)).json()) as {
      result: { parameters: { name: string; required: boolean }[]; columns: { name: string }[] };
    };
    const required = result.parameters.filter((each) => each.required).map(({ name }) => `${name}=x`);
    const [row = {}] = await assertRows(await as('shop', `/api/endpoints/query/shop.orders?${required.join('&')}`));
    expect(Object.keys(row)).toEqual(result.columns.map(({ name }) => name));
  });

  it('follows what is loaded and what the key may', async () => {
    const before = await namesOf('by-id');
    const keys = KEYS.map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) }));
    const widened = keys.map((key) => (key.id === 'by-id' ? { ...key, scopes: ['logs.*'] } : key));
    await service.writeKeys(JSON.stringify({ keys: widened }));
    await eventually(async () => (await namesOf('by-id')).join() === 'logs.kinds,logs.open');
    expect(before).toEqual(['shop.orders']);
  });

  it('is made once for all keys with the same rights, in turns with other work', async () => {
    const { lists } = service.app.get(CallableEndpoints);
    const keyOf = (id: string, bind: Record<string, string> = {}) => ({
      id,
      scopes: ['*', 'asked.first'],
      bind: new Map(Object.entries(bind)),
    });
    const whole = { name: '', after: '' };
    jest.spyOn(Turns.prototype, 'isOver').mockReturnValue(true);
    const next = jest.spyOn(Turns.prototype, 'next');
    const [one, other] = await Promise.all([lists.of(keyOf('one'), whole), lists.of(keyOf('other'), whole)]);
    expect(next).toHaveBeenCalledTimes(NAMES.length);
    jest.restoreAllMocks();
    // Not only the same text: clients that read nothing of it hold one in memory, however many they are.
    expect(other).toBe(one);
    expect(await lists.of(keyOf('later'), whole)).toBe(one);
    expect((await lists.of(keyOf('tenant', { project: 'one' }), whole)).body.equals(one.body)).toBe(false);
  });

  it('needs a key', async () => {
    for (const path of [LISTING, `${LISTING}/${ID}`, `${LISTING}/nothing`]) {
      await assertProblem(await service.get(path, {}), 'unauthenticated');
    }
  });
});
