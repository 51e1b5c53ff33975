import { useDuckDb } from '../../../../../../test/support/duckdb.js';

describe('buckets of time', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [
      `DATE_BUCKET(DATE '1949-12-29', INTERVAL 2 DAY), DATE_BUCKET('1949-12-31', INTERVAL 2 DAY), DATE_BUCKET(DATE '1950-01-01', INTERVAL 2 DAY), DATE_BUCKET(DATE '2000-12-20', INTERVAL 1 WEEK, DATE '2000-12-24')`,
      ['1949-12-28', '1949-12-30', '1950-01-01', '2000-12-17'],
    ],
    // The last days of two months count as the same day.
    [
      `DATE_BUCKET(DATE '2026-11-20', INTERVAL 1 QUARTER), DATE_BUCKET(DATE '1949-12-31', INTERVAL 2 YEAR), DATE_BUCKET(DATE '2024-02-29', INTERVAL 1 MONTH, DATE '2024-01-31'), DATE_BUCKET(DATE '2024-02-28', INTERVAL 1 MONTH, DATE '2024-01-31')`,
      ['2026-10-01', '1948-01-01', '2024-02-29', '2024-01-31'],
    ],
    [
      `DATETIME_BUCKET(DATETIME '1949-12-30 13:00:00', INTERVAL 12 HOUR), DATETIME_BUCKET('2026-11-20 10:47:12.5', INTERVAL 5 MINUTE), DATETIME_BUCKET(DATETIME '2026-02-15 14:57:39', INTERVAL 1 MONTH, DATETIME '2025-12-15 14:57:40')`,
      ['1949-12-30T12:00:00', '2026-11-20T10:45:00', '2026-01-15T14:57:40'],
    ],
    [
      `TIMESTAMP_BUCKET(TIMESTAMP '1949-12-31 13:00:00', INTERVAL 12 HOUR), TIMESTAMP_BUCKET(TIMESTAMP '2026-11-20 10:47:12', INTERVAL 7 DAY, TIMESTAMP '2026-11-16')`,
      ['1949-12-31T12:00:00Z', '2026-11-16T00:00:00Z'],
    ],
    [
      `DATE_BUCKET(DATETIME '2026-11-20 10:47:12', INTERVAL 5 MINUTE), DATETIME_BUCKET(DATE '1949-12-29', INTERVAL 2 DAY)`,
      ['2026-11-20T10:45:00', '1949-12-28'],
    ],
    [
      `DATE_BUCKET(NULL, INTERVAL 1 DAY), DATE_BUCKET(DATE '2026-01-01', NULL), DATETIME_BUCKET(DATETIME '2026-01-01', INTERVAL 1 MONTH, NULL), TIMESTAMP_BUCKET(TIMESTAMP '2026-01-01', INTERVAL NULL DAY)`,
      [null, null, null, null],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`DATE_BUCKET(DATE '2026-01-01', INTERVAL 0 DAY)`, 'the width of a bucket'],
    [`DATE_BUCKET(DATE '2026-01-01', INTERVAL -1 MONTH)`, 'the width of a bucket'],
    [`TIMESTAMP_BUCKET(TIMESTAMP '2026-01-01', INTERVAL 3660001 DAY)`, 'at most 10000 years'],
    [`DATE_BUCKET(DATE '0001-01-01', INTERVAL 30 YEAR)`, 'out of range'],
    [`DATETIME_BUCKET(DATETIME '0001-01-01', INTERVAL 7 DAY)`, 'out of range'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`DATE_BUCKET(DATE '2026-01-01', INTERVAL 1 HOUR)`, 'a bucket of DATE values is not some HOURs wide'],
    [
      `TIMESTAMP_BUCKET(TIMESTAMP '2026-01-01', INTERVAL 1 MONTH)`,
      'a bucket of TIMESTAMP values is not some MONTHs wide',
    ],
    [`DATE_BUCKET(DATE '2026-01-01', 7)`, 'expected INTERVAL n <part>'],
    [`DATE_BUCKET(TIME '10:00:00', INTERVAL 1 DAY)`, 'expected DATE, found TIME'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
