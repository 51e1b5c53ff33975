import { type Argument, type ScalarType } from '../../src/engines/engine.js';
import { type QuernError } from '../../src/errors/quern-error.js';
import {
  argument,
  type BigQueryServer,
  failureOf,
  failureReply,
  openBigQuery,
  startBigQueryServer,
  statementOf,
} from '../support/engines/bigquery-server.js';

type Given = Readonly<Record<string, string | bigint | number | null>>;

function given(values: Given): Argument[] {
  const types: Readonly<Record<string, ScalarType>> = { bigint: 'INT64', number: 'FLOAT64', string: 'STRING' };
  return Object.entries(values).map(([name, value]) => argument(name, types[typeof value] ?? 'INT64', value));
}

describe('values that BigQuery cannot use', () => {
  let server: BigQueryServer;

  beforeAll(async () => {
    server = await startBigQueryServer();
  });

  afterAll(() => server.close());

  const failWith = async (
    message: string,
    sql: string,
    values: Given,
    reason = 'invalidQuery',
  ): Promise<QuernError> => {
    server.answers(failureReply(400, reason, message));
    const engine = await openBigQuery(server.url);
    return (await failureOf(engine.run(statementOf({ sql, parameters: given(values) })))) as QuernError;
  };

  it.each<[string, string, Given, string]>([
    ['division by zero: 1 / 0', 'SELECT i / @n FROM t', { n: 0n }, '"n": division by zero'],
    ['Division by zero: 1 / 0', 'SELECT i / (@n * 60) FROM t', { n: 0n }, '"n": division by zero'],
    ['division by zero: 1 / 0', 'SELECT 10 / CAST(@n AS FLOAT64) FROM t', { n: 0n }, '"n": division by zero'],
    ['division by zero: DIV(1, 0)', 'SELECT DIV(i, COALESCE(@n, 0)), a / b FROM t', { n: null }, '"n": division'],
    ['division by zero: MOD(1, 0)', 'SELECT MOD(i, @n - @m) FROM t', { n: 2n, m: 2n }, '"n", "m": division'],
    ['Invalid time zone: Mars', 'SELECT DATE(ts, @z) FROM t', { z: 'Mars' }, '"z": there is no such time zone'],
    ['Invalid time zone: Mars', "SELECT DATE(ts, COALESCE(@z, 'UTC')) FROM t", { z: 'Mars' }, '"z": there is no such'],
    [
      'Bad int64 value: secret',
      'SELECT CAST(@s AS INT64), CAST(s AS INT64) FROM t',
      { s: 'secret' },
      '"s": it cannot be',
    ],
    ["Invalid date: 'secret'; error in SELECT", 'SELECT DATE(@s)', { s: 'secret' }, '"s": it cannot be read'],
    ['Failed to parse input string "secret"', "SELECT PARSE_DATE('%F', @s)", { s: 'secret' }, '"s": it cannot be read'],
    [
      'Input calculates to invalid date: 2026-02-30',
      'SELECT DATE(@y, 2, 30)',
      { y: 2026n },
      '"y": there is no such date',
    ],
    ['Array index 5 is out of bounds', 'SELECT a[OFFSET(@n)] FROM t', { n: 5n }, '"n": array index is out of bounds'],
    ['Third argument in SUBSTR() cannot be negative', 'SELECT SUBSTR(s, 1, @n) FROM t', { n: -1n }, '"n": a length'],
  ])('are the caller’s: %s', async (message, sql, values, told) => {
    const error = await failWith(message, sql, values);
    expect(error).toMatchObject({ code: 'invalid_value', status: 400 });
    expect(error.detail).toContain(told);
    expect(JSON.stringify([error.message, error.detail])).not.toMatch(/secret|Mars|SUBSTR/);
    expect((error.cause as Error).message).toContain(message);
  });

  it.each<[string, string, Given]>([
    ['division by zero: 1 / 0', 'SELECT a / b FROM t', { n: 0n }],
    ['division by zero: 1 / 0', 'SELECT i / @n, a / b FROM t', { n: 2n }],
    ['division by zero: 1 / 0', 'SELECT i / (@n - @n), a / b FROM t', { n: 2n }],
    ['division by zero: 1 / 0', 'SELECT IF(@n = 0, 0, i / @n), a / b FROM t', { n: 0n }],
    ['division by zero: 1 / 0', 'SELECT @n / b FROM t', { n: 0n }],
    ['division by zero: 1 / 0', 'SELECT i / LENGTH(@s) FROM t', { s: '' }],
    ['Invalid time zone: Mars', 'SELECT DATE(ts, z), DATE(ts, @z) FROM t', { z: 'Europe/Oslo' }],
    ['Bad int64 value: secret', 'SELECT CAST(s AS INT64), LOWER(@s) FROM t', { s: 'secret' }],
    ['Bad int64 value: secret', 'SELECT CAST(s AS INT64), CAST(@s AS INT64) FROM t', { s: '5' }],
    ['Array index 5 is out of bounds', 'SELECT a[OFFSET(@n)], a[OFFSET(i)] FROM t', { n: 1n }],
    ['Something new about 0', 'SELECT i / @n FROM t', { n: 0n }],
    ['division by zero: 1 / 0', 'SELECT FROM', { n: 0n }],
  ])('may not be to blame for %s of %s', async (message, sql, values) => {
    const error = await failWith(message, sql, values);
    expect(error).toMatchObject({ code: 'query_failed', status: 502 });
  });

  it('are not looked at where BigQuery says that it is something else', async () => {
    const error = await failWith('division by zero', 'SELECT 1 / @n', { n: 0n }, 'accessDenied');
    expect(error.code).toBe('query_failed');
  });

  it('do not tell of a pattern where the call has no text', async () => {
    const message = 'Cannot parse regular expression: missing ): (secret';
    const sql = 'SELECT REGEXP_CONTAINS(s, p) FROM t WHERE i = @n';
    expect(await failWith(message, sql, { n: 1n })).toMatchObject({ code: 'query_failed' });
    expect(await failWith(message, 'SELECT REGEXP_CONTAINS(s, @p) FROM t', { p: '(secret' })).toMatchObject({
      code: 'invalid_value',
    });
  });
});
