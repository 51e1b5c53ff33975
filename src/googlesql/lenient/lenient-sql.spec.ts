import { sqlTokens } from '../tokens/sql-tokens.js';
import { googleSqlOf } from './lenient-sql.js';

/** The GoogleSQL, or `line:column message`. */
function read(sql: string): string {
  const found = googleSqlOf(sql);
  return 'message' in found ? `${found.line}:${found.column} ${found.message}` : found.text;
}

describe('googleSqlOf', () => {
  it.each([
    ['a.b::text', 'CAST(a.b AS STRING)'],
    ['`a`.`b c` :: text', 'CAST(`a`.`b c`  AS STRING)'],
    ['f(x)::int', 'CAST(f(x) AS INT64)'],
    ['SAFE.f(x, (y))::int', 'CAST(SAFE.f(x, (y)) AS INT64)'],
    ['1 * (a + b)::float', '1 * CAST((a + b) AS FLOAT64)'],
    [`'x'::text`, `CAST('x' AS STRING)`],
    [`r'x'::text || b"x"::text`, `CAST(r'x' AS STRING) || CAST(b"x" AS STRING)`],
    ['-1::int', '-CAST(1 AS INT64)'],
    ['2 - 1.5e-3::numeric', '2 - CAST(1.5e-3 AS NUMERIC)'],
    ['x1e-3::int', 'x1e-CAST(3 AS INT64)'],
    ['.5::text + 1.::text', 'CAST(.5 AS STRING) + CAST(1. AS STRING)'],
    ['x::text::int', 'CAST(CAST(x AS STRING) AS INT64)'],
    ['(x::text || y::text)::int', 'CAST((CAST(x AS STRING) || CAST(y AS STRING)) AS INT64)'],
    ['arr[0]::text', 'CAST(arr[0] AS STRING)'],
    ['m[OFFSET(i::int)].a.end::text', 'CAST(m[OFFSET(CAST(i AS INT64))].a.end AS STRING)'],
    ['x IN ([1, 2]::text, ARRAY[1]::text)', 'x IN (CAST([1, 2] AS STRING), CAST(ARRAY[1] AS STRING))'],
    ['@p::text', 'CAST(@p AS STRING)'],
    [
      'CASE WHEN a THEN CASE b WHEN 1::int THEN 2 END END::text',
      'CAST(CASE WHEN a THEN CASE b WHEN CAST(1 AS INT64) THEN 2 END END AS STRING)',
    ],
    ['a AND b::bool OR NOT c::boolean', 'a AND CAST(b AS BOOL) OR NOT CAST(c AS BOOL)'],
    ['WHERE (a)::int', 'WHERE CAST((a) AS INT64)'],
    ['IF(a, b, c)::int', 'CAST(IF(a, b, c) AS INT64)'],
    [`DATE '2026-01-01'::text`, `CAST(DATE '2026-01-01' AS STRING)`],
    [`a.date = '2026-01-01'::date`, `a.date = CAST('2026-01-01' AS DATE)`],
    ['COUNT(*)::int AS n', 'CAST(COUNT(*) AS INT64) AS n'],
    ['SUM(x) OVER (ORDER BY y::int)::int', 'CAST(SUM(x) OVER (ORDER BY CAST(y AS INT64)) AS INT64)'],
    ['SUM(x) OVER w::int', 'CAST(SUM(x) OVER w AS INT64)'],
    ['(SELECT 1)::text', 'CAST((SELECT 1) AS STRING)'],
    ['|> EXTEND (a)::int AS b', '|> EXTEND CAST((a) AS INT64) AS b'],
    [`SELECT'x'::text`, `SELECT CAST('x' AS STRING)`],
    ['a /* :: */ :: -- int\n DOUBLE  precision+1', 'CAST(a /* :: */  AS FLOAT64)+1'],
    ['t::timestamp with time zone', 'CAST(t AS TIMESTAMP)'],
  ])('writes %s as %s', (lenient, expected) => {
    expect(read(lenient)).toBe(expected);
  });

  it.each([
    ['text', 'STRING'],
    ['VARCHAR', 'STRING'],
    ['integer', 'INT64'],
    ['bigint', 'INT64'],
    ['numeric', 'NUMERIC'],
    ['timestamp', 'TIMESTAMP'],
    ['timestamptz', 'TIMESTAMP'],
    ['date', 'DATE'],
    ['jsonb', 'JSON'],
    ['INT64', 'INT64'],
  ])('knows the type %s', (type, expected) => {
    expect(read(`x::${type}`)).toBe(`CAST(x AS ${expected})`);
  });

  it.each([
    [`'it''s'`, String.raw`'it\'s'`],
    [`'a''''b'''`, String.raw`'a\'\'b\''`],
    [`''`, `''`],
    [`''''`, String.raw`'\''`],
    [`'''x', '''y'`, String.raw`'\'x', '\'y'`],
    [`IN('''x','y')`, String.raw`IN('\'x','y')`],
    [`'''''''', ''`, String.raw`'\'\'\'', ''`],
    [String.raw`'a\'b''c\\''d'`, String.raw`'a\'b\'c\\\'d'`],
    [`'it''s' || "it""s"`, String.raw`'it\'s' || "it""s"`],
    [`'a''b'::text`, String.raw`CAST('a\'b' AS STRING)`],
  ])('reads the quotes of %s', (lenient, expected) => {
    expect(read(lenient)).toBe(expected);
  });

  it.each([
    `'''it''s''', '''''', r'''a''b'''`,
    `WHERE a = '''x' AND b = 'y'''`,
    `"a" "it''s" "::" """a''b::c"""`,
    "`a''b::c`",
    `-- it''s x::text\n# 'a''b'\n/* '' :: */ 1`,
    String.raw`'\'', r'\'', b'\\', '\\''`.slice(0, -1),
    `'::' || ': :' || a[0] || 'x' 'y'`,
    'FROM t |> WHERE a > 1.5e-3',
    '',
  ])('leaves %s as it is', (sql) => {
    expect(read(sql)).toBe(sql);
  });

  it.each([
    ['SELECT ::text', '1:8 nothing in front of :: can be converted; put what it is about into brackets'],
    ['SELECT * FROM ::text', '1:15 nothing in front of ::'],
    ['SELECT (a))b(::int', '1:14 nothing in front of ::'],
    ['a\n + b::uuid', '2:7 "uuid" is no type that :: converts to; there are text, varchar'],
    ['a::', '1:2 a type is missing behind ::'],
    ['a:::text', '1:4 ":" is no type'],
    ['a::varchar(10)', '1:11 a type behind :: takes no length here'],
    ['a::text[]', '1:8 there are no arrays behind ::'],
    [`'é😀''', 'b''`, '1:9 this string is not closed on its line'],
    [`'''a'' b`, "1:1 this string is not closed; write '''"],
    [`'a\nb'::text`, '1:1 this string is not closed on its line'],
    ['a::text /* b', '1:9 this comment is not closed'],
  ])('refuses %j', (sql, expected) => {
    expect(read(sql)).toContain(expected);
  });

  it('reads each part alike, whatever stands beside it', () => {
    const parts = [
      [`x::int`, 'CAST(x AS INT64)'],
      [`(a)::int`, 'CAST((a) AS INT64)'],
      [`'it''s'`, String.raw`'it\'s'`],
      [String.raw`'\\'''::text`, String.raw`CAST('\\\'' AS STRING)`],
      ...[`''`, `'''a'b'''`, String.raw`r'\''`, `"it''s"`, '`a``b`', `/* 'a''b'::int */`, `-- it''s x::int`].map(
        (same) => [same, same],
      ),
    ];
    for (const one of parts) {
      for (const two of parts) {
        for (const three of parts) {
          const [lenient, expected] = [0, 1].map((side) => [one, two, three].map((part) => part[side]).join(',\n'));
          expect(read(lenient ?? '')).toBe(expected);
        }
      }
    }
  });

  it('tells where each part comes from', () => {
    const source = `SELECT 'é''😀'::text, a.b::int\n  + nothing::text`;
    const found = googleSqlOf(source);
    if ('message' in found) throw new Error(found.message);
    expect(found.text).toBe(`SELECT CAST('é\\'😀' AS STRING), CAST(a.b AS INT64)\n  + CAST(nothing AS STRING)`);
    const places = sqlTokens(found.text).tokens.map((token) => {
      const { line, column } = found.placeOf(token);
      return [token.text, line, column];
    });
    expect(places).toEqual(
      expect.arrayContaining([
        ['SELECT', 1, 1],
        ['CAST', 1, 8],
        [`'é\\'😀'`, 1, 8],
        ['STRING', 1, 14],
        ['b', 1, 24],
        ['INT64', 1, 25],
        ['+', 2, 3],
        ['nothing', 2, 5],
      ]),
    );
  });

  it('reads sixty thousand characters of it at once', () => {
    expect(read(`x${'::int'.repeat(12_000)}`)).toHaveLength(1 + 12_000 * 15);
    expect(read(`${`'a''b'::text,`.repeat(4_500)}1`)).toContain('CAST(');
    expect(read(`${`'''',`.repeat(12_000)}''''`)).toMatch(/^'\\''/);
  });
});
