import { useDuckDb } from '../../../../../test/support/duckdb.js';
import { functionsThat } from '../../../../googlesql/functions/catalogue.js';
import { part } from '../../../../../test/support/part.js';
import { compile } from '../compile.js';

/** Values by a letter; those after the first are what a function may have a short way with. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  s: ["'ab'", "''"],
  b: ["b'ab'", "b''"],
  i: ['1', '0', '-1', '9223372036854775807'],
  f: ['1.5', '0.0'],
  n: ["NUMERIC '1.5'", "NUMERIC '0'"],
  d: ["DATE '2026-01-15'"],
  t: ["TIMESTAMP '2026-01-15 10:00:00'"],
  D: ["DATETIME '2026-01-15 10:00:00'"],
  T: ["TIME '10:00:00'"],
  z: ["'UTC'", "'+01:00'", "'Asia/Tokyo'"],
  a: ['[1, 2]', 'CAST([] AS ARRAY<INT64>)'],
  A: ["['a']", 'CAST([] AS ARRAY<STRING>)'],
  j: [`JSON '{"a": [true]}'`, "JSON '1'"],
  J: [`'{"a": ["x"]}'`, "'{'"],
};

/** Functions, and what they are given: letters of values, others as they are. */
const CALLS: readonly (readonly [string, ...string[]])[] = [
  ['ABS SIGN CEIL CEILING FLOOR SAFE_NEGATE', 'f', 'n', 'i'],
  ['SQRT CBRT EXP SIN COS TAN ATAN SINH COSH TANH ASINH SEC SECH IS_NAN IS_INF', 'f'],
  ['ASIN ACOS ATANH', '0.5'],
  ['LN LOG10 LOG ACOSH COT CSC COTH CSCH', '1.5'],
  ['LOG', '1.5, 2.0'],
  ['POW POWER ATAN2 SAFE_DIVIDE IEEE_DIVIDE', 'f, f', 'i, i'],
  ['SAFE_ADD SAFE_SUBTRACT SAFE_MULTIPLY', 'i, i', 'f, f', 'n, n'],
  ['DIV MOD', 'i, 2', "n, NUMERIC '2'"],
  ['BIT_COUNT', 'i'],
  ['ROUND TRUNC', 'f', 'n', 'f, 1', 'n, 1', "n, 1, 'ROUND_HALF_EVEN'"],
  ['EUCLIDEAN_DISTANCE COSINE_DISTANCE', '[1.0], [2.0]'],
  ['RANGE_BUCKET', 'i, a', 's, A'],
  ['LENGTH BYTE_LENGTH OCTET_LENGTH UPPER LOWER REVERSE TO_CODE_POINTS MD5 SHA1 SHA256', 's', 'b'],
  ['CHAR_LENGTH CHARACTER_LENGTH ASCII UNICODE SOUNDEX INITCAP TRIM LTRIM RTRIM SPLIT', 's'],
  ['NET.HOST NET.REG_DOMAIN', 's'],
  ['STARTS_WITH ENDS_WITH STRPOS CONCAT TRIM LTRIM RTRIM', 's, s', 'b, b'],
  ['SPLIT', 's, s', 'b, b'],
  ['INITCAP', 's, s'],
  ['CONCAT', 's, i'],
  ['REPLACE', 's, s, s', 'b, b, b'],
  ['TRANSLATE', "s, 'a', s", "b, b'a', b"],
  ['SUBSTR SUBSTRING', 's, i', 'b, i', 's, i, i', 'b, i, i'],
  ['LEFT RIGHT', 's, i', 'b, i'],
  ['LPAD RPAD', 's, 0', 's, 3', "s, 3, 'x'", 'b, 0', "b, 3, b'x'", "b, 0, b'x'"],
  ['REPEAT', 's, 0', 's, 2', 'b, 0', 'b, 2'],
  ['INSTR', 's, s', 's, s, 1', 's, s, -1, i', 'b, b, 1, 1'],
  ['CONTAINS_SUBSTR', "s, 'a'"],
  ['EDIT_DISTANCE', 's, s', 's, s, max_distance => 1'],
  ['CHR', '65'],
  ['CODE_POINTS_TO_STRING CODE_POINTS_TO_BYTES', 'a'],
  ['TO_BASE32 TO_BASE64 TO_HEX SAFE_CONVERT_BYTES_TO_STRING', 'b'],
  ['FROM_BASE32 FROM_BASE64 FROM_HEX', "''"],
  ['FORMAT', "'%s', s", "'%s%d', s, i", "'%f', f", "'%x', i"],
  ['REGEXP_CONTAINS', 's, s'],
  ['REGEXP_EXTRACT REGEXP_SUBSTR', "s, 'a'", "s, '(b)', 1, 1", "s, 'a', 2, 2"],
  ['REGEXP_EXTRACT_ALL', "s, 'a'"],
  ['REGEXP_INSTR', "s, ''", "s, 'a'", "s, 'a', 1, 2, 1"],
  ['REGEXP_REPLACE', "s, 'a', ''"],
  ['ARRAY_LENGTH ARRAY_REVERSE ARRAY_FIRST ARRAY_LAST', '[1]'],
  ['ARRAY_SLICE', 'a, i, i'],
  ['ARRAY_CONCAT', 'a, a'],
  ['ARRAY_TO_STRING', "A:, ','", "A:, ',', s"],
  ['GENERATE_ARRAY', '1, 2', '1, 2, 1', 'f, f'],
  ['GENERATE_DATE_ARRAY', 'd, d', 'd, d, INTERVAL 1 MONTH'],
  ['GENERATE_TIMESTAMP_ARRAY', 't, t, INTERVAL 1 DAY'],
  ['JSON_VALUE JSON_QUERY JSON_VALUE_ARRAY JSON_QUERY_ARRAY', "J, '$.a'", "j, '$.a'", 'J'],
  ['JSON_EXTRACT JSON_EXTRACT_SCALAR JSON_EXTRACT_ARRAY JSON_EXTRACT_STRING_ARRAY', "J, '$.a'", 'J'],
  ['LAX_BOOL LAX_INT64 LAX_FLOAT64 LAX_STRING JSON_TYPE JSON_KEYS JSON_FLATTEN JSON_STRIP_NULLS', 'j'],
  ['JSON_KEYS', 'j, 1'],
  ['JSON_SET JSON_ARRAY_APPEND', "j:, '$.a', 1"],
  ['JSON_ARRAY_INSERT', "j:, '$.a[0]', 1"],
  ['JSON_REMOVE', "j:, '$.a'"],
  ['INT64 FLOAT64', "JSON '1'"],
  ['BOOL', "JSON 'true'"],
  ['STRING', `JSON '"x"'`, 't', 't, z', 'd', 'D', 'T'],
  ['PARSE_JSON PARSE_NUMERIC', "'1'"],
  ['NULLIF', '1:, 5'],
  ['GREATEST LEAST', 'i, i', 's, s'],
  ['DATE', 'i, 1, 1', 't', 'D', 't, z'],
  ['DATETIME', 'd', 'd, T', 't', 't, z', '2026, 1, 1, 0, 0, 0'],
  ['TIME', '1, 0, 0', 't', 'D', 't, z'],
  ['TIMESTAMP', 'd', 'D', "'2026-01-15'", "'2026-01-15', z", 'd, z'],
  ['UNIX_DATE', 'd'],
  ['UNIX_MICROS UNIX_MILLIS UNIX_SECONDS', 't'],
  ['DATE_FROM_UNIX_DATE TIMESTAMP_MICROS TIMESTAMP_MILLIS TIMESTAMP_SECONDS', '1'],
  ['DATE_ADD DATE_SUB', 'd, INTERVAL 1 DAY', 'd, INTERVAL 0 MONTH'],
  ['DATETIME_ADD DATETIME_SUB', 'D, INTERVAL 1 DAY', 'D, INTERVAL 0 QUARTER'],
  ['TIMESTAMP_ADD TIMESTAMP_SUB', 't, INTERVAL 1 DAY'],
  ['TIME_ADD TIME_SUB', 'T, INTERVAL 0 HOUR'],
  ['DATE_DIFF', 'd, d, DAY', 'd, d, ISOYEAR'],
  ['DATETIME_DIFF', 'D, D, WEEK', 'D, D, MONTH'],
  ['TIMESTAMP_DIFF', 't, t, HOUR'],
  ['TIME_DIFF', 'T, T, SECOND'],
  ['DATE_TRUNC LAST_DAY', 'd, MONTH', 'd, ISOYEAR'],
  ['DATETIME_TRUNC', 'D, WEEK'],
  ['TIMESTAMP_TRUNC', 't, DAY', 't, MONTH, z'],
  ['TIME_TRUNC', 'T, HOUR'],
  ['DATE_BUCKET', 'd, INTERVAL 1 DAY', 'd, INTERVAL 1 MONTH, d'],
  ['DATETIME_BUCKET', 'D, INTERVAL 1 DAY, D'],
  ['TIMESTAMP_BUCKET', 't, INTERVAL 1 DAY, t'],
  ['FORMAT_DATE', "'%F', d", "'', d"],
  ['FORMAT_DATETIME', "'%F', D"],
  ['FORMAT_TIMESTAMP', "'%F', t", "'%F %Ez', t, z"],
  ['FORMAT_TIME', "'', T"],
  ['PARSE_DATE PARSE_DATETIME PARSE_TIMESTAMP', "'%F', '2026-01-15'", "'', ''"],
  ['PARSE_TIMESTAMP', "'%F', '2026-01-15', z"],
  ['PARSE_TIME', "'%T', '10:00:00'"],
];

/** What takes NULL for a value, takes no values, or has a syntax of its own, which other specs try. */
const OTHERS = [
  ...[
    'COALESCE',
    'IFNULL',
    'IF',
    'ERROR',
    'EXISTS',
    'ARRAY',
    'CAST',
    'SAFE_CAST',
    'EXTRACT',
    'TO_JSON',
    'TO_JSON_STRING',
  ],
  ...['JSON_ARRAY', 'JSON_OBJECT', 'RAND', 'GENERATE_UUID'],
  ...['CURRENT_DATE', 'CURRENT_DATETIME', 'CURRENT_TIME', 'CURRENT_TIMESTAMP'],
];

const SCALAR = functionsThat(({ kind, isElsewhere }) => kind === 'scalar' && !isElsewhere);

/** Each call with one of its arguments NULL, and that not a constant. A colon marks the one that alone makes the result NULL. */
function callsWithNull(name: string, signature: string): string[] {
  const args = signature.split(', ').map((arg) => VALUES[arg.replace(':', '')] ?? [arg.replace(':', '')]);
  const marked = signature.split(', ').findIndex((arg) => arg.endsWith(':'));
  return args.flatMap((_, absent) => {
    if (marked >= 0 && absent !== marked) return [];
    const filled = args.map((values, index) => (index === absent ? values.slice(0, 1).map(nullOf) : values));
    const combinations = filled.reduce<string[][]>(
      (all, each) => all.flatMap((one) => each.map((arg) => [...one, arg])),
      [[]],
    );
    // `npm test` tries every argument of every function, with one value of each of the others.
    return combinations.slice(0, part(combinations.length, 1)).map((one) => `${name}(${one.join(', ')})`);
  });
}

function nullOf(value: string): string {
  const [, before = '', inner = value, after = ''] = /^(INTERVAL |\w+ => )(\d+)(.*)$/.exec(value) ?? [];
  return `${before}IF(x.hit, ${inner}, NULL)${after}`;
}

describe('functions of NULL', () => {
  const database = useDuckDb();
  const from = 'FROM (SELECT FALSE AS hit) AS x';

  const compiles = (call: string) =>
    'sql' in compile({ sql: `SELECT (${call}) ${from}`, parameters: [], maxRows: 1 }, new Map());

  it('are tried by their names', () => {
    const named = [...CALLS.flatMap(([names]) => names.split(' ')), ...OTHERS];
    expect(named.filter((name) => !SCALAR.has(name))).toEqual([]);
  });

  /** Whatever is not listed is NULL of NULL, with any values that it takes. */
  it('are NULL for every other function of one row', async () => {
    const letters = Object.keys(VALUES);
    const signatures = letters.flatMap((first) => [first, ...letters.map((second) => `${first}, ${second}`)]);
    const listed = new Set([...CALLS.flatMap(([names]) => names.split(' ')), ...OTHERS]);
    const rest = [...SCALAR].filter((name) => !listed.has(name));
    for (const name of ['SOUNDEX', ...rest]) {
      const taken = signatures.flatMap((signature) => callsWithNull(name, signature)).filter(compiles);
      expect([name, taken]).not.toEqual([name, []]);
      for (const call of taken) expect([call, await database.value(`(${call}) IS NULL ${from}`)]).toEqual([call, true]);
    }
  });

  it.each(CALLS)('%s', async (names, ...signatures) => {
    for (const name of names.split(' ')) {
      // What has to be known at load is refused.
      const calls = signatures.flatMap((signature) => callsWithNull(name, signature)).filter(compiles);
      expect(calls).not.toEqual([]);
      const answers = await database.rows(`SELECT [${calls.map((call) => `(${call}) IS NULL`).join(', ')}] ${from}`);
      expect(calls.filter((_, index) => !(answers[0]?.[0] as boolean[])[index])).toEqual([]);
    }
  });
});
