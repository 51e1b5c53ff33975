import { endpointFile } from '../support/endpoint-file.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const KEY = { n: { name: 'n', type: 'INT64', nullable: false }, s: { name: 's', type: 'STRING', nullable: false } };

/** Pages of one row over texts, which parameters have rules for. */
const texts = (name: string, values: string, parameter: object = {}) =>
  endpointFile({
    name,
    parameters: { after: { type: 'string', ...parameter } },
    columns: [KEY.s],
    page: { size: 1, next: { after: 's' } },
    query: `SELECT s FROM UNNEST([${values}]) AS s WHERE @after IS NULL OR s > @after ORDER BY s LIMIT 2`,
  });

const ENDPOINTS = {
  'numbers.yaml': endpointFile({
    name: 'numbers',
    parameters: { above: { type: 'integer', max: 1_000 }, day: { type: 'date' } },
    columns: [KEY.n, { name: 'd', type: 'DATE', nullable: false }],
    page: { size: 2, next: { above: 'n', day: 'd' } },
    query: `SELECT n, DATE '2026-11-20' AS d FROM UNNEST(GENERATE_ARRAY(1, 5)) AS n
      WHERE @above IS NULL OR n > @above OR n = @above AND DATE '2026-11-20' > @day ORDER BY n, d`,
  }),
  'huge.yaml': endpointFile({
    name: 'huge',
    parameters: { above: { type: 'integer' } },
    columns: [KEY.n],
    page: { size: 1, next: { above: 'n' } },
    query:
      'SELECT n FROM UNNEST([-9223372036854775808, 9007199254740993, 9223372036854775807]) AS n WHERE @above IS NULL OR n > @above ORDER BY n',
  }),
  'empty.yaml': texts('empty', "'', 'a', '😀', '\\uFFFD'"),
  'short.yaml': texts('short', "'a', 'bcd', 'e'", { max_length: 2 }),
  'long.yaml': texts('long', "REPEAT('a', 4000), 'b'"),
  // It goes on with the very row that it ended with.
  'inclusive.yaml': endpointFile({
    name: 'inclusive',
    parameters: { above: { type: 'integer' } },
    columns: [KEY.n],
    page: { size: 2, next: { above: 'n' } },
    query: 'SELECT n FROM UNNEST([1, 2, 3]) AS n WHERE @above IS NULL OR n >= @above ORDER BY n',
  }),
  // It goes the other way.
  'turned.yaml': endpointFile({
    name: 'turned',
    parameters: { above: { type: 'integer' } },
    columns: [KEY.n],
    page: { size: 2, next: { above: 'n' } },
    query: 'SELECT n FROM UNNEST([1, 2, 3]) AS n WHERE @above IS NULL OR n > @above ORDER BY n DESC',
  }),
};

describe('cursors that are not as they were given', () => {
  let service: TestService;
  const get = async (name: string, cursor: string) =>
    service.get(`/api/endpoints/query/${name}?cursor=${encodeURIComponent(cursor)}`);
  const nextOf = async (name: string, search = '') =>
    (await service.get(`/api/endpoints/query/${name}${search}`)).headers.get('quern-next') ?? '';
  const encode = (parts: unknown) =>
    Buffer.from(typeof parts === 'string' ? parts : JSON.stringify(parts)).toString('base64url');
  const decode = (cursor: string) => JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
  let good: unknown[];
  /** The good one with other values. */
  const having = (...values: readonly unknown[]) => encode([...good.slice(0, 2), ...values]);

  beforeAll(async () => {
    service = await startService({ endpoints: ENDPOINTS });
    good = decode(await nextOf('numbers'));
  });
  afterAll(async () => service.close());

  it('are a version, a definition and the values of a row', () => {
    expect(good).toEqual([1, expect.stringMatching(/^[0-9a-f]{32}$/), '2', '2026-11-20']);
  });

  it.each<[string, () => string]>([
    ['garbage', () => 'abc'],
    ['with other characters', () => `${encode(good)}!`],
    ['padded', () => `${encode(good)}=`],
    ['cut off', () => encode(good).slice(0, -5)],
    ['of no UTF-8', () => Buffer.from([0x5b, 0xff, 0x5d]).toString('base64url')],
    ['an object', () => encode({ 0: 1 })],
    ['null', () => encode('null')],
    ['of nothing', () => encode([])],
    ['without values', () => having()],
    ['with one value less', () => having('2')],
    ['with one value more', () => having('2', '2026-11-20', 'x')],
    ['with a number for a text', () => having(2, '2026-11-20')],
    ['with null', () => having(null, '2026-11-20')],
    ['with a list', () => having(['2'], '2026-11-20')],
    ['nested deeply', () => encode('['.repeat(3000))],
    ['huge', () => having('2', 'x'.repeat(8000))],
  ])('%s: invalid_cursor', async (_, make) => {
    await assertProblem(await get('numbers', make()), 'invalid_cursor');
  });

  it.each<[string, () => string]>([
    ['of another definition', () => encode([1, 'f'.repeat(32), ...good.slice(2)])],
    ['of another version', () => encode([2, ...good.slice(1)])],
  ])('%s: cursor_outdated', async (_, make) => {
    await assertProblem(await get('numbers', make()), 'cursor_outdated');
  });

  it.each<[string, () => string, string]>([
    ['that are none of the type', () => having('two', '2026-11-20'), 'above'],
    ['beyond the rules', () => having('1001', '2026-11-20'), 'above'],
    ['that are empty', () => having('', '2026-11-20'), 'above'],
    ['that are no day', () => having('2', '2026-02-30'), 'day'],
    ['with SQL in them', () => having("2' OR '1'='1", '2026-11-20'), 'above'],
  ])('values %s are wrong parameters', async (_, make, parameter) => {
    const { errors } = await assertProblem(await get('numbers', make()), 'invalid_parameters');
    expect(errors?.map((each) => each.parameter)).toEqual([parameter]);
  });

  it('are input like any other: whoever makes one up gets what the values get', async () => {
    expect(await service.rows(`numbers?cursor=${having('4', '2026-11-20')}`)).toEqual([{ n: 5, d: '2026-11-20' }]);
  });

  it('twice, and beside values that are wrong, are a 400', async () => {
    const cursor = encode(good);
    for (const [search, parameter] of [
      [`cursor=${cursor}&cursor=${cursor}`, 'cursor'],
      [`cursor=${cursor}&above=x`, 'above'],
      [`cursor=${cursor}&above=1&above=2`, 'above'],
      [`Cursor=${cursor}`, 'Cursor'],
      [`cursor[]=${cursor}`, 'cursor[]'],
    ] as const) {
      const answer = await service.get(`/api/endpoints/query/numbers?${search}`);
      const { errors } = await assertProblem(answer, 'invalid_parameters');
      expect(errors?.map((each) => each.parameter)).toEqual([parameter]);
    }
    const body = (text: string) =>
      rawRequest(service.base, '/api/endpoints/query/numbers', {
        method: 'POST',
        headers: { 'x-api-key': TOKEN, 'content-type': 'application/json' },
        body: text,
      });
    await assertProblem(await body(`{"cursor": ["${cursor}", "${cursor}"]}`), 'invalid_parameters');
    await assertProblem(await body(`{"cursor": "${cursor}", "cursor": "${cursor}"}`), 'invalid_parameters');
    await assertProblem(await body('{"cursor": 5}'), 'invalid_cursor');
    expect((await body(`{"cursor": ["${cursor}"]}`)).status).toBe(200);
  });

  it('keep whole numbers that no double holds', async () => {
    const second = await nextOf('huge', `?cursor=${await nextOf('huge')}`);
    expect(decode(second).slice(2)).toEqual(['9007199254740993']);
    expect(await service.rows(`huge?cursor=${second}`)).toEqual([{ n: '9223372036854775807' }]);
  });

  it('keep an empty text, which no parameter can be given, and the order of GoogleSQL', async () => {
    const seen: unknown[] = [];
    for (let search = ''; ;) {
      const [row] = await service.rows<{ s: string }>(`empty${search}`);
      seen.push(row?.s);
      const next = await nextOf('empty', search);
      if (next === '') break;
      search = `?cursor=${next}`;
    }
    expect(seen).toEqual(['', 'a', '\uFFFD', '😀']);
  });

  it.each([
    ['short', '?after=a', 'A value of "s" is none that "after" takes.'],
    ['long', '', 'The last row’s key is too long for a cursor.'],
    ['inclusive', '?above=2', 'The first row does not come after the place where the page was to begin.'],
    ['turned', '?above=2', 'The first row does not come after the place where the page was to begin.'],
  ])('are not given out for a page that does not go on: %s', async (name, search, detail) => {
    const problem = await assertProblem(await service.get(`/api/endpoints/query/${name}${search}`), 'broken_page');
    expect(problem.detail).toBe(detail);
  });
});
