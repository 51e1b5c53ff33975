import { readDocument } from '../../src/contract/openapi/read-document.js';
import { assertInvalidParameters } from '../support/http/assert-problem.js';
import { endpointFile } from '../support/endpoint-file.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const instant = (name: string, rest: object) =>
  endpointFile({
    name,
    caching: 60,
    parameters: { at: { type: 'timestamp', required: true, ...rest } },
    query: 'SELECT UNIX_MICROS(@at) AS micros',
  });

const ENDPOINTS = {
  'both.yaml': instant('both', { accepts: 'unix-millis', min: '2000-01-01T00:00:00Z' }),
  'any.yaml': instant('any', { accepts: 'unix-millis' }),
  'iso.yaml': instant('iso', {}),
};

describe('a timestamp in milliseconds since 1970', () => {
  let service: TestService;
  const call = async (path: string) => service.get(`/api/endpoints/query/${path}`);

  beforeAll(async () => {
    service = await startService({ endpoints: ENDPOINTS });
  });

  afterAll(async () => service.close());

  it('is the same instant as in ISO 8601, also for the cache', async () => {
    expect(await service.rows('both?at=1795168800000')).toEqual([{ micros: 1795168800000000 }]);
    const iso = await call('both?at=2026-11-20T10:00:00Z');
    expect(iso.headers.get('cache-status')).toMatch(/^quern; hit/);
    expect(await service.rows('any?at=-1')).toEqual([{ micros: -1000 }]);
    expect(await service.rows('any?at=0')).toEqual([{ micros: 0 }]);
  });

  it.each([1795168800000, '1795168800000'])('is taken in a body: %j', async (at) => {
    const answer = await rawRequest(service.base, '/api/endpoints/query/both', {
      method: 'POST',
      headers: { 'x-api-key': TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ at }),
    });
    expect([answer.status, await answer.json()]).toEqual([200, { result: [{ micros: 1795168800000000 }] }]);
  });

  it.each([
    'both?at=946684799999',
    'any?at=253402300800000',
    'any?at=-62135596800001',
    `any?at=${'9'.repeat(400)}`,
    'any?at=1795168800000.5',
    'any?at=1e12',
    'any?at=%2B1795168800000',
    'any?at=0x10',
    'iso?at=1795168800000',
  ])('is refused: %s', async (path) => {
    await assertInvalidParameters(await call(path), ['at']);
  });

  it('is in the contract', async () => {
    const text = await (await service.get('/api/openapi.json')).text();
    const schemaOf = (name: string) =>
      Array.from(readDocument(text).get(name)?.parameters.values() ?? [])[0]?.schema.anyOf;
    expect(schemaOf('iso')).toHaveLength(2);
    expect(schemaOf('any')?.[2]).toEqual({ type: 'integer', minimum: -62135596800000, maximum: 253402300799999 });
  });
});
