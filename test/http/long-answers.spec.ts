import { hashToken } from '../../src/access/token.js';
import { endpointFile } from '../support/endpoint-file.js';
import { holdThreadPool } from '../support/hold-thread-pool.js';
import { assertInvalidParameters, assertProblem } from '../support/http/assert-problem.js';
import { startService, type TestService } from '../support/service.js';

const TOKENS = { one: 'token-of-the-key-one', other: 'token-of-the-key-other', operator: 'token-of-the-operator' };
const SCOPES = { one: ['*'], other: ['shop.*'], operator: ['admin'] };
const DOCUMENT = '/api/openapi.json';
const LIST = '/api/endpoints';
const NAMES = ['logs.kinds', 'shop.orders', 'shop.tenants'];

type KeyId = keyof typeof TOKENS;

describe('what is told of all endpoints', () => {
  let service: TestService;

  const ask = async (path: string, key: KeyId = 'one', method = 'GET') =>
    fetch(`${service.base}${path}`, { method, headers: { 'x-api-key': TOKENS[key], 'accept-encoding': 'identity' } });
  const documented = async (path: string) => {
    const { paths } = (await (await ask(path)).json()) as { paths: object };
    return Object.keys(paths).flatMap((each) => /^\/api\/endpoints\/query\/(.*)/.exec(each)?.[1] ?? []);
  };
  const listed = async (path: string, key: KeyId = 'one') => {
    const { result } = (await (await ask(path, key)).json()) as { result: readonly { name: string }[] };
    return result.map(({ name }) => name);
  };

  beforeAll(async () => {
    const keys = (Object.keys(TOKENS) as KeyId[]).map((id) => ({
      id,
      sha256: hashToken(TOKENS[id]),
      scopes: SCOPES[id],
    }));
    service = await startService({
      endpoints: Object.fromEntries(
        NAMES.map((name) => [`${name}.yaml`, endpointFile({ name, query: 'SELECT 1 AS one' })]),
      ),
      keys: JSON.stringify({ keys }),
      env: { QUERN_KEY_CONCURRENCY: '1' },
    });
  });
  afterAll(async () => service.close());

  it('is made for nobody who asks by HEAD, who is told of what has been made', async () => {
    for (const path of [DOCUMENT, LIST]) {
      const before = await ask(path, 'one', 'HEAD');
      expect([before.status, before.headers.get('etag'), before.headers.get('content-length')]).toEqual([
        200,
        null,
        null,
      ]);
      const { headers } = await ask(path);
      const after = await ask(path, 'one', 'HEAD');
      for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'link'])
        expect([name, after.headers.get(name)]).toEqual([name, headers.get(name)]);
    }
  });

  it('is narrowed to names that begin so, and to those behind one', async () => {
    for (const names of [documented, listed]) {
      const path = names === documented ? DOCUMENT : LIST;
      expect(await names(path)).toEqual(NAMES);
      expect(await names(`${path}?name=shop.`)).toEqual(['shop.orders', 'shop.tenants']);
      expect(await names(`${path}?name=shop.&after=shop.orders`)).toEqual(['shop.tenants']);
      expect(await names(`${path}?after=shop.tenants`)).toEqual([]);
    }
    expect(await listed(`${LIST}?name=logs.`, 'operator')).toEqual(['logs.kinds']);
    for (const path of [DOCUMENT, LIST]) {
      await assertInvalidParameters(await ask(`${path}?name=a&name=b`), ['name']);
      await assertInvalidParameters(await ask(`${path}?after=${'a'.repeat(300)}`), ['after']);
    }
  });

  it('is a call of the key while it is made, and others wait for it', async () => {
    expect((await ask(DOCUMENT)).status).toBe(200);
    const threads = await holdThreadPool();
    const calls = [ask(`${DOCUMENT}?name=s`), ask(`${DOCUMENT}?name=sh`)];
    await assertProblem(await Promise.race(calls), 'too_many_runs');
    await assertProblem(await ask(`${LIST}?name=s`), 'too_many_runs');
    let isAnswered = false;
    const other = ask(LIST, 'other').then(({ status }) => {
      isAnswered = true;
      return status;
    });
    // A document that is in memory and the listing of one endpoint wait for nothing.
    const others = [ask(DOCUMENT), ask(`${LIST}/shop.orders`), ask(`${LIST}/shop.orders`, 'other')];
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(isAnswered).toBe(false);
    await threads.release();
    expect((await Promise.all(calls)).map(({ status }) => status).toSorted()).toEqual([200, 429]);
    expect(await other).toBe(200);
  });
});
