import { bareParameter } from '../parameters/parameter.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { boundQuery, boundQueryOf, endpointIdOf } from './bound-query.js';

const ID = '0b6e0d5c-6a35-4f6e-9d0f-3f1f5f0f0a01';

function endpoint(definitionHash: string): Endpoint {
  return {
    id: ID,
    name: 'test',
    description: undefined,
    parameters: [bareParameter('text', 'string'), bareParameter('big', 'integer')],
    bound: [],
    columns: undefined,
    maxBytes: 1000,
    maxRows: 1000,
    cachingSeconds: 60,
    cacheWarmingSeconds: undefined,
    staleIfErrorSeconds: undefined,
    warm: [],
    sandboxing: false,
    sandboxDialect: 'googlesql',
    maxConcurrency: undefined,
    maxBytesBilled: undefined,
    timeoutSeconds: 30,
    sql: 'SELECT @text AS text, @big AS big',
    definitionHash,
    source: { file: 'test.yaml' } as Endpoint['source'],
  };
}

describe('a bound query', () => {
  const [text, big] = endpoint('a').parameters;
  if (!text || !big) throw new Error('the endpoint has two parameters');
  const values = [
    { declaration: text, value: 'a:b:["c"]' },
    { declaration: big, value: 2n ** 60n },
  ];

  it('is all in its cache key', () => {
    const query = boundQuery(endpoint('a'), values);
    expect(boundQueryOf(query.endpoint, query.cacheKey)).toEqual(query);
    expect(endpointIdOf(query.cacheKey)).toBe(ID);
  });

  it('is none of an endpoint that is defined otherwise by now', () => {
    const { cacheKey } = boundQuery(endpoint('a'), values);
    expect(boundQueryOf(endpoint('b'), cacheKey)).toBeUndefined();
    expect(boundQueryOf({ ...endpoint('a'), id: ID.replace('0b', '1b') }, cacheKey)).toBeUndefined();
  });

  it('has sandbox SQL in its key as well, and cannot be read back from that', () => {
    const keyOf = (sql?: string) => boundQuery(endpoint('a'), values, sql).cacheKey;
    const long = `SELECT ${'n, '.repeat(10_000)}n FROM a`;
    expect(new Set([keyOf(), keyOf('SELECT 1'), keyOf('SELECT 2'), keyOf(long)]).size).toBe(4);
    expect(keyOf(long)).toBe(keyOf(`${long.slice(0, 100)}${long.slice(100)}`));
    expect(keyOf(long).length).toBe(keyOf('SELECT 1').length);
    expect(boundQueryOf({ ...endpoint('a'), sandboxing: true }, keyOf('SELECT 1'))).toBeUndefined();
  });
});
