import { useDuckDb } from '../../../../../test/support/duckdb.js';

describe('arithmetic with dates and times', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [
      `DATE '2026-12-31' + 1, 1 + DATE '2026-01-01', DATE '2026-01-01' - 1, '2026-10-15' + 1, DATE '2026-01-01' + CAST(NULL AS INT64)`,
      ['2027-01-01', '2026-01-02', '2025-12-31', '2026-10-16', null],
    ],
    // A DATE moved by an INTERVAL is a DATETIME.
    [
      `DATE '2026-01-31' + INTERVAL 1 MONTH, DATE '2026-01-31' - INTERVAL 1 SECOND, INTERVAL 3 HOUR + DATETIME '2026-01-31 10:00:00'`,
      ['2026-02-28T00:00:00', '2026-01-30T23:59:59', '2026-01-31T13:00:00'],
    ],
    [
      `TIMESTAMP '2026-01-31' - INTERVAL 1 WEEK, TIMESTAMP '2026-01-31' + INTERVAL n DAY, CAST(NULL AS TIMESTAMP) + INTERVAL 1 DAY FROM UNNEST([-1]) AS n`,
      ['2026-01-24T00:00:00Z', '2026-01-30T00:00:00Z', null],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`DATE '9999-12-31' + 1`, 'out of range'],
    [`DATE '0001-01-01' - 1`, 'out of range'],
    [`DATE '2026-01-01' + 9999999999`, 'out of range'],
    [`DATETIME '9999-12-31' + INTERVAL 1 DAY`, 'out of range'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`DATE '2026-01-01' - DATE '2026-01-01'`, '"-" between DATE and DATE'],
    [`1 - DATE '2026-01-01'`, '"-" between INT64 and DATE'],
    [`DATE '2026-01-01' + 1.5`, '"+" between DATE and FLOAT64'],
    [`INTERVAL 1 DAY - DATE '2026-01-01'`, '"-" between an INTERVAL and DATE'],
    [`TIME '10:00:00' + INTERVAL 1 HOUR`, 'between an INTERVAL and TIME'],
    [`TIMESTAMP '2026-01-01' + INTERVAL 1 MONTH`, 'the date part MONTH'],
    [`TIMESTAMP '2026-01-01' + INTERVAL '1 2' DAY TO HOUR`, '1:52 "TO" here is not supported'],
    [`INTERVAL 1 DAY * 2`, 'between an INTERVAL and INT64'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
