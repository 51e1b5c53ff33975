import { useDuckDb } from '../../../../../../test/support/duckdb.js';

const T = `TIMESTAMP '2026-01-05 03:04:09.050600'`;

describe('times as text', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [
      `FORMAT_TIMESTAMP('%Y-%m-%dT%H:%M:%SZ 100%%', ${T}), FORMAT_TIMESTAMP('%F %T', ${T}), FORMAT_TIMESTAMP('', ${T}), FORMAT_TIMESTAMP('é', ${T})`,
      ['2026-01-05T03:04:09Z 100%', '2026-01-05 03:04:09', '', 'é'],
    ],
    [
      `FORMAT_TIMESTAMP('%E*S %E3S %E6S %E1S %E0S', ${T}), FORMAT_TIMESTAMP('%E*S|%E3S', TIMESTAMP '2026-01-05 03:04:10')`,
      ['09.0506 09.050 09.050600 09.0 09', '10|10.000'],
    ],
    [
      `FORMAT_TIMESTAMP('%a %A %b %B %h|%e|%k|%l|%I|%p|%P|%j', ${T}), FORMAT_TIMESTAMP('%l %I %p %k', TIMESTAMP '2026-01-05 12:00:00'), FORMAT_TIMESTAMP('%l %I %p', TIMESTAMP '2026-01-05 00:00:00')`,
      ['Mon Monday Jan January Jan| 5| 3| 3|03|AM|am|005', '12 12 PM 12', '12 12 AM'],
    ],
    [
      `FORMAT_TIMESTAMP('%y %D %x %R %X %Q %u %w', ${T}), FORMAT_TIMESTAMP('%c', ${T})`,
      ['26 01/05/26 01/05/26 03:04 03:04:09 1 1 1', 'Mon Jan  5 03:04:09 2026'],
    ],
    // The first Sunday of 2027 is its 3rd day; the ISO week is the last of 2026.
    [
      `FORMAT_DATE('%U %W %V %G', DATE '2027-01-02'), FORMAT_DATE('%U %W %V %G %u %w', DATE '2027-01-03'), FORMAT_DATE('%E4Y %m', DATE '0001-02-03')`,
      ['00 00 53 2026', '01 00 53 2026 7 0', '0001 02'],
    ],
    [
      `FORMAT_TIMESTAMP('%s %z %Ez %Z', TIMESTAMP '1969-12-31 23:59:59.5'), FORMAT_TIMESTAMP('%H:%M %z %Ez %Z', ${T}, 'America/New_York'), FORMAT_TIMESTAMP('%FT%T%Ez %Z', ${T}, '+05:30')`,
      ['-1 +0000 +00:00 UTC', '22:04 -0500 -05:00 UTC-5', '2026-01-05T08:34:09+05:30 UTC+0530'],
    ],
    [
      `FORMAT_DATETIME('%F %T', DATETIME '2026-01-05 03:04:09'), FORMAT_TIME('%R', TIME(1, 2, 3)), FORMAT_DATE('%F', NULL), FORMAT_TIMESTAMP('x', NULL)`,
      ['2026-01-05 03:04:09', '01:02', null, null],
    ],
    [
      `STRING(${T}), CAST(TIMESTAMP '2026-01-05 03:04:09.5' AS STRING), STRING(TIMESTAMP '1969-12-31 23:59:59'), STRING(${T}, 'Asia/Kolkata'), STRING(${T}, 'America/New_York')`,
      [
        '2026-01-05 03:04:09.050600+00',
        '2026-01-05 03:04:09.500+00',
        '1969-12-31 23:59:59+00',
        '2026-01-05 08:34:09.050600+05:30',
        '2026-01-04 22:04:09.050600-05',
      ],
    ],
    [
      `STRING(DATETIME '0099-01-05 03:04:09.5'), CAST(TIME(1, 2, 3) AS STRING), STRING(DATE '2026-01-05'), CAST(CAST(NULL AS DATETIME) AS STRING)`,
      ['0099-01-05 03:04:09.500', '01:02:03', '2026-01-05', null],
    ],
    [
      `PARSE_TIMESTAMP('%Y-%m-%d %H:%M:%S', '2026-11-20 10:47:12'), PARSE_TIMESTAMP('%FT%H:%M:%E*SZ', '2026-11-20T10:47:12.123456789Z'), PARSE_TIMESTAMP('%d/%b/%Y:%T %z', '20/Nov/2026:10:47:12 -0330')`,
      ['2026-11-20T10:47:12Z', '2026-11-20T10:47:12.123456Z', '2026-11-20T14:17:12Z'],
    ],
    [
      `PARSE_DATE('%m%m', '0912'), PARSE_DATE('%bx%d', 'marx5'), PARSE_DATE('%C %y', '020 21'), PARSE_DATE('%Y%e', '2021 5')`,
      ['1970-12-01', '1970-03-05', '2021-01-01', '2021-01-05'],
    ],
    [
      `PARSE_TIMESTAMP('%F %T', '2026-07-01 08:00:00', 'America/New_York'), PARSE_TIMESTAMP('%F %T%Ez', '2026-07-01 08:00:00+02:00', 'America/New_York'), PARSE_TIMESTAMP('%s', '-1'), PARSE_TIMESTAMP('%E3S', '07.5')`,
      ['2026-07-01T12:00:00Z', '2026-07-01T06:00:00Z', '1969-12-31T23:59:59Z', '1970-01-01T00:00:07.5Z'],
    ],
    [
      `PARSE_DATE('%Y%m%d', '20260228'), PARSE_DATE('%d.%m.%Y', '01.12.0001'), PARSE_DATETIME('%F %R', '2026-01-01 23:59'), PARSE_DATE('%F', NULL), PARSE_DATE('(%Y)', '(2026)')`,
      ['2026-02-28', '0001-12-01', '2026-01-01T23:59:00', null, '2026-01-01'],
    ],
    [`PARSE_DATE('%d %b %Y', '01 dec 2026'), PARSE_TIMESTAMP('now', 'now')`, ['2026-12-01', '1970-01-01T00:00:00Z']],
    // Weeks that begin with Sunday or Monday; week 0 begins in the year before, unless the year is said after it.
    [
      `PARSE_DATE('%Y-%U', '2026-01'), PARSE_DATE('%Y-%W', '2026-01'), PARSE_DATE('%Y %U', '2026 00'), PARSE_DATE('%U %Y', '00 2026'), PARSE_DATE('%W%y', '0902'), PARSE_DATE('%Y %W', '2024 53'), PARSE_DATE('%U', '0')`,
      ['2026-01-04', '2026-01-05', '2025-12-28', '2026-12-28', '2002-03-04', '2024-12-30', '1969-12-28'],
    ],
    [
      `SAFE.PARSE_DATE('%Y %U', '2023 00'), SAFE.PARSE_DATE('%Y %W', '2026 53'), SAFE.PARSE_DATE('%U', '54'), PARSE_TIMESTAMP('%Y %W %H', '2026 5 13'), PARSE_DATE('%W', NULL)`,
      [null, null, null, '2026-02-02T13:00:00Z', null],
    ],
    [
      `PARSE_DATE('%C%y', '1826'), PARSE_DATE('%y%C', '7018'), PARSE_DATE('%C', '20'), PARSE_DATE('%C-%m-%d', '19-2-3')`,
      ['1826-01-01', '1870-01-01', '2000-01-01', '1900-02-03'],
    ],
    // Offsets with seconds, as they were before time zones, lose these in texts, and the clock with them.
    [
      `FORMAT_TIMESTAMP('%F %T', t, 'America/Los_Angeles'), FORMAT_TIMESTAMP('%H:%M:%S%Ez', t, z), STRING(t, z), CAST(t AS STRING FORMAT 'HH24:MI:SS TZH' AT TIME ZONE 'Europe/Berlin'), EXTRACT(SECOND FROM t AT TIME ZONE z) FROM (SELECT TIMESTAMP '1812-09-07 07:52:01' AS t, 'America/Los_Angeles' AS z)`,
      ['1812-09-07 00:00:01', '00:00:01-07:52', '1812-09-07 00:00:01-07:52', '08:45:01 +00', 3],
    ],
    // White space is passed over, and leading zeros may be left out.
    [
      `PARSE_DATE('%F', ' 2026-1-5 '), PARSE_DATE('%Y %m', '2026   1'), PARSE_DATE('%m%d', '111'), PARSE_DATE('%B %d, %Y', 'September 8, 2026'), PARSE_DATE('%A %e %b %Y', 'Monday  5 Jan 2026')`,
      ['2026-01-05', '2026-01-01', '1970-11-01', '2026-09-08', '2026-01-05'],
    ],
    [
      `PARSE_DATE('%D', '1/2/69'), PARSE_DATE('%y', '68'), PARSE_DATE('%Y-%j', '2024-366'), PARSE_DATE('%YQ%Q', '2026Q3'), PARSE_DATE('%Y %Y', '2025 2026'), PARSE_DATE('%m %b', '1 Feb')`,
      ['1969-01-02', '2068-01-01', '2024-12-31', '2026-07-01', '2026-01-01', '1970-02-01'],
    ],
    [
      `PARSE_TIME('%H:%M:%S', '1:2:3'), PARSE_TIME('%I:%M %p', '12:05 am'), PARSE_TIME('%r', '01:02:03 PM'), PARSE_TIME('%l%P', ' 3pm'), PARSE_TIME('%H %p', '10 PM'), PARSE_TIME('%R', NULL)`,
      ['01:02:03', '00:05:00', '13:02:03', '15:00:00', '10:00:00', null],
    ],
    // A leap second is the second after it.
    [
      `PARSE_TIME('%T', '23:59:60'), PARSE_TIMESTAMP('%F %H:%M:%E3S', '2026-12-31 23:59:60.5'), PARSE_TIME('%H:%M:%E*S', '10:11:12.1234567')`,
      ['00:00:00', '2027-01-01T00:00:00Z', '10:11:12.123456'],
    ],
    [
      `PARSE_TIMESTAMP('%a %b %d %T %z %Y', 'Wed Jul 01 10:00:00 +0200 2026'), PARSE_TIMESTAMP('%c', 'Wed Jul  1 10:00:00 2026'), PARSE_TIMESTAMP('%F %R%z', '2026-07-01 10:00-08'), PARSE_TIMESTAMP('%FT%TZ', '2026-07-01T10:00:00Z'), PARSE_TIMESTAMP('%FT%T%Ez', '2026-07-01T10:00:00Z')`,
      [
        '2026-07-01T08:00:00Z',
        '2026-07-01T10:00:00Z',
        '2026-07-01T18:00:00Z',
        '2026-07-01T10:00:00Z',
        '2026-07-01T10:00:00Z',
      ],
    ],
    [
      `FORMAT_DATE('%C %g %J', DATE '2027-01-01'), FORMAT_TIME('%r', TIME '15:00:01'), FORMAT_DATE('%F %R', DATETIME '2026-01-05 03:04:09'), FORMAT_DATE('%F %Z', ${T}, 'Asia/Tokyo'), FORMAT_DATETIME('%F', DATE '2026-01-05')`,
      ['20 26 369', '03:00:01 PM', '2026-01-05 03:04', '2026-01-05 UTC+9', '2026-01-05'],
    ],
    [`FORMAT_DATE('%F', d) FROM UNNEST([DATE '2026-01-05']) AS d`, '2026-01-05'],
    // Columns of any name do not get into how text is read.
    [
      `PARSE_DATE('%F', s), CAST(s AS TIMESTAMP) FROM (SELECT '2026-1-5' AS s, STRUCT('1' AS g1, '1' AS g2, '1' AS g3, '1' AS year, '1' AS month, '1' AS day) AS parsed, STRUCT('1' AS year, '1' AS month, '1' AS day) AS p)`,
      ['2026-01-05', '2026-01-05T00:00:00Z'],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`FORMAT_DATE('%Y', DATE '0999-01-01')`, 'a year below 1000'],
    [`PARSE_DATE('%F', '2026-02-30')`, 'out of range'],
    [`PARSE_DATE('%F', '0000-01-01')`, 'out of range'],
    // Digits are read as many as there may be: none is left for what follows.
    [`PARSE_DATE('%m%d', '11')`, 'exactly as the format says'],
    [`PARSE_DATE('%Y %m', '20261')`, 'exactly as the format says'],
    [`PARSE_DATE('%m%m', '912')`, 'exactly as the format says'],
    [`PARSE_TIMESTAMP('%H %s', '25 7')`, 'exactly as the format says'],
    // A year of five digits and a century of three, where no other element is right behind.
    [`PARSE_DATE('%C0', '100')`, 'exactly as the format says'],
    [`PARSE_DATE('%Y5', '20215')`, 'exactly as the format says'],
    [`PARSE_DATE('%Y%b', '02021jan')`, 'exactly as the format says'],
    [`PARSE_DATE('%F', '02021-01-05')`, 'exactly as the format says'],
    [`PARSE_DATE('%C', '100')`, 'a date out of range'],
    [`PARSE_DATE('%F', '2026-01-05x')`, 'exactly as the format says'],
    [`PARSE_TIMESTAMP('%F %z', '2026-01-01 +05:30')`, 'exactly as the format says'],
    [`PARSE_TIMESTAMP('%F %z', '2026-01-01 +1430')`, 'at most 14:00'],
    [`PARSE_TIMESTAMP('%T', '23:59:61')`, 'out of range'],
    [`PARSE_TIME('%H', '24')`, 'out of range'],
    [`PARSE_TIME('%I', '13')`, 'from 1 to 12'],
    [`PARSE_DATE('%Y-%j', '2026-366')`, 'out of range'],
    [`PARSE_TIMESTAMP('now', 'then')`, 'exactly as the format says'],
    // 2023 begins with a Sunday, and 2026 ends before a 53rd week.
    [`PARSE_DATE('%Y %U', '2023 00')`, 'a week of the year out of range'],
    [`PARSE_DATE('%Y %W', '2026 53')`, 'a week of the year out of range'],
    [`PARSE_DATE('%Y %W', '2026 54')`, 'a week of the year out of range'],
    [`PARSE_DATE('%Y %U', '0001 00')`, 'out of range'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`FORMAT_DATE('%H', DATE '2026-01-01')`, '1:20 the format element %H for a DATE'],
    [`FORMAT_TIME('%Y', TIME(1, 2, 3))`, 'the format element %Y for a TIME'],
    [`FORMAT_DATETIME('%Z', DATETIME '2026-01-01')`, 'the format element %Z for a DATETIME'],
    [`FORMAT_TIMESTAMP('%O', CURRENT_TIMESTAMP())`, 'the format element %O'],
    [`FORMAT_TIMESTAMP('%E9S', CURRENT_TIMESTAMP())`, 'the format element %E9S'],
    [`FORMAT_TIMESTAMP('5%', CURRENT_TIMESTAMP())`, 'the format element %'],
    [
      `FORMAT_TIMESTAMP(CONCAT('%', 'F'), CURRENT_TIMESTAMP())`,
      'a format of FORMAT_TIMESTAMP other than a string literal',
    ],
    [`FORMAT_DATE('%F', TIME '10:00:00')`, 'expected DATE, found TIME'],
    [`FORMAT_TIMESTAMP('%F', DATETIME '2026-01-01', 'UTC')`, 'takes 2 arguments'],
    [`PARSE_DATE('%bch', 'march')`, '1:19 the format element %b right before what could be a part of it'],
    [`PARSE_DATE('%aDAY', 'sunday')`, 'the format element %a right before what could be a part of it'],
    [`PARSE_TIMESTAMP('%Ez:30', '+05:30')`, 'the format element %Ez right before what could be a part of it'],
    [`PARSE_DATE('%V', '26')`, 'the format element %V for parsing'],
    [`PARSE_DATE('%Y %W %d', '2026 05 13')`, '%W or %Q beside another month or day'],
    [`PARSE_DATE('%Y %W %a', '2026 05 Mon')`, 'no day of the week beside %U or %W'],
    [`PARSE_DATE('%C%Y', '202026')`, '%C beside a whole year'],
    [`PARSE_TIME('%U', '1')`, '%U is not one of a TIME'],
    [`PARSE_DATE('%F %H', '2026-01-01 10')`, '%H is not one of a DATE'],
    [`PARSE_DATETIME('%F %z', '')`, '%z is not one of a DATETIME'],
    [`PARSE_TIME('%Y', '')`, '%Y is not one of a TIME'],
    [`PARSE_TIMESTAMP('%s%Y', '')`, '%s right before what could be a part of it'],
    [`PARSE_TIMESTAMP('%E3S.', '')`, '%E3S right before what could be a part of it'],
    [`PARSE_DATE('%j %m', '')`, '%j, %U, %W or %Q beside another month or day'],
    [`STRING(DATE '2026-01-01', 'UTC')`, 'a DATE has no time zone'],
    [`STRING(1.5)`, 'STRING of FLOAT64'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
