import { assertInvalidParameters, assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const ENDPOINTS = {
  'echo.yaml': endpointFile({
    name: 'echo',
    parameters: {
      text: { type: 'string', default: 'nothing' },
      number: { type: 'integer' },
      list: { type: 'array', items: 'string' },
    },
    query: `SELECT @text AS text, @number AS number, ARRAY_TO_STRING(@list, '|') AS list`,
  }),
  'cached.yaml': endpointFile({
    name: 'cached',
    parameters: { text: { type: 'string' } },
    caching: 60,
    slices: 'enabled',
    query: 'SELECT @text AS text',
  }),
  'rows.yaml': endpointFile({
    name: 'rows',
    parameters: { upto: { type: 'integer', required: true } },
    max_rows: 1000,
    query: 'SELECT n FROM numbers WHERE n <= @upto ORDER BY n',
  }),
  'kinds.yaml': endpointFile({
    name: 'kinds',
    query: `
      SELECT 1 AS \`int\`, 1.5 AS \`float\`, TRUE AS bool, 'é"\\\\\\n' AS text, CAST(NULL AS STRING) AS nothing,
        DATE '2026-11-20' AS day, TIMESTAMP '2026-11-20 10:00:00.25+00' AS instant,
        9007199254740991 AS exact, 9007199254740992 AS large,
        [1, 2] AS list, STRUCT(1 AS a, 'x' AS b) AS record`,
  }),
};

/** How the client sees each of the answers to what it wrote in the URL. */
describe('parameters over HTTP', () => {
  let service: TestService;
  const call = async (endpoint: string, query: string, headers: Record<string, string> = {}) =>
    rawRequest(service.base, `/api/endpoints/query/${endpoint}${query}`, {
      headers: { 'x-api-key': TOKEN, ...headers },
    });
  const echo = async (query: string) => {
    const [row] = await assertRows(await call('echo', query));
    return row;
  };
  const ignoredBy = async (query: string) => {
    const answer = await call('echo', query);
    await assertRows(answer.clone());
    return answer.headers.get('quern-ignored-parameters');
  };

  beforeAll(async () => {
    const numbers = Array.from({ length: 1005 }, (_, index) => ({ n: index + 1 }));
    const clock = { now: new Date('2026-11-20T10:00:00Z') };
    service = await startService({ clock, endpoints: ENDPOINTS, tables: { numbers } });
  });

  afterAll(async () => service.close());

  it('fill the declared ones, and the defaults fill the rest', async () => {
    expect(await echo('?text=a%20b%2Bc+d&number=7&list=x&list=y')).toEqual({ text: 'a b+c d', number: 7, list: 'x|y' });
    expect(await echo('')).toEqual({ text: 'nothing', number: null, list: '' });
    expect(await echo('?')).toEqual({ text: 'nothing', number: null, list: '' });
    expect(await echo('?text=&number=&&')).toEqual({ text: 'nothing', number: null, list: '' });
    expect(await echo('?text')).toMatchObject({ text: 'nothing' });
    expect(await echo('?text=a=b&number=-1')).toMatchObject({ text: 'a=b', number: -1 });
  });

  it.each([
    `'; DROP TABLE numbers; --`,
    '" OR 1=1',
    '@number',
    '${text}',
    '?',
    '%',
    '\\',
    '\n\r\t',
    '\u2028',
    '😀 한국어 עברית',
    'NULL',
    '{"a":1}',
  ])('are values and never SQL: %j', async (text) => {
    expect(await echo(`?text=${encodeURIComponent(text)}`)).toMatchObject({ text });
  });

  describe('undeclared ones', () => {
    it('are ignored and named in their order', async () => {
      expect(await ignoredBy('?text=a&zeta=1&alpha=2&zeta=3')).toBe('zeta, alpha');
      expect(await echo('?text=a&zeta=1')).toMatchObject({ text: 'a' });
      expect(await ignoredBy('?text=a')).toBeNull();
    });

    it.each([
      ['line breaks', '%0D%0ASet-Cookie%3A%20a%3Db', '%0D%0ASet-Cookie%3A%20a%3Db'],
      ['Unicode', '%E2%82%AC%F0%9F%98%80', '%E2%82%AC%F0%9F%98%80'],
      ['a comma', 'a%2C%20b', 'a%2C%20b'],
      ['NUL', '%00', '%00'],
      ['1000 characters', 'x'.repeat(1000), 'x'.repeat(64)],
      // Cutting at 64 goes through the emoji; half of it is not Unicode and becomes the replacement character.
      ['an emoji at the cut', `${'x'.repeat(63)}%F0%9F%98%80`, `${'x'.repeat(63)}%EF%BF%BD`],
      ['a prototype', '__proto__', '__proto__'],
    ])('can end nothing by their names: %s', async (_, name, shown) => {
      const answer = await call('echo', `?${name}=1`);
      expect(await assertRows(answer.clone())).toEqual([{ text: 'nothing', number: null, list: '' }]);
      expect(answer.headers.get('quern-ignored-parameters')).toBe(shown);
      expect(answer.headers.get('set-cookie')).toBeNull();
    });

    it('are named up to the twentieth of fifty', async () => {
      const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
      expect(await ignoredBy(`?${names.join('=1&')}`)).toBe(names.slice(0, 20).join(', '));
    });

    it('are not part of the cache key', async () => {
      const first = await call('cached', '?text=key');
      const second = await call('cached', '?utm_source=mail&text=key&_=123');
      expect(first.headers.get('cache-status')).toBe('quern; fwd=miss; stored');
      expect(second.headers.get('cache-status')).toBe('quern; hit; ttl=60');
      expect(second.headers.get('quern-ignored-parameters')).toBe('utm_source, _');
      expect(await second.text()).toBe(await first.text());
      // The names belong to the call, not to what is kept.
      expect((await call('cached', '?text=key')).headers.get('quern-ignored-parameters')).toBeNull();
    });

    it.each(['handling=strict', 'return=minimal, Handling=Strict', 'handling="strict"; foo=1', 'handling = strict'])(
      'are refused with Prefer: %s',
      async (prefer) => {
        const answer = await call('echo', '?text=a&txet=b&%0D=1', { prefer });
        const { errors } = await assertInvalidParameters(answer, ['txet', '\ufffd']);
        expect(errors?.[0]?.detail).toBe('"txet" is not a parameter of this endpoint. Did you mean "text"?');
        await assertRows(await call('echo', '?text=a', { prefer }));
      },
    );

    it.each(['handling=lenient', 'strict', 'return=minimal', 'handling=stricter'])(
      'are ignored with Prefer: %s',
      async (prefer) => {
        const answer = await call('echo', '?other=b', { prefer });
        expect(answer.headers.get('quern-ignored-parameters')).toBe('other');
        await assertRows(answer);
      },
    );

    it('are refused together with what else is wrong', async () => {
      const answer = await call('echo', '?number=x&other=b', { prefer: 'handling=strict' });
      await assertInvalidParameters(answer, ['number', 'other']);
    });
  });

  it('are refused all at once, whichever stage of the call reads them', async () => {
    const query = '?sql=x&limit=many&offset=-1&text=a&text=b&Text=c';
    const wrong = ['sql', 'limit', 'offset', 'text', 'Text'];
    await assertInvalidParameters(await call('cached', query), wrong);
    const { detail } = await assertInvalidParameters(await call('cached', `/rows.csv${query}&csv_safe=maybe`), [
      'csv_safe',
      ...wrong,
    ]);
    expect(detail).toBe('6 parameters are wrong; `errors` lists them.');
    await assertInvalidParameters(await call('cached', '?sql=x', { prefer: 'handling=strict' }), ['sql']);
  });

  it('are refused where a single one is given twice, even with the same value', async () => {
    for (const query of ['?text=a&text=b', '?text=a&text=a', '?text=a&text=', '?te%78t=a&text=b']) {
      const { detail } = await assertInvalidParameters(await call('echo', query), ['text']);
      expect(detail).toBe('"text" must be given once, not 2 times.');
    }
  });

  it.each(['%', '%zz', '%C3', '%C3%28', '%ED%A0%80', '%FF', 'a%2'])(
    'are refused where %s is no escape',
    async (text) => {
      for (const query of [`?text=${text}`, `?${text}=a`, `?undeclared=${text}`]) {
        await assertProblem(await call('echo', query), 'malformed_request');
      }
      await assertProblem(await call(text, ''), 'malformed_request');
    },
  );

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])('may be called %s', async (name) => {
    expect(await ignoredBy(`?${name}=polluted&${name}[x]=y`)).toBe(`${name}, ${name}%5Bx%5D`);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('are at most 100', async () => {
    const some = (count: number) => `?${Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')}`;
    await assertRows(await call('echo', some(100)));
    const { detail } = await assertProblem(await call('echo', some(101)), 'too_many_parameters');
    expect(detail).toBe('The URL has 101 parameters; 100 are allowed.');
  });

  it('make a URL of at most 16 KiB', async () => {
    const path = '/api/endpoints/query/echo?x=';
    const url = (bytes: number) => '?x='.padEnd(bytes - path.length + 3, 'x');
    await assertRows(await call('echo', url(16_384)));
    const { detail } = await assertProblem(await call('echo', url(16_385)), 'uri_too_long');
    expect(detail).toBe('The URL has 16385 bytes; 16384 are allowed.');
  });

  it('never hold SQL where the endpoint has no sandbox', async () => {
    for (const query of ['?sql=SELECT%201', '?sql=', '?s%71l=x']) {
      const { detail } = await assertInvalidParameters(await call('echo', query), ['sql']);
      expect(detail).toBe('"sql" can be sent to sandboxed endpoints only, and this one is not; leave it out.');
    }
    expect(await ignoredBy('?SQL=1')).toBe('SQL');
  });

  describe('max_rows', () => {
    const rows = async (upto: number) => {
      const answer = await call('rows', `?upto=${upto}`);
      return { truncated: answer.headers.get('quern-truncated'), rows: await assertRows<{ n: number }>(answer) };
    };

    it.each([
      [999, 999, null],
      [1000, 1000, null],
      [1001, 1000, 'true'],
      [1005, 1000, 'true'],
    ])('of 1000 makes of %s rows %s, and Quern-Truncated %s', async (matching, returned, flag) => {
      const { truncated, rows: found } = await rows(matching);
      expect(found.map(({ n }) => n)).toEqual(Array.from({ length: returned }, (_, index) => index + 1));
      expect(truncated).toBe(flag);
    });

    it('leaves an empty result empty', async () => {
      expect(await rows(0)).toEqual({ truncated: null, rows: [] });
    });
  });

  it('values of each kind are written as GoogleSQL’s TO_JSON_STRING writes them', async () => {
    expect(await (await call('kinds', '')).text()).toBe(
      '{"result":[{"int":1,"float":1.5,"bool":true,"text":"é\\"\\\\\\n","nothing":null,' +
        '"day":"2026-11-20","instant":"2026-11-20T10:00:00.25Z",' +
        '"exact":9007199254740991,"large":"9007199254740992","list":[1,2],"record":{"a":1,"b":"x"}}]}',
    );
  });
});
