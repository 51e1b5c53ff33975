import { ndjson, schemaOf, useDuckDb } from '../../../../test/support/duckdb.js';

/** What people get wrong who know another dialect, or who slip: what is wrong, where, and what to write. */
describe('what a refusal says', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ i: 1, s: 'a', ts: '2026-01-01T00:00:00Z', d: '2026-01-01' }),
    't.schema.json': schemaOf('i INT64, s STRING, ts TIMESTAMP, d DATE'),
    'z.ndjson': ndjson({ metadata: [] }),
    'z.schema.json': JSON.stringify([
      {
        name: 'metadata',
        type: 'RECORD',
        mode: 'REPEATED',
        fields: Array.from({ length: 200 }, (_, index) => ({ name: `field${index + 1}`, type: 'JSON' })),
      },
    ]),
    'wide.ndjson': ndjson({ c1: 1 }),
    'wide.schema.json': schemaOf(Array.from({ length: 12 }, (_, index) => `c${index + 1} INT64`).join(', ')),
  });

  it.each([
    ['SELECT i FROM t WHERE i IN ()', '1:28 IN needs at least one value in its brackets'],
    ["SELECT i FROM 't'", "1:15 't' is a STRING; as a name it stands in backticks, as in `t`"],
    // Patterns, with their place and the reason.
    ["SELECT REGEXP_CONTAINS(s, '(') FROM t", '1:27 this is no regular expression of RE2: missing ) in "("'],
    [
      "SELECT REGEXP_CONTAINS(s, 'a'), REGEXP_CONTAINS(s, 'b{2,1}') FROM t",
      '1:52 this is no regular expression of RE2',
    ],
    ["SELECT REGEXP_EXTRACT(s, '[a') FROM t", '1:26 this is no regular expression of RE2: missing ] in "[a"'],
    ["SELECT REGEXP_SUBSTR(s, 'a**') FROM t", '1:25 this is no regular expression of RE2: bad repetition operator'],
    ["SELECT REGEXP_EXTRACT_ALL(s, '*a') FROM t", '1:30 this is no regular expression of RE2: no argument for'],
    ["SELECT REGEXP_INSTR(s, '[a', 2) FROM t", '1:24 this is no regular expression of RE2: missing ] in "[a"'],
    ["SELECT REGEXP_REPLACE(s, 'a\\\\', '') FROM t", '1:26 this is no regular expression of RE2: trailing \\'],
    [
      "SELECT REGEXP_CONTAINS(s, CONCAT('(', 'a')) FROM t",
      '1:27 this is no regular expression of RE2: missing ) in "(a"',
    ],
    ["SELECT SAFE.REGEXP_CONTAINS(s, '(') FROM t", 'not refused'],
    // Quotes, brackets, keywords.
    ["SELECT 'can''t'", "1:8 syntax error: a quote in a text is written \\'"],
    ["SELECT i FROM t WHERE s = 'can''t' AND i > 1", '1:27 syntax error: a quote in a text'],
    ['SELECT i FROM t UNION SELECT i FROM t', '1:17 syntax error: write UNION ALL or UNION DISTINCT'],
    ['SELECT i AS a FROM t UNION SELECT 1 AS a', '1:22 syntax error: write UNION ALL or UNION DISTINCT'],
    ['(SELECT i FROM t) UNION (SELECT i FROM t)', '1:19 syntax error: write UNION ALL or UNION DISTINCT'],
    ['SELECT 1 EXCEPT SELECT 1', '1:10 syntax error: write EXCEPT DISTINCT'],
    ['SELECT i, group FROM t', '1:11 syntax error: "group" is a reserved keyword; as a name it stands in backticks'],
    ['SELECT i, order, s FROM t', '1:11 syntax error: "order" is a reserved keyword'],
    ['SELECT Order ID FROM t', '1:8 syntax error: "Order" is a reserved keyword'],
    ['SELECT i, group x FROM t', '1:11 syntax error: "group" is a reserved keyword'],
    ['SELECT i FROM t WHERE group = 1', '1:23 "group" is a reserved keyword'],
    ['SELECT i FROM t WHERE (i = 1 AND i = 2', '1:23 syntax error: this "(" is not closed'],
    ["SELECT i FROM t WHERE LOWER(TRIM(s) = 'a'", '1:28 syntax error: this "(" is not closed'],
    ['SELECT i FROM (SELECT i FROM t', '1:15 syntax error: this "(" is not closed'],
    ['SELECT COUNT(*)) FROM t', '1:16 syntax error: unexpected ")", which closes nothing'],
    ['SELECT [i FROM t', 'syntax error: unexpected "FROM", "]" is missing'],
    // Other dialects.
    [
      "SELECT date_trunc('hour', ts) FROM t",
      '1:8 in DATE_TRUNC the value stands first, then the date part without quotes',
    ],
    ["SELECT TIMESTAMP_TRUNC(ts, 'hour') FROM t", '1:28 a date part stands without quotes; write HOUR'],
    ["SELECT DATE_DIFF('day', d, d) FROM t", '1:18 in DATE_DIFF the values stand first'],
    ['SELECT ts - INTERVAL 7 DAYS FROM t', '1:24 there is no date part DAYS; write DAY'],
    ['SELECT EXTRACT(HOURS FROM ts) FROM t', '1:16 there is no date part HOURS; write HOUR'],
    ['SELECT MEDIAN(i) FROM t', '1:8 GoogleSQL has no function MEDIAN; write APPROX_QUANTILES(x, 2)[OFFSET(1)]'],
    ["SELECT STRFTIME('%F', ts) FROM t", '1:8 GoogleSQL has no function STRFTIME; write FORMAT_TIMESTAMP'],
    ['SELECT DISTINCT ON (s) s, i FROM t', '1:17 GoogleSQL has no DISTINCT ON; write QUALIFY'],
    ['SELECT TOP 10 i FROM t', '1:8 syntax error: GoogleSQL has no TOP; write LIMIT'],
    ['SELECT TOP (10) i FROM t', '1:8 GoogleSQL has no TOP; write LIMIT'],
    ['SELECT i FROM t ORDER ts', '1:17 syntax error: write ORDER BY'],
    ['SELECT s, COUNT(*) FROM t GROUP s ORDER BY s', '1:27 syntax error: write GROUP BY'],
    ['SELECT i FORM t WHERE i = 1', '1:10 syntax error: did you mean FROM for "FORM"?'],
    ['SELECT i FROM t WEHRE i = 1', '1:17 syntax error: did you mean WHERE for "WEHRE"?'],
    ['SELECT i,, s FROM t', '1:9 syntax error: nothing stands between these commas'],
    ["SELECT CASE WHEN i = 1 THEN 'a' ELSE 'b' FROM t", '1:8 syntax error: this CASE has no END'],
    ["SELECT CASE WHEN i = 1 THEN 'a', s FROM t", '1:8 syntax error: this CASE has no END'],
    [
      'SELECT COUNT(*) AS my-count FROM t',
      '1:22 syntax error: a name with "-" stands in backticks, as in `my-count`; or write my_count',
    ],
    ['SELECT i FROM t AS my-t', '1:22 syntax error: a name with "-" stands in backticks, as in `my-t`; or write my_t'],
    ['WITH my-t AS (SELECT 1 AS a) SELECT * FROM `my-t`', '1:8 syntax error: a name with "-" stands in backticks'],
    ['SELECT i FROM my-t', '1:15 my-t is no plain name; write it in backticks, as in `my-t`'],
    [
      'SELECT i FROM `proj.ds.t`',
      '1:15 there is no table "proj.ds.t": "proj" stands where a project does, and QUERN_BIGQUERY_PROJECT names none; try t alone',
    ],
    ["SELECT * FROM read_parquet('x')", '1:15 the function READ_PARQUET in FROM is not supported'],
    ['SELECT * FROM generate_series(1, 3)', '1:15 in FROM an array stands in UNNEST'],
    ['SELECT DATE_TRUNC(d, i + 1) FROM t', '1:22 a date part is a word such as DAY, not an expression'],
    ['SELECT TIMESTAMP_DIFF(ts, ts, i.i) FROM t', '1:31 a date part is a word such as DAY, not an expression'],
    ['SELECT TIMESTAMP_TRUNC(HOUR, ts) FROM t', '1:24 in TIMESTAMP_TRUNC the values stand first, then the date part'],
    ['SELECT DATE_DIFF(DAY, d, d) FROM t', '1:18 in DATE_DIFF the values stand first'],
    ["SELECT i FROM t WHERE s RLIKE 'a'", "1:25 syntax error: write REGEXP_CONTAINS(x, r'…') for RLIKE"],
    ["SELECT i FROM t WHERE s NOT REGEXP 'a'", "1:29 syntax error: write REGEXP_CONTAINS(x, r'…') for REGEXP"],
    ["SELECT i FROM t WHERE s !~ 'a'", "1:25 syntax error: write NOT REGEXP_CONTAINS(x, r'…')"],
    ['SELECT i FROM t ORDER BY i FETCH FIRST 5 ROWS ONLY', '1:28 syntax error: write LIMIT n'],
    ['SELECT i FROM t ORDER BY i OFFSET 5', '1:28 syntax error: OFFSET stands behind LIMIT'],
    ['SELECT i FROM t LIMIT 5, 10', '1:17 syntax error: write LIMIT 10 OFFSET 5'],
    ['SELECT i FROM t LIMIT ALL', '1:23 for all rows, leave LIMIT out'],
    ["SELECT STRING_AGG(s, ',') WITHIN GROUP (ORDER BY s) FROM t", '1:27 syntax error: there is no WITHIN GROUP'],
    ['SELECT COUNT(*) FILTER (WHERE i > 1) FROM t', '1:17 syntax error: there is no FILTER (WHERE …)'],
    ['SELECT extract(epoch from ts) FROM t', '1:16 there is no date part epoch; write UNIX_SECONDS(ts)'],
    ["SELECT 'a' + 'b'", '1:8 "+" adds numbers, found STRING and STRING; texts are joined with ||'],
    ['SELECT ts - ts FROM t', 'write TIMESTAMP_DIFF(x, y, SECOND)'],
    ['SELECT ts - 3600 FROM t', 'write TIMESTAMP_SUB(x, INTERVAL 1 SECOND)'],
    ["SELECT ts - INTERVAL '1 hour' FROM t", '1:13 syntax error: write an interval as in INTERVAL 1 DAY'],
    ['SELECT i FROM t WHERE i =! 1', '1:25 syntax error: write != for "=!"'],
    ['SELECT i FROM t WHERE i <=> 1', '1:25 syntax error: write IS NOT DISTINCT FROM for "<=>"'],
    ['SELECT i FROM t WHERE i ISNULL', '1:25 syntax error: write x IS NULL'],
    ['SELECT i FROM t WHERE ISNULL(i)', '1:23 GoogleSQL has no function ISNULL; write x IS NULL, or IFNULL(x, y)'],
    ['SELECT DATEADD(day, 1, d) FROM t', '1:8 GoogleSQL has no function DATEADD; write DATE_ADD(d, INTERVAL 1 DAY)'],
    ["SELECT TO_CHAR(ts, 'YYYY') FROM t", "1:8 GoogleSQL has no function TO_CHAR; write FORMAT_TIMESTAMP('%F', ts)"],
    ['SELECT TRY_CAST(s AS INT64) FROM t', '1:8 syntax error: write SAFE_CAST(x AS type)'],
    ['SELECT CAST(i AS VARCHAR) FROM t', '1:18 there is no type VARCHAR; write STRING'],
    ['SELECT i FROM t WHERE i % 2 = 0', '1:25 syntax error: write MOD(x, y) for "%"'],
    ['SELECT i FROM t WHERE i = $1', '1:27 syntax error: a parameter is written @name'],
    ['SELECT i FROM t WHERE i = ?', '1:27 "?" for a parameter, which is written @name, is not supported'],
    // Text that is right is not blamed for a mistake behind it.
    ['SELECT s::text FROM t', '1:9 syntax error: write CAST(x AS type) for "x::type"'],
    ['SELECT i FROM t LIMIT 5 OFFSET 1 x', '1:34 syntax error: unexpected "x"'],
    ['SELECT EXTRACT(HOUR FROM ts AT TIME ZONE "UTC") AS a b FROM t', '1:54 syntax error: unexpected "b"'],
    ['SELECT CASE WHEN TRUE THEN 1 END a b FROM t', '1:36 syntax error: unexpected "b"'],
    ['SELECT orders.i FROM t AS orders x', '1:34 syntax error: unexpected "x"'],
    // Names: what was probably meant, and what there is.
    ['SELECT tss FROM t', '1:8 unrecognized name "tss". Did you mean "ts"? There are i, s, ts, d, t'],
    ['SELECT t.tss FROM t', '1:10 "t" has no column "tss". Did you mean "ts"? There are i, s, ts, d'],
    [
      'SELECT i AS total FROM t ORDER BY totl',
      '1:35 unrecognized name "totl". Did you mean "total"? There are total, i, s',
    ],
    [
      'SELECT (SELECT x + nope FROM UNNEST([1]) AS x) FROM t',
      '1:20 unrecognized name "nope". There are x, i, s, ts, d, t',
    ],
    ['SELECT nope FROM wide', 'There are c1, c2, c3, c4, c5, c6, c7, c8, c9, c10 and 3 more'],
    [
      'SELECT * EXCEPT (tss) FROM t',
      '1:18 EXCEPT names "tss", which is not a column here. Did you mean "ts"? There are i, s, ts, d',
    ],
    ['SELECT 1 FROM wid', '1:15 there is no table "wid". Did you mean "wide"? There are t, wide, '],
    [
      'WITH mine AS (SELECT 1) SELECT * FROM mines',
      '1:39 there is no table "mines". Did you mean "mine"? There are mine, t',
    ],
    ['SELECT nope', '1:8 unrecognized name "nope"'],
    ['SELECT t.s FROM t AS other', '1:8 unrecognized name "t"; it is not in FROM here, or has another name there'],
    [`SELECT \`${'x'.repeat(5000)}\` FROM t`, '…". There are i, s, ts, d, t'],
    [
      'SELECT t.s FROM t JOIN wide AS w USING (c)',
      '1:41 USING needs exactly one column "c" on each side, and there is none on the left. There are i, s, ts, d',
    ],
    [
      'SELECT 1 FROM t JOIN t AS u USING (tss)',
      '1:36 USING needs exactly one column "tss" on each side, and there is none on the left. Did you mean "ts"? There are i,',
    ],
    [
      'SELECT 1 FROM t JOIN UNNEST([1]) AS x USING (i)',
      '1:46 USING needs exactly one column "i" on each side, and there is none on the right. There is x',
    ],
    ['SELECT 1 FROM wide CROSS JOIN t JOIN t AS u USING (i)', 'not refused'],
    [
      'SELECT 1 FROM t AS a CROSS JOIN t AS b JOIN t AS c USING (i)',
      '1:59 USING needs exactly one column "i" on each side, and there are 2 on the left',
    ],
    [
      'SELECT SUM(i) OVER wn FROM t WINDOW win AS (ORDER BY i)',
      '1:20 there is no window "wn"; define it in WINDOW. Did you mean "win"?',
    ],
    ["SELECT STRUCT(1 AS path, 'a' AS host).pth", '1:39 no field "pth". Did you mean "path"? There are path, host'],
    [
      'SELECT RANK() OVER (ORDER BY i) AS r FROM t QUALIFY SUM(r) OVER () > 1',
      '1:57 "r" is an alias of a window function, which cannot stand in SUM; work it out in a WITH query first',
    ],
    [
      'SELECT RANK() OVER (ORDER BY i) AS r FROM t ORDER BY MAX(-R) OVER ()',
      '1:59 "R" is an alias of a window function',
    ],
    [
      'SELECT i, RANK() OVER (ORDER BY i) AS r FROM t QUALIFY RANK() OVER (PARTITION BY i ORDER BY r) = 1',
      '1:93 "r" is an alias of a window function, which cannot stand in the ORDER BY of a window',
    ],
    [
      'SELECT i, RANK() OVER (ORDER BY i) AS r FROM t QUALIFY RANK() OVER (PARTITION BY r) = 1',
      '1:82 "r" is an alias of a window function, which cannot stand in PARTITION BY',
    ],
    ['SELECT i AS x, RANK() OVER (ORDER BY i) AS i FROM t QUALIFY SUM(t.i) OVER () > 0 AND i = 1', 'not refused'],
    ['SELECT STRING_AGG(s, s) FROM t', '1:22 the delimiter of STRING_AGG is a literal or a parameter'],
    ["SELECT STRING_AGG(s, CONCAT(',', ' ')) FROM t", 'not refused'],
    [
      'SELECT 1 FROM t LEFT JOIN wide AS w ON t.i IN (SELECT c1 FROM wide)',
      '1:47 this subquery in ON of an outer join is not supported by the embedded engine; join with the rows of it instead',
    ],
    // The types of records, of which the end of a message is not to fall short.
    [
      'SELECT metadata FROM z GROUP BY metadata',
      '1:33 GROUP BY a value of type ARRAY<STRUCT<…>> is not supported by the embedded engine; take a field of it, or TO_JSON_STRING of it',
    ],
    [
      'SELECT DISTINCT metadata[0] FROM z',
      'over a value of type STRUCT<…> is not supported by the embedded engine; take a field',
    ],
    [
      'SELECT COUNT(*) OVER (PARTITION BY metadata[0]) FROM z',
      'type STRUCT<…> is not supported by the embedded engine; take',
    ],
    ['FROM z |> DISTINCT', 'type ARRAY<STRUCT<…>> is not supported by the embedded engine; take'],
    [
      'FROM z |> AGGREGATE COUNT(*) GROUP BY metadata',
      'type ARRAY<STRUCT<…>> is not supported by the embedded engine; take',
    ],
    ['SELECT UPPER(metadata) FROM z', '1:8 no UPPER(ARRAY<STRUCT<…>>); there is UPPER(STRING), UPPER(BYTES)'],
    ['SELECT STRUCT(1 AS a, "b" AS b) + 1', '"+" between STRUCT<a INT64, b STRING> and INT64'],
    [
      'SELECT [1, "a", 2, "b", metadata] FROM z',
      '1:9 the elements of an array need one common type, found INT64, STRING, ARRAY<STRUCT<…>>',
    ],
    ['SELECT metadata[0].filed3 FROM z', '1:20 no field "filed3". Did you mean "field3"? There are field1, field2'],
    // Aliases of the SELECT list, where they mean nothing.
    [
      'SELECT i + 1 AS n FROM t WHERE n > 1',
      '1:32 "n" is an alias of the SELECT list, which means nothing here; write what it stands for',
    ],
    ['SELECT i + 1 AS n, N * 2 FROM t', '1:20 "N" is an alias of the SELECT list'],
    [
      'SELECT COUNT(*) AS n FROM t WHERE n > 1',
      '1:35 "n" is an alias of the SELECT list, which means nothing here; conditions on aggregate functions go to HAVING',
    ],
    [
      'SELECT RANK() OVER (ORDER BY i) AS r FROM t WHERE r = 1',
      '1:51 "r" is an alias of the SELECT list, which means nothing here; conditions on window functions go to QUALIFY',
    ],
    ['SELECT s, COUNT(*) AS n FROM t GROUP BY s HAVING MAX(n) > 1', '1:54 "n" is an alias of the SELECT list'],
    ['SELECT (SELECT MAX(x) FROM UNNEST([1]) AS x WHERE x = n) AS n FROM t', '1:55 "n" is an alias of the SELECT list'],
    [
      'SELECT i, RANK() OVER (ORDER BY i) AS r FROM t GROUP BY i HAVING i > 0 AND r = 1',
      '1:76 "r" is an alias of a window function, which cannot stand in HAVING; write the condition in QUALIFY',
    ],
  ])('%s', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
