import { useDuckDb } from '../../../../../test/support/duckdb.js';

describe('CAST with a FORMAT', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    // BYTES
    [
      String.raw`CAST(b'\xff' AS STRING FORMAT 'hex'), CAST(b'a' AS STRING FORMAT 'Base2'), CAST(b'\xff' AS STRING FORMAT 'BASE8'), CAST(b'' AS STRING FORMAT 'BASE8')`,
      ['ff', '01100001', '377', ''],
    ],
    [
      `CAST(b'abc' AS STRING FORMAT 'BASE32'), CAST(b'a' AS STRING FORMAT 'BASE64'), CAST(b'a' AS STRING FORMAT 'ASCII'), CAST(b'é' AS STRING FORMAT 'UTF-8')`,
      ['MFRGG===', 'YQ==', 'a', 'é'],
    ],
    [
      `LENGTH(CAST(REPEAT(b'a', 57) AS STRING FORMAT 'BASE64M')), STRPOS(CAST(REPEAT(b'a', 58) AS STRING FORMAT 'BASE64M'), CHR(10))`,
      [76, 77],
    ],
    [
      String.raw`CAST('Ff' AS BYTES FORMAT 'HEX'), CAST('1' AS BYTES FORMAT 'BASE2'), CAST('377' AS BYTES FORMAT 'BASE8'), CAST('YQ\n==' AS BYTES FORMAT 'BASE64M'), CAST('a' AS BYTES FORMAT 'UTF8')`,
      ['/w==', 'AQ==', '/w==', 'YQ==', 'YQ=='],
    ],
    [
      `CAST(b'a' AS STRING FORMAT 'h' || 'ex'), CAST(b'a' AS STRING FORMAT f), CAST(b AS STRING FORMAT 'HEX'), CAST(b'a' AS STRING FORMAT NULL) FROM (SELECT 'base64' AS f, CAST(NULL AS BYTES) AS b)`,
      ['61', 'YQ==', null, null],
    ],
    [
      String.raw`SAFE_CAST(b'\xff' AS STRING FORMAT 'UTF8'), SAFE_CAST('é' AS BYTES FORMAT 'ASCII'), SAFE_CAST('2' AS BYTES FORMAT 'BASE2'), SAFE_CAST('9' AS BYTES FORMAT 'BASE8'), SAFE_CAST('a' AS BYTES FORMAT CONCAT('x'))`,
      [null, null, null, null, null],
    ],
    // Dates and times as text
    [
      `CAST(DATE '2026-03-09' AS STRING FORMAT 'YYYY RRRR YYY YY RR Y MM DD D DDD')`,
      '2026 2026 026 26 26 6 03 09 2 068',
    ],
    [
      `CAST(DATE '2026-03-09' AS STRING FORMAT 'MON Mon mon MONTH Month month DY Dy dy')`,
      'MAR Mar mar MARCH March march MON Mon mon',
    ],
    [
      `CAST(DATETIME '0007-01-02 15:04:05.123456' AS STRING FORMAT 'yyyy"T"HH24:MI:SS.FF3 HH am HH12 P.M. SSSSS FF9')`,
      '0007T15:04:05.123 03 pm 03 P.M. 54245 123456000',
    ],
    [
      `CAST(TIMESTAMP '2026-11-20 22:00:00Z' AS STRING FORMAT 'DD HH24 TZH:TZM' AT TIME ZONE 'Asia/Kolkata'), CAST(TIMESTAMP '2026-11-20 22:00:00Z' AS STRING FORMAT 'TZHTZM' AT TIME ZONE '-03:30'), CAST(TIMESTAMP '2026-11-20 22:00:00Z' AS STRING FORMAT 'HH24TZH')`,
      ['21 03 +05:30', '-0330', '22+00'],
    ],
    [
      String.raw`CAST(TIME '00:05:00' AS STRING FORMAT 'HH:MI A.M. "\\"\\\\"'), CAST(TIME '00:05:00' AS STRING FORMAT ''), CAST(t AS STRING FORMAT 'MI'), CAST(TIME '00:05:00' AS STRING FORMAT NULL) FROM (SELECT CAST(NULL AS TIME) AS t)`,
      ['12:05 A.M. "\\', '', null, null],
    ],
    // And back
    [
      `CAST('2026-3-9' AS DATE FORMAT 'YYYY-MM-DD'), CAST('20260309' AS DATE FORMAT 'YYYYMMDD'), CAST(' mar 9, 2026 ' AS DATE FORMAT 'MON DD, YYYY'), CAST('MARCH9' AS DATE FORMAT 'MONTHDD')`,
      ['2026-03-09', '2026-03-09', '2026-03-09', '2026-03-09'],
    ],
    [`SAFE_CAST('02026' AS DATE FORMAT 'YYYY'), SAFE_CAST('10000' AS DATE FORMAT 'YYYY')`, ['2026-11-01', null]],
    // Elements that are left out are those of this month, the century that of this year.
    [
      `CAST('' AS DATE FORMAT ''), CAST('30' AS DATETIME FORMAT 'MI'), CAST('7' AS DATE FORMAT 'YY'), CAST('76' AS DATE FORMAT 'RR'), CAST('25' AS DATE FORMAT 'RR'), CAST('3,005' AS DATE FORMAT 'Y,YYY')`,
      ['2026-11-01', '2026-11-01T00:30:00', '2007-11-01', '1976-11-01', '2025-11-01', '3005-11-01'],
    ],
    [
      `CAST('12:30 a.m.' AS TIME FORMAT 'HH:MI P.M.'), CAST('11 P.M.' AS TIME FORMAT 'HH12 A.M.'), CAST('86399' AS TIME FORMAT 'SSSSS'), CAST('05.1234567' AS TIME FORMAT 'SS.FF9')`,
      ['00:30:00', '23:00:00', '23:59:59', '00:00:05.123456'],
    ],
    [
      `CAST('2026-03-09 10 -03:30' AS TIMESTAMP FORMAT 'YYYY-MM-DD HH24 TZH:TZM'), CAST('2026-03-09 10' AS TIMESTAMP FORMAT 'YYYY-MM-DD HH24' AT TIME ZONE 'Europe/' || 'Berlin'), CAST(s AS TIMESTAMP FORMAT 'YYYY') FROM (SELECT CAST(NULL AS STRING) AS s)`,
      ['2026-03-09T13:30:00Z', '2026-03-09T09:00:00Z', null],
    ],
    [
      `SAFE_CAST('x' AS DATE FORMAT 'YYYY'), SAFE_CAST('2026-13' AS DATE FORMAT 'YYYY-MM'), SAFE_CAST('60' AS TIME FORMAT 'SS'), SAFE_CAST('+15' AS TIMESTAMP FORMAT 'TZH'), SAFE_CAST('2026' AS DATE FORMAT 'YYYY')`,
      [null, null, null, null, '2026-11-01'],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`CAST('é' AS BYTES FORMAT 'ASCII')`, 'text that is not ASCII'],
    [`CAST(b'a' AS STRING FORMAT CONCAT('x'))`, 'no format of BYTES'],
    [`SAFE_CAST('YQ' AS BYTES FORMAT 'BASE64')`, 'padded base64'],
    [`CAST('2026-02-29' AS DATE FORMAT 'YYYY-MM-DD')`, 'a date out of range'],
    [`CAST('10,000' AS DATE FORMAT 'Y,YYY')`, 'a date out of range'],
    [`CAST('2026' AS DATE FORMAT 'YYYY-MM')`, 'not written exactly as the format says'],
    [`SAFE_CAST(CAST(DIV(1, x) AS STRING) AS DATE FORMAT 'YYYY') FROM UNNEST([0]) AS x`, 'division by zero'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`CAST('a' AS BYTES FORMAT 'x')`, '1:33 "x" is no format of BYTES; write one of HEX'],
    [`CAST('a' AS BYTES FORMAT 1)`, 'expected STRING, found INT64'],
    [`CAST(1 AS STRING FORMAT '9')`, '1:25 CAST of INT64 to STRING with a FORMAT is not supported'],
    [`CAST(DATE '2026-01-01' AS STRING FORMAT 'YYYYx')`, '"x" in a format is no format element'],
    [`CAST(DATE '2026-01-01' AS STRING FORMAT 'DAY')`, 'the format element DAY for a DATE is not supported'],
    [`CAST(DATE '2026-01-01' AS STRING FORMAT 'HH24')`, 'a DATE has nothing for HH24'],
    [`CAST(DATE '2026-01-01' AS STRING FORMAT 'YYYY' AT TIME ZONE 'UTC')`, 'AT TIME ZONE goes with a TIMESTAMP alone'],
    [`CAST('a' AS DATE FORMAT f) FROM (SELECT 'a' AS f)`, 'other than a string literal is not supported'],
    [`CAST('a' AS DATE FORMAT 'DDD')`, 'the format element DDD for parsing is not supported'],
    [`CAST('a' AS DATE FORMAT 'MI')`, 'the format element MI is not one of a DATE'],
    [`CAST('a' AS DATE FORMAT 'YY YYYY')`, 'several elements for the year'],
    [`CAST('a' AS TIME FORMAT 'HH')`, 'HH and HH12 go with A.M. or P.M.'],
    [`CAST('a' AS TIME FORMAT 'SSSSS MI')`, 'SSSSS says the minute as well'],
    [`CAST('a' AS TIME FORMAT ' MI')`, 'does not begin with white space'],
    [`SAFE_CAST('a' AS TIMESTAMP FORMAT 'MI' AT TIME ZONE z) FROM (SELECT 'UTC' AS z)`, 'other than a string literal'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
