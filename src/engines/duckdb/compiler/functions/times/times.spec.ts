import { useDuckDb } from '../../../../../../test/support/duckdb.js';

const at = (text: string) => `TIMESTAMP '${text}'`;

describe('dates and timestamps', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    ['CURRENT_TIMESTAMP(), CURRENT_DATE()', ['2026-11-20T10:47:12.345Z', '2026-11-20']],
    [
      `DATE(${at('1969-12-31 23:59:59.5')}), DATETIME(${at('1969-12-31 23:59:59.5')})`,
      ['1969-12-31', '1969-12-31T23:59:59.5'],
    ],
    [
      `TIMESTAMP(DATE '1969-12-31'), TIMESTAMP(DATETIME '2026-11-20 10:00:00'), TIMESTAMP('2026-11-20 10:00:00+01')`,
      ['1969-12-31T00:00:00Z', '2026-11-20T10:00:00Z', '2026-11-20T09:00:00Z'],
    ],
    [`DATETIME(DATE '2026-11-20'), STRING(DATE '0001-02-03')`, ['2026-11-20T00:00:00', '0001-02-03']],
    [
      `UNIX_SECONDS(${at('1969-12-31 23:59:59.5')}), UNIX_MILLIS(${at('1969-12-31 23:59:59.9995')}), UNIX_MICROS(${at('1969-12-31 23:59:59.999999')})`,
      [-1, -1, -1],
    ],
    [`UNIX_SECONDS(${at('1970-01-01 00:00:01.999999')}), UNIX_MILLIS(${at('1970-01-01 00:00:00.0019')})`, [1, 1]],
    [
      `UNIX_SECONDS(${at('0001-01-01 00:00:00.000001')}), UNIX_MILLIS(${at('0001-01-01 00:00:00.000001')}), UNIX_SECONDS(${at('9999-12-31 23:59:59.999999')})`,
      [-62135596800, -62135596800000, 253402300799],
    ],
    [
      'TIMESTAMP_SECONDS(-1), TIMESTAMP_MILLIS(-1), TIMESTAMP_MICROS(-1)',
      ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999999Z'],
    ],
    [
      `TIMESTAMP_ADD(${at('1969-12-31 23:59:59.999999')}, INTERVAL 1 MICROSECOND), TIMESTAMP_SUB(${at('1970-01-01')}, INTERVAL 1 MILLISECOND)`,
      ['1970-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z'],
    ],
    [
      `TIMESTAMP_ADD(${at('2026-03-29 00:30:00')}, INTERVAL 1 DAY), TIMESTAMP_SUB(${at('2024-03-01')}, INTERVAL -(1 + 1) HOUR)`,
      ['2026-03-30T00:30:00Z', '2024-03-01T02:00:00Z'],
    ],
    [`TIMESTAMP_ADD(${at('2026-01-01')}, INTERVAL NULL MINUTE), TIMESTAMP_ADD(NULL, INTERVAL 1 SECOND)`, [null, null]],
    // Whole units between, towards zero; never boundaries.
    [
      `TIMESTAMP_DIFF(${at('2026-01-02 00:00:00')}, ${at('2026-01-01 23:59:59')}, DAY), TIMESTAMP_DIFF(${at('2026-01-02')}, ${at('2026-01-01')}, DAY)`,
      [0, 1],
    ],
    [
      `TIMESTAMP_DIFF(${at('1969-12-31 23:00:00.5')}, ${at('1970-01-01 00:00:00')}, HOUR), TIMESTAMP_DIFF(${at('1969-12-31 22:00:00')}, ${at('1970-01-01')}, HOUR)`,
      [0, -2],
    ],
    [
      `TIMESTAMP_DIFF(${at('2026-01-01')}, ${at('2026-01-01 00:00:01.5')}, SECOND), TIMESTAMP_DIFF(${at('2026-01-01')}, ${at('2026-01-01 00:00:01.5')}, MICROSECOND)`,
      [-1, -1500000],
    ],
    [
      `TIMESTAMP_TRUNC(${at('1969-12-31 23:59:59.999999')}, SECOND), TIMESTAMP_TRUNC(${at('1969-11-22 10:59:59')}, HOUR), TIMESTAMP_TRUNC(${at('1969-11-22 10:00:00')}, DAY)`,
      ['1969-12-31T23:59:59Z', '1969-11-22T10:00:00Z', '1969-11-22T00:00:00Z'],
    ],
    [
      `TIMESTAMP_TRUNC(${at('1969-11-22 10:00:00.123456')}, MILLISECOND), TIMESTAMP_TRUNC(${at('2026-11-20 10:47:12')}, MINUTE), TIMESTAMP_TRUNC(${at('2026-11-20 10:47:12.000001')}, MICROSECOND)`,
      ['1969-11-22T10:00:00.123Z', '2026-11-20T10:47:00Z', '2026-11-20T10:47:12.000001Z'],
    ],
    // WEEK begins on Sunday, ISOWEEK on Monday; 2026-11-22 is a Sunday.
    [
      `TIMESTAMP_TRUNC(${at('2026-11-22 10:00:00')}, WEEK), TIMESTAMP_TRUNC(${at('2026-11-21 23:59:59')}, WEEK), TIMESTAMP_TRUNC(${at('2026-11-22 10:00:00')}, ISOWEEK), TIMESTAMP_TRUNC(${at('1969-07-21 10:00:00')}, WEEK)`,
      ['2026-11-22T00:00:00Z', '2026-11-15T00:00:00Z', '2026-11-16T00:00:00Z', '1969-07-20T00:00:00Z'],
    ],
    [
      `TIMESTAMP_TRUNC(${at('1969-11-22 10:00:00')}, MONTH), TIMESTAMP_TRUNC(${at('1969-11-22 10:00:00')}, QUARTER), TIMESTAMP_TRUNC(${at('1969-11-22 10:00:00')}, YEAR)`,
      ['1969-11-01T00:00:00Z', '1969-10-01T00:00:00Z', '1969-01-01T00:00:00Z'],
    ],
    [
      `DATETIME_TRUNC(DATETIME '1969-12-31 23:59:59.5', HOUR), DATETIME_TRUNC(DATETIME '2026-11-20 10:00:00', MONTH)`,
      ['1969-12-31T23:00:00', '2026-11-01T00:00:00'],
    ],
    [
      `DATE_TRUNC(DATE '1969-05-17', MONTH), DATE_TRUNC(DATE '2026-11-22', ISOWEEK), DATE_TRUNC(DATE '2026-11-22', DAY)`,
      ['1969-05-01', '2026-11-16', '2026-11-22'],
    ],
    [
      `DATE_ADD(DATE '2024-02-28', INTERVAL 1 DAY), DATE_SUB(DATE '1970-01-01', INTERVAL 1 WEEK)`,
      ['2024-02-29', '1969-12-25'],
    ],
    [`DATE_DIFF(DATE '2026-01-31', DATE '2026-02-01', DAY), DATE_DIFF('1970-01-02', '1969-12-31', DAY)`, [-1, 2]],
    [
      `EXTRACT(YEAR FROM ${at('1969-12-31 23:59:59.5')}), EXTRACT(HOUR FROM ${at('1969-12-31 23:59:59.5')}), EXTRACT(MINUTE FROM ${at('1969-12-31 23:59:59.5')}), EXTRACT(SECOND FROM ${at('1969-12-31 23:59:59.5')})`,
      [1969, 23, 59, 59],
    ],
    [
      `EXTRACT(MONTH FROM DATE '2026-11-22'), EXTRACT(DAY FROM DATE '2026-11-22'), EXTRACT(QUARTER FROM DATE '2026-11-22'), EXTRACT(DAYOFWEEK FROM DATE '2026-11-22'), EXTRACT(DAYOFYEAR FROM DATE '1969-02-01')`,
      [11, 22, 4, 1, 32],
    ],
    [
      `EXTRACT(ISOWEEK FROM DATE '2027-01-01'), EXTRACT(ISOYEAR FROM DATE '2027-01-01'), EXTRACT(DATE FROM ${at('1969-02-01 13:00:00')}), EXTRACT(HOUR FROM DATETIME '2026-01-01 07:00:00')`,
      [53, 2026, '1969-02-01', 7],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`TIMESTAMP_ADD(${at('9999-12-31 23:59:59')}, INTERVAL 1 SECOND)`, 'out of range'],
    [`TIMESTAMP_SUB(${at('0001-01-01')}, INTERVAL 1 MICROSECOND)`, 'out of range'],
    [`TIMESTAMP_TRUNC(${at('0001-01-01')}, WEEK)`, 'out of range'],
    ['TIMESTAMP_SECONDS(999999999999)', 'out of range'],
    ['TIMESTAMP_SECONDS(9223372036854775807)', 'Overflow'],
    [`DATE_ADD(DATE '9999-12-31', INTERVAL 1 DAY)`, 'out of range'],
    [`${at('9999-12-31')} + INTERVAL 1 DAY`, 'out of range'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`TIMESTAMP_TRUNC(DATE '2026-11-22', DAY)`, 'TIMESTAMP_TRUNC needs TIMESTAMP, found DATE'],
    [`TIMESTAMP_TRUNC(${at('2026-11-22')}, 'DAY')`, 'a date part stands without quotes; write DAY'],
    [`TIMESTAMP_ADD(${at('2026-11-22')}, INTERVAL 1 MONTH)`, 'the date part MONTH'],
    [`TIMESTAMP_ADD(${at('2026-11-22')}, INTERVAL '1' DAY)`, 'expected INT64, found STRING'],
    [`TIMESTAMP_ADD(${at('2026-11-22')}, INTERVAL 1.5 DAY)`, 'expected INT64, found FLOAT64'],
    [`TIMESTAMP_ADD(${at('2026-11-22')}, 1)`, 'expected INTERVAL n <part>'],
    [`TIMESTAMP_DIFF(${at('2026-11-22')}, ${at('2026-11-22')}, MONTH)`, 'the date part MONTH'],
    [`TIMESTAMP_DIFF(DATE '2026-11-22', DATE '2026-11-22', DAY)`, 'expected TIMESTAMP, found DATE'],
    [`EXTRACT(HOUR FROM DATE '2026-11-22')`, 'a DATE has no HOUR'],
    [`EXTRACT(YEAR FROM '2026-11-22')`, 'EXTRACT from STRING'],
    [`now()`, '1:8 GoogleSQL has no function NOW; write CURRENT_TIMESTAMP()'],
    [`epoch_us(CURRENT_TIMESTAMP())`, 'function EPOCH_US is not supported'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
