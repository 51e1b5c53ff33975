import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('STRING parameters beside dates and times', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { id: 1, d: '2026-11-20', ts: '2026-11-20T10:15:00Z' },
      { id: 2, d: '2026-11-21', ts: '2026-11-20T10:45:00Z' },
      { id: 3 },
    ),
    't.schema.json': schemaOf('id INT64, d DATE, ts TIMESTAMP'),
  });
  const text = (name: string, value: string | null) => ({ name, type: 'STRING', array: false, value }) as const;
  const parameters = [
    text('day', '2026-11-20'),
    text('instant', '2026-11-20 11:30:00+01'),
    text('clock', '10:00:00'),
    text('other', 'soon'),
    text('nothing', null),
  ];
  const used = (sql: string) => parameters.filter(({ name }) => sql.includes(`@${name}`));

  it.each<[string, unknown]>([
    ['SELECT id FROM t WHERE d = @day', [[1]]],
    ['SELECT id FROM t WHERE @day < d OR ts <= @instant ORDER BY id', [[1], [2]]],
    ['SELECT id FROM t WHERE d NOT IN (@day) OR d IS NOT DISTINCT FROM (@day) ORDER BY id', [[1], [2]]],
    ['SELECT id FROM t WHERE ts BETWEEN @day AND @instant', [[1]]],
    ['SELECT id FROM t WHERE d = @nothing OR ts > @nothing', []],
    [
      'SELECT COALESCE(d, @day), IF(id = 3, @day, d), CASE @day WHEN d THEN 1 ELSE 0 END FROM t WHERE id = 3',
      [['2026-11-20', '2026-11-20', 0]],
    ],
    [
      'SELECT DATE_ADD(@day, INTERVAL 1 DAY), DATE_DIFF(@day, DATE "2026-11-18", DAY), DATE_TRUNC(@day, MONTH)',
      [['2026-11-21', 2, '2026-11-01']],
    ],
    [
      'SELECT TIMESTAMP_TRUNC(@instant, HOUR), FORMAT_DATE("%d", @day), TIME "10:00:01" > @clock',
      [['2026-11-20T10:00:00Z', '20', true]],
    ],
    [
      'SELECT [DATE "2026-11-19", @day], STRUCT<a DATE>(@day), (1, d) = (1, @day) FROM t WHERE id = 1',
      [[['2026-11-19', '2026-11-20'], { a: '2026-11-20' }, true]],
    ],
    ['SELECT DATE "2026-11-19" UNION ALL SELECT @day ORDER BY 1', [['2026-11-19'], ['2026-11-20']]],
    // It is a text where a text is wanted.
    [
      'SELECT LENGTH(@day), @day || "!", @day = "2026-11-20", CONCAT(@day, 1), GREATEST(@day, "b"), FORMAT("%s", @day), @day',
      [[10, '2026-11-20!', true, '2026-11-201', 'b', '2026-11-20', '2026-11-20']],
    ],
    ['SELECT @day UNION ALL SELECT @other', [['2026-11-20'], ['soon']]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql, used(sql))).toEqual(expected);
  });

  it('fails for a text that is none', async () => {
    for (const [sql, message] of [
      ['SELECT id FROM t WHERE d = @other', 'bad DATE value'],
      ['SELECT id FROM t WHERE ts > @other', 'bad TIMESTAMP value'],
      ['SELECT id FROM t WHERE d = @instant', 'bad DATE value'],
    ] as const) {
      expect(await database.failure(sql, used(sql))).toContain(message);
    }
  });

  it.each([
    ['SELECT id FROM t WHERE d = UPPER(@day)', 'found DATE, STRING'],
    ['SELECT id FROM t WHERE d = (SELECT @day)', 'found DATE, STRING'],
    ['SELECT id FROM t WHERE d IN UNNEST([@day])', 'found ARRAY<STRING>'],
    ['SELECT id FROM t WHERE id = @day', 'found INT64, STRING'],
    ['SELECT d FROM t UNION ALL (SELECT @day LIMIT 1)', 'no common type: DATE, STRING'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql, used(sql))).toContain(message);
  });
});
