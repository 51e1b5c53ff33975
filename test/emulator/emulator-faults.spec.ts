import { setTimeout } from 'node:timers/promises';
import { type Emulator, type EmulatorAnswer, startEmulator } from '../support/engines/emulator.js';

/**
 * Where the emulator differs from BigQuery, each by a minimal request. `docs/how-to/bigquery-emulator.md` tells what is right and
 * which tests have to do without. A test that fails here is good news: the exception can go.
 */
describe('the emulator, other than BigQuery,', () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator();
  });

  afterAll(() => emulator.stop());

  const value = ({ body }: EmulatorAnswer) => body.rows?.[0]?.f[0]?.v;
  const type = ({ body }: EmulatorAnswer) => body.schema?.fields[0]?.type;
  const select = (expression: string) => emulator.query(`SELECT ${expression} AS x`);
  const bound = (expression: string, parameterType: object, parameterValue: object) =>
    emulator.query(`SELECT ${expression} AS x`, {
      parameterMode: 'NAMED',
      queryParameters: [{ name: 'v', parameterType, parameterValue }],
    });
  const arrayOf = (element: string) => ({ type: 'ARRAY', arrayType: { type: element } });

  it('answers NaN with NULL, and infinity with +Inf', async () => {
    expect(value(await select('IEEE_DIVIDE(0, 0)'))).toBeNull();
    expect(value(await select('IEEE_DIVIDE(1, 0)'))).toBe('+Inf');
    expect(value(await select('IEEE_DIVIDE(-1, 0)'))).toBe('-Inf');
    expect(value(await bound('@v', { type: 'FLOAT64' }, { value: 'NaN' }))).toBeNull();
  });

  it('writes a TIMESTAMP inside of a record as text, whatever is asked for', async () => {
    expect(value(await select(`TIMESTAMP '1970-01-01 00:00:01'`))).toBe('1000000');
    expect(value(await select(`STRUCT(TIMESTAMP '1970-01-01 00:00:01' AS t)`))).toEqual({
      f: [{ v: '1970-01-01 00:00:01+00' }],
    });
  });

  it.each(['STRING', 'FLOAT64', 'BOOL', 'TIMESTAMP', 'DATE'])('takes a NULL of %s for an INT64', async (name) => {
    expect(type(await bound('@v', { type: name }, { value: null }))).toBe('INTEGER');
  });

  it('has no WITH in brackets behind another WITH', async () => {
    const { status } = await emulator.query('WITH a AS (SELECT 1 AS x) (WITH b AS (SELECT x FROM a) SELECT x FROM b)');
    expect(status).toBe(400);
  });

  it.each([
    'SELECT 1 AS x FULL OUTER UNION ALL BY NAME SELECT 2 AS x, 3 AS y',
    'FROM (SELECT 1 AS x) |> WITH b AS (SELECT 1 AS x) |> JOIN b USING (x)',
    'WITH a AS (SELECT 1 AS n), b AS (SELECT 1 AS n) (SELECT n FROM a WHERE EXISTS (FROM b |> WHERE b.n = a.n))',
  ])('does not know %s', async (sql) => {
    const { status } = await emulator.query(sql);
    expect(status).not.toBe(200);
  });

  it('refuses a parameter that the query does not use', async () => {
    const unused = [{ name: 'v', parameterType: { type: 'INT64' }, parameterValue: { value: '1' } }];
    const { status } = await emulator.query('SELECT 1 AS x', { parameterMode: 'NAMED', queryParameters: unused });
    expect(status).toBe(400);
  });

  it('takes a DATE, and every ARRAY, for STRING', async () => {
    expect(type(await bound('@v', { type: 'DATE' }, { value: '2026-11-20' }))).toBe('STRING');
    for (const name of ['INT64', 'FLOAT64', 'BOOL', 'TIMESTAMP', 'DATE']) {
      expect(type(await bound('@v', arrayOf(name), { arrayValues: [] }))).toBe('STRING');
    }
  });

  it('takes an ARRAY that is NULL for an empty one', async () => {
    expect(value(await bound('@v IS NULL', arrayOf('STRING'), {}))).toBe('false');
  });

  it('names a column without a name $col1, not f0_', async () => {
    const { body } = await emulator.query('SELECT 1');
    expect(body.schema?.fields[0]?.name).toBe('$col1');
  });

  it('leaves the type of a RANGE out, and encodes INTERVAL and RANGE as they are cast to text', async () => {
    expect(type(await select(`RANGE<DATE> '[2026-11-01, 2026-12-01)'`))).toBeUndefined();
    expect(value(await select('TO_JSON_STRING(INTERVAL 1 DAY)'))).toBe('"0-0 1 0:0:0"');
    expect(value(await select(`TO_JSON_STRING(RANGE<DATE> '[2026-11-01, UNBOUNDED)')`))).toBe(
      '"[2026-11-01, UNBOUNDED)"',
    );
  });

  it.each(['SELECT', 'SELECT nope', 'SELECT 1 FROM nope', `SELECT REGEXP_CONTAINS('a', '(')`, 'SELECT 1 / 0'])(
    'gives jobInternalError for a reason: %s',
    async (sql) => {
      const { status, body } = await emulator.query(sql);
      expect([status, body.error?.errors[0]?.reason]).toEqual([400, 'jobInternalError']);
    },
  );

  it('lets INT64 overflow, and NULL stand in an ARRAY of the answer', async () => {
    expect(value(await select('9223372036854775807 + 1'))).toBe('-9223372036854775808');
    expect(value(await select('[1, NULL]'))).toEqual([{ v: '1' }, { v: null }]);
  });

  it('counts NULL among the values of APPROX_QUANTILES', async () => {
    const nulls = 'UNNEST([1, NULL, NULL, NULL, NULL]) AS n';
    expect(value(await emulator.query(`SELECT APPROX_QUANTILES(n, 100)[OFFSET(95)] FROM ${nulls}`))).toBeNull();
  });

  it('loses the row that LEFT JOIN UNNEST of an empty array keeps', async () => {
    const left = 'UNNEST([STRUCT(ARRAY<INT64>[] AS items)]) AS t LEFT JOIN UNNEST(t.items) AS item';
    expect(value(await emulator.query(`SELECT COUNT(*) FROM ${left}`))).toBe('0');
  });

  it('runs a dry run, and tells no bytes', async () => {
    const { body } = await emulator.query('SELECT 1', { dryRun: true });
    expect(body.rows).toHaveLength(1);
    expect(body).not.toHaveProperty('totalBytesProcessed');
  });

  it('gives all rows at once', async () => {
    const { body } = await emulator.query('SELECT x FROM UNNEST([1, 2, 3]) AS x', { maxResults: 1 });
    expect(body.rows).toHaveLength(3);
    expect(body).not.toHaveProperty('pageToken');
  });

  it('waits for the end of a query as long as it takes, and runs no other meanwhile', async () => {
    const slow = emulator.query(
      'SELECT SUM(a * b) FROM UNNEST(GENERATE_ARRAY(1, 600)) AS a CROSS JOIN UNNEST(GENERATE_ARRAY(1, 1000)) AS b',
      { timeoutMs: 100, jobTimeoutMs: '100' },
    );
    const ended: string[] = [];
    const asked = performance.now();
    const other = setTimeout(50).then(async () => emulator.query('SELECT 1'));
    await Promise.all([slow.then(() => ended.push('slow')), other.then(() => ended.push('other'))]);
    expect(performance.now() - asked).toBeGreaterThan(100);
    expect(ended).toEqual(['slow', 'other']);
    expect((await slow).body).toMatchObject({ jobComplete: true });
  });

  it('creates no table with a nested field that is called like a keyword', async () => {
    const fields = [{ name: 'r', type: 'RECORD', fields: [{ name: 'limit', type: 'STRING' }] }];
    const tableReference = { projectId: 'quern', datasetId: 'logs', tableId: 'keywords' };
    const { body } = await emulator.ask('/datasets/logs/tables', { tableReference, schema: { fields } });
    expect(body.error?.message).toMatch(/Syntax error: .* keyword LIMIT/);
  });

  it('cannot read nested rows that came by insertAll', async () => {
    const inner = { name: 'b', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'c', type: 'STRING' }] };
    const fields = [{ name: 'a', type: 'RECORD', mode: 'REPEATED', fields: [inner] }];
    const tableReference = { projectId: 'quern', datasetId: 'logs', tableId: 'nested' };
    await emulator.ask('/datasets/logs/tables', { tableReference, schema: { fields } });
    await emulator.ask('/datasets/logs/tables/nested/insertAll', { rows: [{ json: { a: [{ b: [{ c: 'x' }] }] } }] });
    const { body } = await emulator.query('SELECT c FROM nested, UNNEST(a) AS a, UNNEST(a.b) AS b');
    expect(body.error?.message).toContain('failed to convert struct from array');
  });
});
