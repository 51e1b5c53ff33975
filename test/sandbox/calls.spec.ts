import { assertInvalidParameters, assertProblem } from '../support/http/assert-problem.js';
import { endpointFile } from '../support/endpoint-file.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const QUERY = '/api/endpoints/query';

const HITS = [
  { path: '/a', ms: 5, tenant: 'acme' },
  { path: '/a', ms: 7, tenant: 'acme' },
  { path: '/b', ms: 9, tenant: 'acme' },
  { path: '/c', ms: 1, tenant: 'other' },
];

const VISITS = [{ path: '/a', seen: '2026-11-25T00:00:00Z' }];

const OPEN = {
  sandboxing: 'enabled',
  parameters: { tenant: { type: 'string', default: 'acme' }, least: { type: 'integer', default: 0 } },
  max_rows: 3,
  query: `
    WITH hits AS (SELECT path, ms FROM requests WHERE tenant = @tenant AND ms >= @least),
         busy AS (SELECT path, COUNT(*) AS n FROM hits GROUP BY path)
    SELECT path, n FROM busy ORDER BY path`,
};

const ENDPOINTS = {
  'open.yaml': endpointFile({ name: 'open', ...OPEN, id: '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a' }),
  'cached.yaml': endpointFile({ name: 'cached', ...OPEN, caching: 60 }),
  'recent.yaml': endpointFile({
    name: 'recent',
    sandboxing: 'enabled',
    caching: 60,
    query: `WITH hits AS (SELECT seen, path FROM visits WHERE seen > TIMESTAMP '2026-11-24') SELECT path FROM hits`,
  }),
  'dividing.yaml': endpointFile({
    name: 'dividing',
    sandboxing: 'enabled',
    query: 'WITH halves AS (SELECT ms, ms / ms AS one FROM requests) SELECT ms FROM halves',
  }),
  'closed.yaml': endpointFile({ name: 'closed', query: 'WITH a AS (SELECT 1 AS n) SELECT n FROM a' }),
};

describe('SQL of callers’ own', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({
      endpoints: ENDPOINTS,
      tables: { requests: HITS, visits: VISITS, secrets: [{ word: 'canary' }] },
    });
  });
  afterAll(async () => service.close());

  const ask = async (sql: string, rest = '', endpoint = 'open') =>
    service.get(`${QUERY}/${endpoint}?sql=${encodeURIComponent(sql)}${rest}`);
  const post = async (body: unknown, endpoint = 'open', headers: Record<string, string> = {}) =>
    fetch(`${service.base}${QUERY}/${endpoint}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'x-api-key': TOKEN, 'content-type': 'application/json', ...headers },
    });
  const rowsOf = async (answer: Response) => {
    const text = await answer.text();
    expect([answer.status, text]).toEqual([200, expect.stringMatching(/^\{"result"/)]);
    return (JSON.parse(text) as { result: unknown[] }).result;
  };
  const detailOf = async (answer: Response) => {
    const { code, detail } = (await answer.json()) as { code: string; detail: string };
    expect([answer.status, code]).toEqual([400, 'invalid_sql']);
    return detail;
  };

  it('says where it failed as it ran, in the text as it was written, and what to write there', async () => {
    expect(await detailOf(await post({ sql: '-- a / b\nSELECT path,\n   ms /  (ms - ms) AS x FROM hits' }))).toBe(
      'Line 3, column 7: the query failed as it ran: division by zero; SAFE_DIVIDE(a, b) is NULL for a divisor of 0.',
    );
    expect(await detailOf(await ask('SELECT CAST(path AS INT64) AS x FROM hits'))).toContain(
      'Line 1, column 8: the query failed as it ran: bad INT64 value; SAFE_CAST(x AS INT64)',
    );
    // The author’s SQL divides as well.
    expect(await detailOf(await ask('SELECT 1 / (ms - ms) AS x FROM halves', '', 'dividing'))).toBe(
      'The query failed as it ran: division by zero.',
    );
  });

  it('tells in `meta` of times that the endpoint’s queries do not have, of a hit too', async () => {
    const metaOf = async (sql: string) => {
      const answer = await post({ sql }, 'recent', { prefer: 'include=meta' });
      return ((await answer.json()) as { meta: Record<string, unknown> }).meta;
    };
    const beyond = "SELECT path FROM hits WHERE seen > '2026-11-18'";
    for (const cache of ['miss', 'hit']) {
      expect(await metaOf(beyond)).toMatchObject({
        cache,
        remarks: [expect.stringMatching(/^hits begins at 2026-11-24T00:00:00Z: the SQL asks for an earlier seen/)],
      });
    }
    expect(await metaOf("SELECT path FROM hits WHERE seen > '2026-11-24 12:00:00+00'")).not.toHaveProperty('remarks');
  });

  it('runs in place of the endpoint’s own SELECT, over its WITH queries', async () => {
    expect(await rowsOf(await ask('SELECT MAX(ms) AS most FROM hits'))).toEqual([{ most: 9 }]);
    expect(await rowsOf(await ask('SELECT path FROM busy WHERE n > 1'))).toEqual([{ path: '/a' }]);
  });

  it('is left out, or empty: then the endpoint answers by itself', async () => {
    const own = [
      { path: '/a', n: 2 },
      { path: '/b', n: 1 },
    ];
    expect(await rowsOf(await service.get(`${QUERY}/open`))).toEqual(own);
    expect(await rowsOf(await ask(''))).toEqual(own);
    expect(await rowsOf(await post({}))).toEqual(own);
  });

  it('has WITH queries of its own, which hide the endpoint’s in its own text alone', async () => {
    const sql = `WITH hits AS (SELECT 'mine' AS path) SELECT h.path, b.n FROM hits AS h CROSS JOIN busy AS b ORDER BY b.n`;
    expect(await rowsOf(await ask(sql))).toEqual([
      { path: 'mine', n: 1 },
      { path: 'mine', n: 2 },
    ]);
    const shadow = 'WITH secrets AS (SELECT 1 AS word) SELECT word FROM secrets';
    expect(await rowsOf(await ask(shadow))).toEqual([{ word: 1 }]);
  });

  it('uses the endpoint’s parameters, all or none of them', async () => {
    expect(await rowsOf(await ask('SELECT @tenant AS t', '&tenant=x'))).toEqual([{ t: 'x' }]);
    expect(await rowsOf(await ask('SELECT COUNT(*) AS n FROM hits', '&tenant=other'))).toEqual([{ n: 1 }]);
    expect(await detailOf(await ask('SELECT @who AS t'))).toMatch(/parameter @who is not declared\. There are @/);
    await assertInvalidParameters(await ask('SELECT 1 AS x', '&least=many'), ['least']);
  });

  it('has the endpoint’s limit of rows', async () => {
    const answer = await ask('SELECT x FROM UNNEST([1, 2, 3, 4]) AS x ORDER BY x');
    expect(answer.headers.get('quern-truncated')).toBe('true');
    expect(await rowsOf(answer)).toEqual([{ x: 1 }, { x: 2 }, { x: 3 }]);
  });

  it('has so many words and symbols, whatever they mean', async () => {
    const list = (count: number) => `SELECT COUNT(*) AS n FROM hits WHERE ms IN (${Array(count).fill('1').join(',')})`;
    expect((await post({ sql: list(4900) })).status).toBe(200);
    expect(await detailOf(await post({ sql: list(5000) }))).toContain('too many words and symbols; 10000 are allowed');
    // What comes behind them is not looked at.
    expect(await detailOf(await post({ sql: `${list(5000)} 'not closed` }))).toContain('too many words');
  });

  it('is cached by what it says, not by how it is laid out', async () => {
    const status = async (sql: string) => (await ask(sql, '', 'cached')).headers.get('cache-status')?.split(';')[1];
    expect(await status('SELECT MIN(ms) AS least FROM hits')).toBe(' fwd=miss');
    expect(await status('SELECT  MIN( ms )\n AS least -- of all\nFROM hits /* so few */ ;')).toBe(' hit');
    expect(await status('SELECT MIN(ms) AS fewest FROM hits')).toBe(' fwd=miss');
    const posted = await post({ sql: 'SELECT MIN(ms) AS least FROM hits' }, 'cached');
    expect(posted.headers.get('cache-status')).toContain('hit');
    expect((await service.get(`${QUERY}/cached`)).headers.get('cache-status')).toContain('fwd=miss');
  });

  it('is posted as JSON, by id and by name, with the same answers', async () => {
    const sql = 'SELECT @least AS least, COUNT(*) AS n FROM hits';
    const got = await ask(sql, '&least=6');
    const posted = await post({ sql, least: 6, tenant: null }, '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a');
    expect(posted.headers.get('etag')).toBe(got.headers.get('etag'));
    expect(await posted.text()).toBe(await got.text());
    expect(await rowsOf(await post({ sql: `SELECT 1 AS x ${' '.repeat(40_000)}` }))).toEqual([{ x: 1 }]);
    const queried = await rawRequest(service.base, `${QUERY}/open`, {
      method: 'QUERY',
      headers: { 'x-api-key': TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ sql, least: 6 }),
    });
    expect(queried.headers.get('etag')).toBe(got.headers.get('etag'));
    expect(await rowsOf(queried)).toEqual([{ least: 6, n: 2 }]);
  });

  it.each<[string, number, string, unknown, Record<string, string>]>([
    ['no JSON', 400, 'malformed_request', '{', {}],
    ['a list', 400, 'malformed_request', [1], {}],
    ['a null', 400, 'malformed_request', 'null', {}],
    ['an object for a value', 400, 'invalid_parameters', { least: { a: 1 } }, {}],
    ['an integer that JSON does not hold', 400, 'invalid_parameters', '{"least": 9007199254740993}', {}],
    ['two texts', 400, 'invalid_parameters', { sql: ['SELECT 1', 'SELECT 2'] }, {}],
    ['too many values', 400, 'too_many_parameters', { least: Array(10_001).fill(1) }, {}],
    ['too much', 413, 'body_too_large', { sql: 'x'.repeat(65 * 1024) }, {}],
    ['a form', 415, 'unsupported_media_type', 'sql=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a coding', 415, 'unsupported_media_type', '{}', { 'content-encoding': 'gzip' }],
  ])('is refused in a body with %s', async (_, status, code, body, headers) => {
    const answer = await post(body, 'open', headers);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
  });

  it('is told where a body stops being JSON', async () => {
    const answer = await post('{"sql": "SELECT 1",\n "least": five}', 'open');
    await expect(answer.json()).resolves.toMatchObject({
      detail: 'The body is not JSON: what stands at line 2, column 11 cannot stand there.',
    });
  });

  it('takes no parameters of a URL beside those of a body', async () => {
    await assertProblem(await post({}, 'open?least=5'), 'malformed_request');
  });

  it('is refused where the endpoint is not sandboxed', async () => {
    await assertInvalidParameters(await ask('SELECT 1', '', 'closed'), ['sql']);
    const posted = await post({ sql: 'SELECT 1' }, 'closed');
    await assertInvalidParameters(posted, ['sql']);
    await assertProblem(await post({ sql: 'SELECT 1' }, 'nothing'), 'endpoint_not_found');
    const answer = await rawRequest(service.base, `${QUERY}/open`, { method: 'DELETE' });
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, QUERY');
  });

  it('is told what it may read, where it went wrong, and nothing of what lies behind', async () => {
    const detail = await detailOf(await ask('SELECT path\n  FROM /* all of */ hit'));
    expect(detail).toBe('Line 2, column 21: there is no table "hit". Did you mean "hits"? ' + 'There are hits, busy.');
    expect(await detailOf(await ask('SELECT pth FROM hits'))).toContain(
      'Line 1, column 8: unrecognized name "pth". Did you mean "path"? There are path, ms, hits.',
    );
    expect(await detailOf(await ask('SELECT n FROM hits'))).toContain(
      'unrecognized name "n". It is a column of busy, out of reach here. There are path, ms, hits.',
    );
    expect(await detailOf(await ask('SELECT n'))).toContain(
      'unrecognized name "n". It is a column of busy, out of reach here. To read from, there are hits, busy.',
    );
    expect(await detailOf(await ask('SELECT hits.path FROM busy'))).toContain(
      'unrecognized name "hits"; it is not in FROM here, or has another name there. There are path, n, busy.',
    );
    const wide = Array.from({ length: 40 }, (_, index) => `${index} AS c${index}`).join(', ');
    expect(await detailOf(await post({ sql: '-- all\nSELECT one,\n  two FROM hits' }))).toBe(
      'Line 2, column 8: unrecognized name "one". There are path, ms, hits. ' +
        'Line 3, column 3: unrecognized name "two". There are path, ms, hits.',
    );
    expect(await detailOf(await post({ sql: `SELECT nope FROM (SELECT ${wide})` }))).toMatch(
      /There are c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 and 30 more\.$/,
    );
    expect(await detailOf(await ask('SELECT path, COUNT(*) AS n FROM hits'))).toContain(
      'neither in GROUP BY nor in an aggregate',
    );
    for (const table of ['requests', 'secrets', 'nothing_at_all']) {
      const refusal = await detailOf(await ask(`SELECT * FROM ${table}`));
      expect(refusal.replace(table, 'x')).toBe((await detailOf(await ask('SELECT * FROM x'))).replaceAll(table, 'x'));
      expect(refusal).not.toMatch(/tenant|duck/i);
    }
  });

  it.each([
    ["SELECT path FROM hits WHERE REGEXP_CONTAINS(path, '(')", 'column 51', 'missing ) in "("'],
    ["SELECT REGEXP_EXTRACT(path, '[a') AS x FROM hits", 'column 29', 'missing ] in "[a"'],
    ["SELECT REGEXP_SUBSTR(path, ('a**')) AS x FROM hits", 'column 28', 'bad repetition operator in "**"'],
    ["SELECT REGEXP_EXTRACT_ALL(path, '*a') AS x FROM hits", 'column 33', 'no argument for repetition operator in "*"'],
    ["SELECT REGEXP_INSTR(path, '[a') AS x FROM hits", 'column 27', 'missing ] in "[a"'],
    ["SELECT REGEXP_REPLACE(path, 'a\\\\', '') AS x FROM hits", 'column 29', 'trailing \\'],
    ["SELECT REGEXP_CONTAINS('a', 'a'), REGEXP_CONTAINS(path, 'b{2,1}') FROM hits", 'column 57', 'invalid repetition'],
    ["SELECT REGEXP_CONTAINS(path, CONCAT('(', 'a')) AS x FROM hits", 'column 30', 'missing ) in "(a"'],
    [`SELECT REGEXP_EXTRACT(path, '[a') AS x FROM hits -- ${'x'.repeat(3000)}`, 'column 29', 'missing ] in "[a"'],
  ])('is told the place of a pattern that is none, and why: %.60s', async (sql, place, reason) => {
    expect(await detailOf(await post({ sql }))).toContain(
      `Line 1, ${place}: this is no regular expression of RE2: ${reason}`,
    );
  });

  it('is told of a pattern that is a parameter’s value as of any such value', async () => {
    const sql = "SELECT REGEXP_CONTAINS('a', '(a)') AS a, REGEXP_CONTAINS('a', @tenant) AS b";
    await assertProblem(await ask(sql, '&tenant=('), 'invalid_value');
    expect(await rowsOf(await ask("SELECT SAFE.REGEXP_CONTAINS('a', '(') AS a"))).toEqual([{ a: null }]);
  });

  it.each([
    ['from.', 'column 5: syntax error: unexpected ".", a name has to stand here'],
    ['FROM a.', 'column 8: syntax error: the query ends too early'],
    ['SELECT 1 FROM .', 'column 15: syntax error: unexpected ".", a name has to stand here'],
    ['SELECT 1 x DROP id', 'column 12: syntax error: unexpected "DROP"'],
  ])('is told what is wrong with it, and where: %s', async (sql, problem) => {
    expect(await detailOf(await ask(sql))).toBe(`Line 1, ${problem}.`);
  });

  it('shows in the listing', async () => {
    expect(await (await service.get('/api/endpoints/open')).text()).toContain('"sandboxing":"enabled"');
  });
});
