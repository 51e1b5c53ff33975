import { FORM_NAMES, FORMS } from '../../src/contract/form-names.js';
import { hashToken } from '../../src/access/token.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { readArrow } from '../support/forms/read-arrow.js';
import { queryParquet } from '../support/forms/read-parquet.js';
import { rawRequest } from '../support/http/raw-request.js';
import { scrape } from '../support/metrics.js';
import { startService, TOKEN, type TestService } from '../support/service.js';

const QUERY = '/api/endpoints/query';
const DURATIONS = 'http_server_request_duration_seconds';

const VALUES = `
  SELECT 9007199254740993 AS big, CAST('1.10' AS NUMERIC) AS price, 'a "quoted", text' AS text, '' AS empty, CAST(NULL AS STRING) AS missing,
    TIMESTAMP '2026-01-02 03:04:05.678901+00' AS moment, DATE '2026-01-02' AS day, [1, 2] AS list, STRUCT('x' AS a, 1 AS b) AS record, -1.5 AS ratio
  UNION ALL
  SELECT 1, CAST('2' AS NUMERIC), '=1+1', 'b', @text, TIMESTAMP '2026-01-02 00:00:00+00', DATE '2026-01-03', [], STRUCT('y', 2), 2.0
  ORDER BY big DESC`;

const ENDPOINTS = {
  'values.yaml': endpointFile({
    name: 'sample.values',
    parameters: { text: { type: 'string' } },
    caching: 900,
    query: VALUES,
  }),
  'uncached.yaml': endpointFile({ name: 'uncached', query: 'SELECT n FROM UNNEST([1, 2]) AS n ORDER BY n' }),
  'own.yaml': endpointFile({
    name: 'own',
    parameters: { csv_safe: { type: 'string' } },
    query: "SELECT CONCAT('=', @csv_safe) AS text",
  }),
  'cut.yaml': endpointFile({ name: 'cut', max_rows: 1, caching: 900, query: 'SELECT n FROM UNNEST([1, 2]) AS n' }),
  'broken.yaml': endpointFile({
    name: 'broken',
    parameters: { by: { type: 'integer', default: 0 } },
    query: 'SELECT 1 / (@by - @by) AS n',
  }),
};

const OTHER = 'a-token-of-another-key-of-the-tests';

describe('answers in other forms', () => {
  let service: TestService;

  const keys = [
    { id: 'all', sha256: hashToken(TOKEN), scopes: ['*', 'admin', 'metrics'] },
    { id: 'other', sha256: hashToken(OTHER), scopes: ['uncached'] },
  ];
  beforeAll(async () => {
    service = await startService({ endpoints: ENDPOINTS, keys: JSON.stringify({ keys }) });
  });
  afterAll(async () => service.close());

  const get = async (path: string, headers: Record<string, string> = {}) =>
    service.get(`${QUERY}/${path}`, { 'x-api-key': TOKEN, ...headers });
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
  const callsByRoute = async () => {
    const samples = await scrape(service, TOKEN);
    const routes = ['', '/rows.{form}'].map((end) => `http_route="${QUERY}/{endpoint}${end}"`);
    return routes.map((route) => {
      const series = [...samples].filter(([name]) => name.startsWith(`${DURATIONS}_count{`) && name.includes(route));
      return series.reduce((sum, [, count]) => sum + count, 0);
    });
  };
  const runsOf = async (name: string) => {
    const { result } = (await (await service.get(`/api/endpoints/${name}`)).json()) as {
      result: { runs: { misses: number }; cache: { entries: number; bytes: number } };
    };
    return result;
  };

  // It comes first, since a call is counted only when its connection has taken the last byte.
  it('are counted by the route that names the form, from memory or not', async () => {
    for (const path of ['cut', 'cut', 'cut/rows.csv', 'cut/rows.csv', 'cut/rows.json', 'cut/rows.json'])
      await get(path);
    await eventually(async () => (await callsByRoute()).reduce((sum, count) => sum + count, 0) >= 6);
    expect(await callsByRoute()).toEqual([2, 4]);
  });

  it('has the rows as JSON without an envelope, line by line, and as CSV with exact values', async () => {
    const { result } = (await (await get('sample.values')).json()) as { result: object[] };
    expect(await (await get('sample.values/rows.json')).json()).toEqual(result);
    const lines = (await (await get('sample.values/rows.ndjson')).text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(result);
    const csv = await get('sample.values/rows.csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="sample.values.csv"');
    expect(await csv.text()).toBe(
      [
        'big,price,text,empty,missing,moment,day,list,record,ratio',
        '9007199254740993,1.1,"a ""quoted"", text","",,2026-01-02T03:04:05.678901Z,2026-01-02,"[1,2]","{""a"":""x"",""b"":1}",-1.5',
        '1,2,=1+1,b,,2026-01-02T00:00:00Z,2026-01-03,[],"{""a"":""y"",""b"":2}",2',
        '',
      ].join('\r\n'),
    );
  });

  it('has the rows as Parquet and Arrow, which independent readers read with their types', async () => {
    const parquet = await bytes(await get('sample.values/rows.parquet'));
    const [row] = await queryParquet(parquet, 'typeof(big), typeof(price), typeof(moment), typeof(list)');
    expect(row).toEqual(['BIGINT', 'DECIMAL(38,9)', 'TIMESTAMP WITH TIME ZONE', 'BIGINT[]']);
    const arrow = readArrow(await bytes(await get('sample.values/rows.arrow')));
    expect(arrow.names).toEqual([
      'big',
      'price',
      'text',
      'empty',
      'missing',
      'moment',
      'day',
      'list',
      'record',
      'ratio',
    ]);
    expect(arrow.rows).toHaveLength(2);
  });

  it('makes every form of the one run, each hit after hit from memory with an ETag of its own', async () => {
    const path = (form: string) => `sample.values/rows.${form}?text=one-run`;
    const tags = new Set<string>();
    for (const form of FORM_NAMES) {
      const first = await get(path(form));
      const again = await get(path(form));
      expect(again.headers.get('cache-status')).toMatch(/^quern; hit/);
      expect(await bytes(again)).toEqual(await bytes(first));
      expect(again.headers.get('content-length')).toBe(first.headers.get('content-length'));
      const etag = again.headers.get('etag') ?? '';
      expect(await get(path(form), { 'if-none-match': etag })).toMatchObject({ status: 304 });
      tags.add(etag);
    }
    tags.add((await get('sample.values?text=one-run')).headers.get('etag') ?? '');
    expect(tags.size).toBe(FORM_NAMES.length + 1);
  });

  it('keeps forms within the memory of the cache, as no entries of their own, and runs once for all of them', async () => {
    const before = await runsOf('sample.values');
    await Promise.all(FORM_NAMES.map(async (form) => bytes(await get(`sample.values/rows.${form}?text=counted`))));
    const after = await runsOf('sample.values');
    expect(after.runs.misses).toBe(before.runs.misses + 1);
    expect(after.cache.entries).toBe(before.cache.entries + 1);
    expect(after.cache.bytes).toBeGreaterThan(before.cache.bytes + 5 * 200);
  });

  it('codes text where that makes it smaller, and no file that is compressed already', async () => {
    const text = encodeURIComponent('x'.repeat(3000));
    const coded = async (form: string) =>
      (await get(`sample.values/rows.${form}?text=${text}`, { 'accept-encoding': 'gzip' })).headers.get(
        'content-encoding',
      );
    expect(await coded('csv')).toBe('gzip');
    expect(await coded('csv')).toBe('gzip');
    expect(await coded('parquet')).toBeNull();
  });

  it.each([
    ['text/csv', 'text/csv; charset=utf-8; header=present'],
    ['application/x-ndjson', 'application/x-ndjson'],
    ['application/json;q=0.5, text/csv', 'text/csv; charset=utf-8; header=present'],
    ['text/*', 'text/csv; charset=utf-8; header=present'],
    ['text/html, */*;q=0.1', 'application/json; charset=utf-8'],
    ['application/json, text/plain, */*', 'application/json; charset=utf-8'],
    ['application/vnd.apache.parquet', 'application/vnd.apache.parquet'],
    ['text/csv;q=0, */*', 'application/json; charset=utf-8'],
    ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
    ['application/json;CHARSET="UTF-8"; q=0.9', 'application/json; charset=utf-8'],
    ['application/json;odata=verbose', 'application/json; charset=utf-8'],
    ['application/json;version=2', 'application/json; charset=utf-8'],
    ['application/json; profile="a,b;q=0"; q=0.5, text/csv;q=0.4', 'application/json; charset=utf-8'],
    ['text/csv; header=present', 'text/csv; charset=utf-8; header=present'],
    ['application/x-ndjson;charset=utf-8', 'application/x-ndjson'],
    ['application/vnd.apache.parquet; v=2', 'application/vnd.apache.parquet'],
  ])('takes Accept: %s at the plain URL for %s, also where another form of it is in memory', async (accept, type) => {
    for (const each of [accept, '*/*', accept]) {
      const answer = await get('sample.values?text=accept', { accept: each });
      expect(answer.headers.get('vary')).toContain('Accept,');
      expect(answer.headers.get('content-type')).toBe(each === '*/*' ? 'application/json; charset=utf-8' : type);
      expect(answer.headers.get('content-disposition')).toBeNull();
      const text = await answer.text();
      if (each === '*/*') expect(text).toMatch(/^\{"result":\[/);
    }
  });

  it.each([
    'text/html',
    'application/json;q=0',
    'application/json;charset=utf-8;odata=verbose;q=0',
    'text/csv;charset=iso-8859-1, text/csv;header=absent',
    'x'.repeat(8192),
    `text/csv, ${'a/b, '.repeat(1600)}`,
  ])('refuses what it has nothing for (%.60s)', async (accept) => {
    for (const path of ['sample.values', 'sample.values?text=hit']) {
      const { detail } = await assertProblem(await get(path, { accept }), 'not_acceptable');
      for (const form of FORM_NAMES) expect(detail).toContain(FORMS[form].mediaType);
    }
  });

  it('leaves it to the URL where that names the form', async () => {
    const answer = await get('sample.values/rows.csv', { accept: 'text/html' });
    expect(answer.headers.get('content-type')).toContain('text/csv');
  });

  it.each(['rows.xml', 'rows.CSV', 'rows.csv%00', 'rows.csv.gz', 'rows.__proto__', 'rows.csv_safe'])(
    'knows no %s, and says what there is',
    async (segment) => {
      const { detail } = await assertProblem(await get(`sample.values/${segment}`), 'form_not_found');
      expect(detail).toContain('rows.parquet');
    },
  );

  it('knows no other path below an endpoint', async () => {
    for (const path of ['sample.values/rows', 'sample.values/rows.', 'sample.values/csv', 'sample.values/rows.csv/x'])
      await assertProblem(await get(path), 'route_not_found');
  });

  it('is not there for a key that may not call the endpoint', async () => {
    for (const path of ['sample.values/rows.csv', 'sample.values/rows.xml', 'nothing/rows.csv', 'nothing/rows.xml'])
      await assertProblem(await get(path, { 'x-api-key': OTHER }), 'endpoint_not_found');
    expect(await (await get('uncached/rows.csv', { 'x-api-key': OTHER })).text()).toBe('n\r\n1\r\n2\r\n');
  });

  it('makes an answer that is not kept anew, and keeps no form of it', async () => {
    for (let count = 0; count < 2; count += 1) {
      const answer = await get('uncached/rows.ndjson');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).toBe('{"n":1}\n{"n":2}\n');
    }
    expect((await runsOf('uncached')).cache.bytes).toBe(0);
  });

  it('defuses formulas where that is asked for, in texts and nowhere else', async () => {
    const safe = await (await get('sample.values/rows.csv?csv_safe=true')).text();
    expect(safe).toContain("\r\n1,2,'=1+1,");
    expect(safe).toContain(',-1.5\r\n');
    for (const asLeftOut of ['false', '']) {
      const plain = await (await get(`sample.values/rows.csv?csv_safe=${asLeftOut}`)).text();
      expect(plain).toContain('\r\n1,2,=1+1,');
    }
    await assertProblem(await get('sample.values/rows.csv?csv_safe=perhaps'), 'invalid_parameters');
    await assertProblem(await get('sample.values/rows.csv?csv_safe=true&csv_safe=true'), 'invalid_parameters');
    // A slip would leave the formulas as they are.
    for (const slip of ['CSV_SAFE', 'csv_save', 'csvsafe'])
      await assertProblem(await get(`sample.values/rows.csv?${slip}=true`), 'invalid_parameters');
    expect((await get('sample.values/rows.json?CSV_SAFE=true')).headers.get('quern-ignored-parameters')).toBe(
      'CSV_SAFE',
    );
    // A parameter of the endpoint's own is the endpoint's.
    expect(await (await get('own/rows.csv?csv_safe=true')).text()).toBe('text\r\n=true\r\n');
  });

  it('says that rows were cut off, and answers with the problem where the query fails', async () => {
    expect((await get('cut/rows.csv')).headers.get('quern-truncated')).toBe('true');
    expect((await get('cut/rows.csv')).headers.get('quern-truncated')).toBe('true');
    const failed = await get('broken/rows.csv');
    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect(failed.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  it('takes parameters in a body as well, and HEAD', async () => {
    for (const method of ['POST', 'QUERY']) {
      const headers = { 'content-type': 'application/json', 'x-api-key': TOKEN };
      const body = '{"text":"from a body","csv_safe":true}';
      const answer = await rawRequest(service.base, `${QUERY}/sample.values/rows.csv`, { method, headers, body });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("'=1+1,b,from a body");
    }
    const head = await rawRequest(service.base, `${QUERY}/sample.values/rows.csv`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(
      (await get('sample.values/rows.csv')).headers.get('content-length'),
    );
  });

  it('shares the making of a form among those who ask at once, and with other keys nothing but that', async () => {
    const path = 'sample.values/rows.parquet?text=together';
    const answers = await Promise.all(Array.from({ length: 8 }, async () => bytes(await get(path))));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});
