import { hashToken } from '../../src/access/token.js';
import { assertInvalidParameters, assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { rawRequest } from '../support/http/raw-request.js';
import { exchange } from '../support/http/wire.js';
import { startService, type TestService } from '../support/service.js';

const ID = '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a';

const ENDPOINTS = {
  'kinds.yaml': endpointFile({
    id: ID,
    name: 'kinds',
    parameters: {
      text: { type: 'string', default: 'nothing' },
      number: { type: 'integer' },
      rate: { type: 'number' },
      flag: { type: 'boolean' },
      day: { type: 'date' },
      list: { type: 'array', items: 'string' },
    },
    caching: 60,
    query: `
      SELECT @text AS text, @number AS number, @rate AS rate, @flag AS flag, @day AS day,
        ARRAY_TO_STRING(@list, '|') AS list`,
  }),
  'ids.yaml': endpointFile({
    name: 'ids',
    parameters: { ids: { type: 'array', items: 'integer', required: true } },
    caching: 60,
    query: 'SELECT COUNT(*) AS n, SUM(id) AS total FROM UNNEST(@ids) AS id',
  }),
  'large.yaml': endpointFile({
    name: 'large',
    parameters: { word: { type: 'string' } },
    caching: 60,
    query: 'SELECT n, @word AS word FROM UNNEST(GENERATE_ARRAY(1, 500)) AS n',
  }),
  'notes.yaml': endpointFile({
    name: 'notes',
    parameters: { project: { type: 'string', required: true } },
    bound: ['project'],
    query: 'SELECT @project AS project',
  }),
};

const KEYS = [
  { id: 'free', scopes: ['*'] },
  { id: 'bound', scopes: ['*'], bind: { project: 'one' } },
  { id: 'narrow', scopes: ['ids'] },
];
const tokenOf = (id: string) => `${id}-token-0123456789`;
const NOTHING = { text: 'nothing', number: null, rate: null, flag: null, day: null, list: '' };

describe.each(['POST', 'QUERY'])('%s with parameters in its body', (method) => {
  let service: TestService;
  const path = (endpoint: string) => `/api/endpoints/query/${endpoint}`;
  const get = async (endpoint: string, key = 'free') => service.get(path(endpoint), { 'x-api-key': tokenOf(key) });
  const send = async (endpoint: string, body: unknown, headers: Record<string, string> = {}, key = 'free') =>
    rawRequest(service.base, path(endpoint), {
      method,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'x-api-key': tokenOf(key), 'content-type': 'application/json', ...headers },
    });

  beforeAll(async () => {
    const keys = KEYS.map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) }));
    const clock = { now: new Date('2026-11-20T10:00:00.000Z') };
    service = await startService({ clock, endpoints: ENDPOINTS, keys: JSON.stringify({ keys }) });
  });
  afterAll(async () => service.close());

  it.each<[string, unknown, string, object]>([
    ['nothing', {}, '', {}],
    ['text', { text: 'a & b=c' }, '?text=a+%26+b%3Dc', { text: 'a & b=c' }],
    ['numbers', { number: -7, rate: 0.25 }, '?number=-7&rate=0.25', { number: -7, rate: 0.25 }],
    ['a number beyond 2^53 for FLOAT64', { rate: 1e20 }, '?rate=1e20', { rate: 1e20 }],
    ['more digits than FLOAT64 has', '{"rate": 1.25000000000000000001}', '?rate=1.25', { rate: 1.25 }],
    ['nearly nothing for FLOAT64', '{"rate": -1e-400}', '?rate=-0.0', { rate: 0 }],
    ['a whole number, however it is written', '{"number": 0.120e2}', '?number=12', { number: 12 }],
    ['a text in digits', '{"text": 1.50}', '?text=1.5', { text: '1.5' }],
    ['an integer as text', { number: '12' }, '?number=12', { number: 12 }],
    ['booleans', { flag: false }, '?flag=false', { flag: false }],
    ['a date', { day: '2026-11-20' }, '?day=2026-11-20', { day: '2026-11-20' }],
    ['null, as good as left out', { text: null, number: null, list: null }, '?text=', {}],
    ['a list', { list: ['x', 'y,z', 'x'] }, '?list=x&list=y,z&list=x', { list: 'x|y,z|x' }],
    ['a list of one', { list: 'x' }, '?list=x', { list: 'x' }],
    ['an empty list', { list: [] }, '?list=', {}],
    ['brackets', { 'list[]': ['p', 'q'] }, '?list[]=p&list[]=q', { list: 'p|q' }],
    ['any number for undeclared ones', '{"other": [1e20, 9007199254740993, 1e400]}', '?other=1', {}],
    ['undeclared ones', { other: [1, 2], text: 'known' }, '?text=known&other=1', { text: 'known' }],
  ])('answers as GET does, from the same entry of the cache: %s', async (_, body, query, expected) => {
    const sent = await send('kinds', body);
    expect(await assertRows(sent.clone())).toEqual([{ ...NOTHING, ...expected }]);
    const got = await get(`${ID}${query}`);
    expect(got.headers.get('cache-status')).toBe('quern; hit; ttl=60');
    expect(await got.text()).toBe(await sent.text());
    const again = await send(ID, body);
    const lasting = ({ headers }: Response) =>
      [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name));
    expect(lasting(again)).toEqual(lasting(got));
  });

  it('has room for what no URL holds', async () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => index);
    const answer = await send('ids', { ids });
    expect(await assertRows(answer)).toEqual([{ n: 10_000, total: 49_995_000 }]);
    expect((await send('ids', { ids })).headers.get('cache-status')).toBe('quern; hit; ttl=60');
    const { detail } = await assertProblem(await send('ids', { ids: [...ids, 0] }), 'too_many_parameters');
    expect(detail).toBe('The body has 10001 values; 10000 are allowed.');
  });

  it(`has the ETag of GET, answers ${method === 'POST' ? 'no 304' : '304'}, and may be coded`, async () => {
    const plain = { 'x-api-key': tokenOf('free') };
    const etag = (await rawRequest(service.base, path('large'), { headers: plain })).headers.get('etag') ?? '';
    const known = await send('large', {}, { 'if-none-match': etag });
    const length = (await (await get('large')).text()).length;
    const expected = method === 'POST' ? [200, length] : [304, 0];
    expect([known.status, (await known.text()).length]).toEqual(expected);
    expect((await send('large', {}, { 'if-none-match': '*' })).status).toBe(expected[0]);
    expect(known.headers.get('etag')).toBe(etag);
    expect(known.headers.get('cache-control')).toBe('private, max-age=60');
    const coded = await send('large', {}, { 'accept-encoding': 'gzip' });
    expect(coded.headers.get('content-encoding')).toBe('gzip');
    expect(coded.headers.get('etag')).toBe(etag.replace(/"$/, '-gzip"'));
    await assertProblem(await send('large', { word: 'never' }, { 'cache-control': 'only-if-cached' }), 'not_cached');
  });

  it('is refused by the rules of GET, in the same words', async () => {
    for (const [body, query] of [
      [{ number: 'x', flag: 'maybe' }, '?number=x&flag=maybe'],
      [{ number: 1.5 }, '?number=1.5'],
      [{ number: true }, '?number=true'],
      [{ text: ['a', 'b'] }, '?text=a&text=b'],
      [{ Text: 'a' }, '?Text=a'],
      [{ sql: 'SELECT 1' }, '?sql=SELECT+1'],
    ] as const) {
      const got = await assertProblem(await get(`kinds${query}`), 'invalid_parameters');
      const sent = await assertProblem(await send('kinds', body), 'invalid_parameters');
      expect([sent.detail, sent.errors]).toEqual([got.detail, got.errors]);
    }
    await assertInvalidParameters(await send('ids', {}), ['ids']);
    await assertInvalidParameters(await send('ids', { ids: [] }), ['ids']);
    await assertInvalidParameters(await send('kinds', { other: 1 }, { prefer: 'handling=strict' }), ['other']);
    expect((await send('kinds', { other: 1 })).headers.get('quern-ignored-parameters')).toBe('other');
  });

  it('is told all that is wrong at once, values that are none as well', async () => {
    const { detail } = await assertInvalidParameters(
      await send('kinds', { text: { a: 1 }, number: 'x', flag: 'maybe', list: [[1]], sql: 'SELECT 1' }),
      ['text', 'list', 'sql', 'number', 'flag'],
    );
    expect(detail).toBe('5 parameters are wrong; `errors` lists them.');
  });

  it('has what the key is bound to', async () => {
    for (const body of [{}, { project: 'one' }, { project: null }, { project: '' }]) {
      expect(await assertRows(await send('notes', body, {}, 'bound'))).toEqual([{ project: 'one' }]);
    }
    for (const body of [{ project: 'two' }, { project: ['one', 'two'] }]) {
      await assertProblem(await send('notes', body, {}, 'bound'), 'forbidden');
    }
    await assertProblem(await send('notes', { project: 'one' }, {}, 'free'), 'endpoint_not_found');
  });

  it.each<[string, string, RegExp]>([
    ['{', 'malformed_request', /it ends too early, at line 1, column 2/],
    ['', 'malformed_request', /it ends too early, at line 1, column 1/],
    ['{"text": "a",\n "number": five}', 'malformed_request', /what stands at line 2, column 12 cannot stand there/],
    ['{"text": "a\nb"}', 'malformed_request', /at line 1, column 12 a text has a line break/],
    ['["a"]', 'malformed_request', /must be one JSON object/],
    ['null', 'malformed_request', /must be one JSON object/],
    [
      '{"text": {"a": 1}}',
      'invalid_parameters',
      /"text" must be text, a number, true, false, null, or a list of these\.$/,
    ],
    ['{"list": [["a"]]}', 'invalid_parameters', /"list" must be text, a number/],
    [
      '{"number": 9007199254740993}',
      'invalid_parameters',
      /"number" has a number that few JSON parsers hold; write it as text\.$/,
    ],
    ['{"list": ["a", 9007199254740993, {}]}', 'invalid_parameters', /"list" has a number that few JSON parsers hold/],
    ['{"text": 1e400}', 'invalid_parameters', /"text" has a number that few JSON parsers hold/],
    ['{"number": 1e20}', 'invalid_parameters', /"number" has a number that few JSON parsers hold/],
    ['{"number": 9007199254740991.4}', 'invalid_parameters', /"number" has a number that few JSON parsers hold/],
    ['{"number": 7.00000000000000000001}', 'invalid_parameters', /"number" has a number that few JSON parsers hold/],
    ['{"text": 1.00000000000000000001}', 'invalid_parameters', /"text" has a number that few JSON parsers hold/],
    ['{"list[]": [9007199254740993]}', 'invalid_parameters', /"list\[\]" has a number that few JSON parsers hold/],
    ['{"rate": 1e400}', 'invalid_parameters', /"rate" must be a decimal number of at most 1.7e308, not "1e400"/],
    ['{"text": -1e400}', 'invalid_parameters', /write it as text/],
    [
      '{"text": "a", "number": 1, "text": "a"}',
      'invalid_parameters',
      /"text" must be given once, not 2 times; an array/,
    ],
    ['{"list":["a"],"\\u006cist" : ["b"]}', 'invalid_parameters', /"list" must be given once, not 2 times/],
    [
      `{${Array.from({ length: 101 }, (_, n) => `"p${n}":1`).join(',')}}`,
      'too_many_parameters',
      /101 parameters; 100 are/,
    ],
    [`{${Array.from({ length: 5000 }, (_, n) => `"p${n}":{}`).join(',')}}`, 'too_many_parameters', /5000 parameters/],
    [`{"text": "${'x'.repeat(64 * 1024)}"}`, 'body_too_large', /65536 are allowed/],
  ])('is told what is wrong with a body: %.40s', async (body, code, detail) => {
    const problem = await assertProblem(await send('kinds', body), code as 'malformed_request');
    expect(problem.detail).toMatch(detail);
  });

  it('may have texts that look like names', async () => {
    const text = '"text": "text" : \\"text\\":';
    expect(await assertRows(await send('kinds', { text, list: ['text', ':', '"list":'] }))).toMatchObject([{ text }]);
  });

  it.each([
    ['no type', {}],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a coding', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('is refused with %s, and told what there is', async (_, headers) => {
    const all = { 'x-api-key': tokenOf('free'), ...headers };
    const answer = await rawRequest(service.base, path('kinds'), { method, headers: all, body: '{}' });
    await assertProblem(answer, 'unsupported_media_type');
    expect(answer.headers.get('accept-query')).toBe('application/json');
  });

  it.each([
    ['gzip, chunked', 'HTTP/1.1 415 Unsupported Media Type'],
    ['Chunked', 'HTTP/1.1 200 OK'],
  ])('in the transfer coding %s: %s', async (coding, status) => {
    const fields = [`X-API-KEY: ${tokenOf('free')}`, 'Content-Type: application/json', `Transfer-Encoding: ${coding}`];
    const head = [`${method} ${path('kinds')} HTTP/1.1`, 'Host: quern', ...fields].join('\r\n');
    const [answer] = await exchange(service.base, `${head}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
    expect(answer?.statusLine).toBe(status);
  });

  it('has none in its URL', async () => {
    const { detail } = await assertProblem(await send('kinds?text=a', {}), 'malformed_request');
    expect(detail).toBe(`Parameters stand in the body of a ${method}, and none in its URL.`);
  });

  it('is not there for a key without the scope, whatever stands in it', async () => {
    for (const body of ['{}', '{', '{"number":"x"}', 'x'.repeat(70_000)]) {
      await assertProblem(await send('kinds', body, {}, 'narrow'), 'endpoint_not_found');
    }
  });
});
