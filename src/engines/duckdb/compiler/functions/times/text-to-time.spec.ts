import { ndjson, schemaOf, useDuckDb } from '../../../../../../test/support/duckdb.js';

const texts = (...values: (string | null)[]) => ndjson(...values.map((s, n) => ({ n, s })));

describe('columns of text as dates and times', () => {
  const database = useDuckDb({
    'good.ndjson': texts(
      '2026-1-5 1:2:3.5 UTC',
      '2026-07-05 10:00:00 America/Los_Angeles',
      '2026-01-05 10:00:00-8',
      '2026-01-05T10:00:00+0530',
      '2026-01-05 10:00:00 UTC+5:30',
      '2026-01-05 +01',
      '2026-01-05t10:00:00z',
      '2026-01-05',
      '2016-12-31 23:59:60',
      '0000-12-31 23:30:00-01:00',
      null,
    ),
    'good.schema.json': schemaOf('n INT64, s STRING'),
    'bad.ndjson': texts(
      '2026-02-30',
      '2026-02-30 1:00:00',
      '2026-01-05 24:00:00',
      '2026-01-05 UTC',
      '2026-01-05Z',
      '',
      ' 2026-01-05',
      '2026-01-05 10:00:00.1234567',
      '2026-01-05 10:00:00 +01',
      '2026-01-05 10:00:00+15',
      '2026-01-05 10:00:00+530',
      '9999-12-31 23:59:59-01',
    ),
    'bad.schema.json': schemaOf('n INT64, s STRING'),
  });

  it('reads every form of a TIMESTAMP', async () => {
    expect((await database.rows('SELECT CAST(s AS TIMESTAMP) FROM good ORDER BY n')).flat()).toEqual([
      '2026-01-05T01:02:03.5Z',
      '2026-07-05T17:00:00Z',
      '2026-01-05T18:00:00Z',
      '2026-01-05T04:30:00Z',
      '2026-01-05T04:30:00Z',
      '2026-01-04T23:00:00Z',
      '2026-01-05T10:00:00Z',
      '2026-01-05T00:00:00Z',
      '2017-01-01T00:00:00Z',
      '0001-01-01T00:30:00Z',
      null,
    ]);
    expect(await database.value('COUNT(*) FROM good WHERE SAFE_CAST(s AS TIMESTAMP) = TIMESTAMP(s)')).toBe(10);
  });

  it('has NULL for other texts in SAFE_CAST', async () => {
    expect(await database.value('COUNTIF(SAFE_CAST(s AS TIMESTAMP) IS NOT NULL) FROM bad')).toBe(0);
    expect(await database.value('COUNTIF(SAFE_CAST(s AS DATETIME) IS NOT NULL) FROM bad')).toBe(0);
    expect(await database.value('COUNTIF(SAFE_CAST(s AS TIME) IS NOT NULL) FROM bad')).toBe(0);
  });

  it.each<[string, unknown]>([
    [`CAST(s AS DATETIME) FROM UNNEST(['2026-1-5T1:2:3.25']) AS s`, '2026-01-05T01:02:03.25'],
    [`SAFE_CAST(s AS DATETIME) FROM UNNEST(['2026-01-05 01:02:60.7']) AS s`, '2026-01-05T01:03:00'],
    [`SAFE_CAST(s AS DATETIME) FROM UNNEST(['2026-01-05 10:00:00Z']) AS s`, null],
    [`CAST(s AS TIME), SAFE_CAST(CONCAT(s, '0') AS TIME) FROM UNNEST(['1:2:3.5']) AS s`, ['01:02:03.5', '01:02:03.5']],
    [`CAST(s AS TIME) FROM UNNEST(['23:59:60.5']) AS s`, '00:00:00'],
    [`SAFE_CAST(s AS TIME) FROM UNNEST(['24:00:00']) AS s`, null],
    // No text makes SAFE_CAST fail, and a DATE takes no other form.
    ...[
      '2026-01-05 10:00:00',
      '2026-01-05T',
      '2026-01-05 ',
      ' 2026-01-05',
      '10000-01-01',
      '02026-01-05',
      '0000-01-01',
    ].map((text): [string, unknown] => [`SAFE_CAST(s AS DATE) FROM UNNEST(['${text}']) AS s`, null]),
    ...[
      ...['2026-01-05 10:00:00 PST', '2026-01-05 10:00:00 utc', '2026-01-05 10:00:00 Nowhere/Land', '2026-01-05 Z'],
      ...['2026-01-05 10:00:00+14:30', '2026-01-05 10:00:00 UTC+15', '9999-12-31 23:00:00 America/New_York'],
    ].map((text): [string, unknown] => [`SAFE_CAST(s AS TIMESTAMP) FROM UNNEST(['${text}']) AS s`, null]),
    ...[
      ['2026-07-05 10:00:00 CET', '2026-07-05T08:00:00Z'],
      ['2026-07-05 10:00:00 EST', '2026-07-05T15:00:00Z'],
      ['2026-07-05 10:00:00 PST8PDT', '2026-07-05T17:00:00Z'],
      ['2026-07-05 10:00:00 GMT', '2026-07-05T10:00:00Z'],
      ['2016-12-31 23:59:60.5', '2017-01-01T00:00:00.5Z'],
      ['2016-12-31 23:59:60.25 Europe/Berlin', '2016-12-31T23:00:00.25Z'],
    ].map(([text = '', instant]): [string, unknown] => [
      `SAFE_CAST(s AS TIMESTAMP) FROM UNNEST(['${text}']) AS s`,
      instant,
    ]),
    [
      `TIMESTAMP '2016-12-31 23:59:60.5', TIMESTAMP '2016-12-31 23:59:60.5+01'`,
      ['2017-01-01T00:00:00.5Z', '2016-12-31T23:00:00.5Z'],
    ],
    [
      `TIMESTAMP('2016-12-31 23:59:60.5', 'Europe/Berlin'), TIMESTAMP(CONCAT('2016-12-31 23:59:60.5', ''), 'UTC')`,
      ['2016-12-31T23:00:00.5Z', '2017-01-01T00:00:00.5Z'],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`CAST(s AS TIMESTAMP) FROM UNNEST(['2026-02-30']) AS s`, 'bad TIMESTAMP value'],
    [`CAST(s AS DATETIME) FROM UNNEST(['x']) AS s`, 'bad DATETIME value'],
    [`CAST(s AS TIME) FROM UNNEST(['10:00']) AS s`, 'bad TIME value'],
    [`CAST(s AS TIMESTAMP) FROM UNNEST(['2026-01-05 10:00:00 PST']) AS s`, 'bad TIMESTAMP value'],
    [`CAST(s AS TIMESTAMP) FROM UNNEST(['2026-01-05 10:00:00 Nowhere/Land']) AS s`, 'bad TIMESTAMP value'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });
});
