import { useDuckDb } from '../../../../../../test/support/duckdb.js';

const at = (text: string) => `TIMESTAMP '${text}'`;
const NEW_YORK = `'America/New_York'`;

describe('time zones', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [
      `PARSE_TIMESTAMP('%s', '1', z), PARSE_TIMESTAMP('%z', '+01', NULL) FROM UNNEST(['Europe/Berlin']) AS z`,
      ['1970-01-01T00:00:01Z', null],
    ],
    [
      `DATETIME(${at('2026-07-01 12:00:00')}, ${NEW_YORK}), DATE(${at('2026-01-01 04:59:59')}, ${NEW_YORK}), TIME(${at('2026-01-01 00:00:00')}, 'Asia/Kolkata'), DATETIME(${at('2026-01-01')}, '-3:30')`,
      ['2026-07-01T08:00:00', '2025-12-31', '05:30:00', '2025-12-31T20:30:00'],
    ],
    [
      `TIMESTAMP(DATETIME '2026-07-01 08:00:00', ${NEW_YORK}), TIMESTAMP(DATE '2026-01-01', '+02:00'), TIMESTAMP('2026-01-01 12:00:00', ${NEW_YORK}), TIMESTAMP('2026-01-01', 'UTC')`,
      ['2026-07-01T12:00:00Z', '2025-12-31T22:00:00Z', '2026-01-01T17:00:00Z', '2026-01-01T00:00:00Z'],
    ],
    // 2:30 does not exist on 2026-03-08, and 1:30 twice on 2026-11-01: the offset before the change holds.
    [
      `TIMESTAMP('2026-03-08 02:30:00', ${NEW_YORK}), TIMESTAMP('2026-11-01 01:30:00', ${NEW_YORK}), TIMESTAMP('2026-11-01 00:59:59', ${NEW_YORK}), TIMESTAMP('2026-11-01 02:00:00', ${NEW_YORK})`,
      ['2026-03-08T07:30:00Z', '2026-11-01T05:30:00Z', '2026-11-01T04:59:59Z', '2026-11-01T07:00:00Z'],
    ],
    // Lord Howe moves its clocks by half an hour; midnight itself is skipped in Beirut.
    [
      `TIMESTAMP('2026-04-05 01:45:00', 'Australia/Lord_Howe'), TIMESTAMP('2026-03-29 00:00:00', 'Asia/Beirut'), TIMESTAMP('2026-03-08 12:00:00', ${NEW_YORK})`,
      ['2026-04-04T14:45:00Z', '2026-03-28T22:00:00Z', '2026-03-08T16:00:00Z'],
    ],
    [
      `TIMESTAMP_TRUNC(${at('2026-11-01 12:00:00')}, DAY, ${NEW_YORK}), TIMESTAMP_TRUNC(${at('2026-11-02 04:59:59')}, MONTH, ${NEW_YORK}), TIMESTAMP_TRUNC(${at('2026-11-22 22:00:00')}, WEEK(MONDAY), '+03:00')`,
      ['2026-11-01T04:00:00Z', '2026-11-01T04:00:00Z', '2026-11-22T21:00:00Z'],
    ],
    // The hour of the clock, taken off the instant.
    [
      `TIMESTAMP_TRUNC(${at('2026-11-22 10:47:12')}, HOUR, 'Asia/Kolkata'), TIMESTAMP_TRUNC(${at('2026-11-01 06:45:00')}, HOUR, ${NEW_YORK}), TIMESTAMP_TRUNC(${at('1969-12-31 23:47:12.5')}, MINUTE, '+00:00')`,
      ['2026-11-22T10:30:00Z', '2026-11-01T06:00:00Z', '1969-12-31T23:47:00Z'],
    ],
    [
      `EXTRACT(HOUR FROM ${at('2026-07-01 12:00:00')} AT TIME ZONE ${NEW_YORK}), EXTRACT(DATE FROM ${at('2026-01-01 04:00:00')} AT TIME ZONE ${NEW_YORK}), EXTRACT(DAYOFWEEK FROM ${at('2026-11-22 03:00:00')} AT TIME ZONE '-04:00')`,
      [8, '2025-12-31', 7],
    ],
    [
      `CURRENT_DATE('Asia/Tokyo'), CURRENT_TIME('+09:00'), CURRENT_DATETIME(${NEW_YORK}), CURRENT_DATE('+14')`,
      ['2026-11-20', '19:47:12.345', '2026-11-20T05:47:12.345', '2026-11-21'],
    ],
    [
      `CURRENT_DATE('GMT'), CURRENT_TIME('UTC+1:30'), CURRENT_TIME('-0530'), CURRENT_DATE(NULL)`,
      ['2026-11-20', '12:17:12.345', '05:17:12.345', null],
    ],
    // A zone that is known only when the row is read.
    [
      `ARRAY_AGG(STRING(TIMESTAMP(s, z))), ARRAY_AGG(IFNULL(STRING(${at('2026-07-01 12:00:00')}, z), '-')), ARRAY_AGG(IFNULL(EXTRACT(HOUR FROM ${at('2026-07-01 12:00:00')} AT TIME ZONE z), -1)), ARRAY_AGG(IFNULL(STRING(TIMESTAMP_TRUNC(${at('2026-07-01 12:47:00')}, HOUR, z)), '-')) FROM UNNEST([STRUCT('2026-07-01 12:00:00' AS s, 'Europe/Berlin' AS z), STRUCT('2026-1-1' AS s, '+05:30' AS z), STRUCT('2026-1-1' AS s, 'UTC' AS z)])`,
      [
        ['2026-07-01 10:00:00+00', '2025-12-31 18:30:00+00', '2026-01-01 00:00:00+00'],
        ['2026-07-01 14:00:00+02', '2026-07-01 17:30:00+05:30', '2026-07-01 12:00:00+00'],
        [14, 17, 12],
        ['2026-07-01 12:00:00+00', '2026-07-01 12:30:00+00', '2026-07-01 12:00:00+00'],
      ],
    ],
    [
      `TIMESTAMP('2026-01-01', z), DATETIME(${at('2026-01-01')}, z) FROM UNNEST([CAST(NULL AS STRING)]) AS z`,
      [null, null],
    ],
    [`DATETIME(CAST(NULL AS TIMESTAMP), ${NEW_YORK}), TIMESTAMP(CAST(NULL AS DATETIME), ${NEW_YORK})`, [null, null]],
    [
      `TIMESTAMP(s), CAST(s AS TIMESTAMP) FROM UNNEST(['2026-11-20T10:00:00.5+01:00']) AS s`,
      ['2026-11-20T09:00:00.5Z', '2026-11-20T09:00:00.5Z'],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`DATETIME(${at('9999-12-31 23:00:00')}, 'Asia/Kolkata')`, 'out of range'],
    [`DATETIME(${at('0001-01-01')}, '-01:00')`, 'out of range'],
    [`TIMESTAMP(DATETIME '9999-12-31 23:00:00', '-02:00')`, 'out of range'],
    [`DATETIME(${at('2026-07-01')}, z) FROM UNNEST(['PST']) AS z`, 'a time zone is UTC'],
    [`DATETIME(${at('2026-07-01')}, z) FROM UNNEST(['+14:01']) AS z`, 'at most 14:00'],
    [`DATETIME(${at('2026-07-01')}, z) FROM UNNEST(['+530']) AS z`, 'at most 14:00'],
    [`DATETIME(${at('2026-07-01')}, z) FROM UNNEST(['Europe/Nowhere']) AS z`, 'Unknown TimeZone'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`CURRENT_DATE('PST')`, '1:21 time zone "PST"; write \'UTC\''],
    [`CURRENT_DATE('Europe/Nowhere')`, 'time zone "Europe/Nowhere"'],
    [`CURRENT_DATE('+15:00')`, 'time zone "+15:00"'],
    [`SAFE.DATE(${at('2026-01-01')}, z) FROM UNNEST(['EST']) AS z`, 'under SAFE a time zone other than'],
    [`CURRENT_DATE(1)`, 'no CURRENT_DATE(INT64); there is CURRENT_DATE([STRING])'],
    [`TIMESTAMP('2026-01-01 00:00:00+01', 'UTC')`, 'takes no other'],
    [`EXTRACT(DAY FROM DATE '2026-01-01' AT TIME ZONE '+01:00')`, '1:56 a DATE has no time zone'],
    [`EXTRACT(DAY FROM DATETIME '2026-01-01' AT TIME ZONE 'UTC')`, '1:60 a DATETIME has no time zone'],
    [`EXTRACT(HOUR FROM TIME '10:00:00' AT TIME ZONE '+00')`, 'a TIME has no time zone'],
    [`PARSE_TIMESTAMP('%s', '1', nosuch)`, '1:35 unrecognized name "nosuch"'],
    [`PARSE_TIMESTAMP('%F %z', '2026-01-01 +01', 5)`, 'there is PARSE_TIMESTAMP(STRING, STRING [, STRING])'],
    [`PARSE_TIMESTAMP('%F %Ez', '2026-01-01 +01:00', 'Nowhere')`, 'time zone "Nowhere"'],
    [`DATE(DATE '2026-01-01', '+01:00')`, 'no DATE of DATE and a time zone'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
