import { type CallNode, type ExpressionNode } from '../../ast/nodes.js';
import { functionsThat } from '../../functions/catalogue.js';
import { parse } from '../../grammar/parse.js';
import { type TypedValue } from '../../types/coercion.js';
import {
  arrayOf,
  BOOL,
  BYTES,
  DATE,
  DATETIME,
  FLOAT64,
  INT64,
  JSON_TYPE,
  NULL,
  NUMERIC,
  type SqlType,
  STRING,
  TIME,
  TIMESTAMP,
  wholeTypeName,
} from '../../types/types.js';
import { DialectError } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { Call, type WindowFacts } from './call.js';
import { callValue } from './call-value.js';

const RECORD: SqlType = { kind: 'STRUCT', fields: [{ name: 'x', type: STRING }] };

/** Columns of these specs; `open` is one of which nothing is known. */
const COLUMNS: ReadonlyMap<string, TypedValue> = new Map<string, TypedValue>([
  ...Object.entries<SqlType>({ b: BOOL, f: FLOAT64, i: INT64, j: JSON_TYPE, n: NUMERIC, s: STRING, y: BYTES }).map(
    ([name, type]) => [name, { type }] as const,
  ),
  ...Object.entries<SqlType>({ d: DATE, dt: DATETIME, r: RECORD, t: TIME, ts: TIMESTAMP }).map(
    ([name, type]) => [name, { type }] as const,
  ),
  ...Object.entries({ fs: FLOAT64, ints: INT64, rs: RECORD, ss: STRING }).map(
    ([name, type]) => [name, { type: arrayOf(type) }] as const,
  ),
  ['open', OPEN],
]);

function valueOf(node: ExpressionNode, window?: WindowFacts): TypedValue {
  if (node.type === 'Call') return callOf(node, window);
  if (node.type === 'Integer') return { type: INT64, literal: node.value };
  if (node.type === 'Float') return { type: FLOAT64, literal: node.value, digits: node.text };
  if (node.type === 'String') return { type: STRING, literal: node.value };
  if (node.type === 'Boolean') return { type: BOOL };
  if (node.type === 'Null') return { type: NULL, literal: null };
  const value = node.type === 'Name' ? COLUMNS.get(node.name) : undefined;
  if (!value) throw new TypeError(`no value in these specs: ${node.type} ${node.text}`);
  return value;
}

function callOf(node: CallNode, window?: WindowFacts): TypedValue {
  const scope = { value: (each: ExpressionNode) => valueOf(each) };
  return callValue(new Call(node, scope), {
    columns: ({ body }) => {
      const items = body.type === 'Select' ? body.items : [];
      return items.flatMap((item) => (item.type === 'ExpressionItem' ? [valueOf(item.value)] : []));
    },
    window: window ?? writtenWindow(node),
  });
}

/** The facts about a window that are written behind OVER. */
function writtenWindow({ over }: CallNode): WindowFacts | undefined {
  if (over?.type !== 'WindowSpecification') return over && { isOrdered: true, isFramed: false };
  return { isOrdered: over.orderBy !== undefined, isFramed: over.frame !== undefined };
}

function typeText(call: string, window?: WindowFacts): string {
  const { body } = parse(`SELECT ${call}`);
  const item = body.type === 'Select' ? body.items[0] : undefined;
  if (item?.type !== 'ExpressionItem') throw new TypeError('no expression');
  const value = valueOf(item.value, window);
  return isOpen(value) ? 'open' : wholeTypeName(value.type);
}

/** Place in the text behind SELECT, and message. */
function refusal(call: string, window?: WindowFacts): string {
  try {
    return `accepted as ${typeText(call, window)}`;
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    return `${error.column - 'SELECT '.length} ${error.message}`;
  }
}

/** Calls by the types of their values. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  BOOL: [
    ...['BOOL(j)', 'CONTAINS_SUBSTR(s, "a")', 'CONTAINS_SUBSTR(r, "a")', 'ENDS_WITH(y, y)', 'EXISTS(SELECT i, s)'],
    ...['IS_INF(f)', 'IS_NAN(i)', 'LAX_BOOL(j)', 'LOGICAL_AND(b)', 'LOGICAL_OR(DISTINCT b)', 'REGEXP_CONTAINS(s, s)'],
    ...['STARTS_WITH(s, NULL)', 'IF(b, b, NULL)', 'SAFE_CAST(s AS BOOL)'],
  ],
  BYTES: [
    ...['CODE_POINTS_TO_BYTES(ints)', 'CONCAT(y, y)', 'FROM_BASE32(s)', 'FROM_BASE64(s)', 'FROM_HEX(s)', 'LEFT(y, 1)'],
    ...['LOWER(y)', 'LPAD(y, 2)', 'LTRIM(y, y)', 'MD5(s)', 'REGEXP_EXTRACT(y, y)', 'REGEXP_REPLACE(y, y, y)'],
    ...['REPEAT(y, 2)', 'REPLACE(y, y, y)', 'REVERSE(y)', 'SHA1(y)', 'SHA256(s)', 'STRING_AGG(y)'],
    ...['SUBSTR(y, 1)', 'TRANSLATE(y, y, y)', 'UPPER(y)', 'CAST(s AS BYTES FORMAT "HEX")'],
  ],
  DATE: [
    ...['CURRENT_DATE()', 'CURRENT_DATE("UTC")', 'DATE(ts, "UTC")', 'DATE(i, i, i)', 'DATE(s)', 'DATE("2026-01-01")'],
    ...['DATE_ADD(d, INTERVAL 1 DAY)', 'DATE_ADD("2026-01-01", INTERVAL i MONTH)', 'DATE_SUB(d, INTERVAL i YEAR)'],
    ...['DATE_BUCKET(d, INTERVAL 2 DAY)', 'DATE_FROM_UNIX_DATE(i)', 'DATE_TRUNC(d, WEEK(MONDAY))', 'LAST_DAY(dt)'],
    ...['EXTRACT(DATE FROM ts)', 'LAST_DAY(d, MONTH)', 'PARSE_DATE(s, s)', 'MAX(d)', 'DATE(open)', 'LAST_DAY(open)'],
  ],
  DATETIME: [
    ...[
      'CURRENT_DATETIME()',
      'DATETIME(d, t)',
      'DATETIME(ts)',
      'DATETIME_ADD(d, INTERVAL 1 HOUR)',
      'PARSE_DATETIME(s, s)',
    ],
    ...['DATETIME_BUCKET(dt, INTERVAL 1 HOUR)', 'DATETIME_SUB(dt, INTERVAL 1 DAY)', 'DATETIME_TRUNC(dt, HOUR)'],
    ...['DATE_ADD(dt, INTERVAL 1 DAY)', 'DATE_TRUNC(dt, HOUR)', 'EXTRACT(DATETIME FROM ts)', 'COALESCE(d, dt)'],
  ],
  FLOAT64: [
    ...[
      'ABS(f)',
      'ACOS(f)',
      'ACOSH(f)',
      'ASIN(f)',
      'ASINH(f)',
      'ATAN(f)',
      'ATAN2(i, f)',
      'ATANH(f)',
      'AVG(i)',
      'CBRT(i)',
    ],
    ...['CEIL(i)', 'CEILING(f)', 'CORR(i, n)', 'COS(f)', 'COSH(f)', 'COSINE_DISTANCE(fs, fs)', 'COT(f)', 'COTH(f)'],
    ...[
      'COVAR_POP(f, f)',
      'COVAR_SAMP(f, i)',
      'CSC(f)',
      'CSCH(f)',
      'CUME_DIST() OVER (ORDER BY i)',
      'EXP(i)',
      'RAND()',
    ],
    ...['EUCLIDEAN_DISTANCE(fs, fs)', 'FLOAT64(j)', 'FLOAT64(j, wide_number_mode => "exact")', 'FLOOR(f)', 'LN(f)'],
    ...['IEEE_DIVIDE(i, i)', 'LAX_FLOAT64(j)', 'LOG(f, 2)', 'LOG10(f)', 'PERCENTILE_CONT(i, 0.5) OVER ()', 'POW(i, i)'],
    ...['PERCENT_RANK() OVER (ORDER BY i)', 'POWER(f, n)', 'ROUND(i)', 'ROUND(f, 2)', 'SAFE_DIVIDE(i, i)', 'SEC(f)'],
    ...['SECH(f)', 'SIN(f)', 'SINH(f)', 'SQRT(f)', 'STDDEV(n)', 'STDDEV_POP(i)', 'STDDEV_SAMP(f)', 'SUM(f)', 'TAN(f)'],
    ...[
      'TANH(f)',
      'TRUNC(f)',
      'VARIANCE(f)',
      'VAR_POP(f)',
      'VAR_SAMP(DISTINCT f)',
      'GREATEST(i, f, n)',
      'NULLIF(f, i)',
    ],
    ...['SIN(open)', 'STDDEV(open)'],
  ],
  INT64: [
    ...['APPROX_COUNT_DISTINCT(s)', 'ARRAY_LENGTH(rs)', 'ARRAY_LENGTH(NULL)', 'ASCII(s)', 'BIT_AND(i)', 'BIT_COUNT(y)'],
    ...['BIT_OR(i)', 'BIT_XOR(i)', 'BYTE_LENGTH(y)', 'CHARACTER_LENGTH(s)', 'CHAR_LENGTH(s)', 'COUNT(*)', 'COUNT(r)'],
    ...[
      'COUNTIF(b)',
      'DATETIME_DIFF(dt, d, HOUR)',
      'DATE_DIFF(d, d, WEEK)',
      'DENSE_RANK() OVER (ORDER BY i)',
      'DIV(i, i)',
    ],
    ...['EDIT_DISTANCE(s, s, max_distance => 2)', 'EXTRACT(YEAR FROM d)', 'EXTRACT(HOUR FROM ts AT TIME ZONE s)'],
    ...[
      'GROUPING(s)',
      'INSTR(s, s, 1, 2)',
      'INT64(j)',
      'LAX_INT64(j)',
      'LENGTH(y)',
      'MOD(i, 2)',
      'NTILE(2) OVER (ORDER BY i)',
    ],
    ...['OCTET_LENGTH(s)', 'RANGE_BUCKET(i, ints)', 'RANK() OVER (ORDER BY i)', 'REGEXP_INSTR(s, s)', 'STRPOS(y, y)'],
    ...[
      'ROW_NUMBER() OVER ()',
      'SAFE_ADD(i, i)',
      'SAFE_MULTIPLY(i, 2)',
      'SAFE_NEGATE(i)',
      'SAFE_SUBTRACT(1, i)',
      'SIGN(i)',
    ],
    ...[
      'SUM(i)',
      'SUM(DISTINCT i)',
      'TIMESTAMP_DIFF(ts, ts, SECOND)',
      'TIME_DIFF(t, t, MINUTE)',
      'UNICODE(s)',
      'ABS(i)',
    ],
    ...[
      'UNIX_DATE(d)',
      'UNIX_MICROS(ts)',
      'UNIX_MILLIS(ts)',
      'UNIX_SECONDS(ts)',
      'COALESCE(NULL, NULL)',
      'ARRAY_FIRST(ints)',
    ],
    ...[
      'LENGTH(open)',
      'DATE_DIFF(open, d, DAY)',
      'COUNT(DISTINCT open)',
      'SAFE.DIV(i, 0)',
      'COUNT(*) OVER (ORDER BY i)',
    ],
  ],
  JSON: [
    ...['JSON_ARRAY()', 'JSON_ARRAY(i, s)', 'JSON_ARRAY_APPEND(j, "$", i)', 'JSON_ARRAY_INSERT(j, "$[0]", i)'],
    ...['JSON_EXTRACT(j)', 'JSON_OBJECT()', 'JSON_OBJECT(ss, ints)', 'JSON_OBJECT("a", r)', 'JSON_QUERY(j, "$.a")'],
    ...[
      'JSON_REMOVE(j, "$.a")',
      'JSON_SET(j, "$.a", r, create_if_missing => FALSE)',
      'JSON_STRIP_NULLS(j)',
      'TO_JSON(r)',
    ],
    ...['PARSE_JSON(s, wide_number_mode => "round")', 'JSON_SET(open, "$.a", open)'],
  ],
  NUMERIC: [
    ...['ABS(n)', 'AVG(n)', 'CAST(i AS NUMERIC)', 'PARSE_NUMERIC(s)', 'PERCENTILE_CONT(n, 0.5) OVER ()', 'ROUND(n, 1)'],
    ...['SAFE_DIVIDE(n, i)', 'SUM(n)', 'TRUNC(n)', 'SQRT(n)', 'LEAST(n, 1.5)', 'CAST("1.25" AS NUMERIC(5, 2))'],
  ],
  STRING: [
    ...[
      'ANY_VALUE(s HAVING MAX i)',
      'ARRAY_TO_STRING(ss, s)',
      'CHR(i)',
      'CODE_POINTS_TO_STRING(ints)',
      'CONCAT(s, i, d)',
    ],
    ...[
      'FIRST_VALUE(s) OVER ()',
      'FORMAT("%d", i)',
      "FORMAT('%-*.*f%%%t', i, i, f, s)",
      "FORMAT('%d', ERROR('x'))",
      'FORMAT(s, i)',
      'FORMAT(NULL, i)',
      'FORMAT_DATE("%F", d)',
      'FORMAT_DATETIME("%F", dt)',
    ],
    ...[
      'FORMAT_TIME("%T", t)',
      'FORMAT_TIMESTAMP("%F", ts, "UTC")',
      'GENERATE_UUID()',
      'IFNULL(s, "a")',
      'INITCAP(s, s)',
    ],
    ...['JSON_EXTRACT_SCALAR(s, "$.a")', 'JSON_QUERY(s)', 'JSON_TYPE(j)', 'JSON_VALUE(j, "$.a")', 'LAX_STRING(j)'],
    ...[
      'LAG(s, 1, "a") OVER (ORDER BY i)',
      'LAST_VALUE(s) OVER ()',
      'LEAD(s) OVER (ORDER BY i)',
      'LEFT(s, 1)',
      'LOWER(s)',
    ],
    ...['LPAD(s, 2, s)', 'LTRIM(s)', 'MAX_BY(s, i)', 'MIN(s)', 'MIN_BY(s, d)', 'NET.HOST(s)', 'NET.REG_DOMAIN(s)'],
    ...['NTH_VALUE(s, 2) OVER ()', 'PERCENTILE_DISC(s, 0.5) OVER ()', 'REGEXP_REPLACE(s, s, s)', 'REGEXP_SUBSTR(s, s)'],
    ...['RIGHT(s, 1)', 'RPAD(s, 2)', 'RTRIM(s)', 'SAFE_CONVERT_BYTES_TO_STRING(y)', 'SOUNDEX(s)', 'STRING(ts, "UTC")'],
    ...['STRING(j)', 'STRING_AGG(s, "," ORDER BY i LIMIT 2)', 'SUBSTRING(s, 1, 2)', 'TO_BASE32(y)', 'TO_BASE64(y)'],
    ...['TO_HEX(y)', 'TO_JSON_STRING(r)', 'TRIM(s)', 'UPPER(s)', 'CAST(d AS STRING FORMAT "YYYY")', 'STRING(open)'],
  ],
  TIME: [
    ...[
      'CURRENT_TIME()',
      'EXTRACT(TIME FROM dt)',
      'PARSE_TIME(s, s)',
      'TIME(i, i, i)',
      'TIME(ts)',
      'TIME_TRUNC(t, HOUR)',
    ],
    ...['TIME_ADD(t, INTERVAL 1 HOUR)', 'TIME_SUB(open, INTERVAL 1 HOUR)'],
  ],
  TIMESTAMP: [
    ...[
      'CURRENT_TIMESTAMP()',
      'DATE_ADD(ts, INTERVAL 1 DAY)',
      'PARSE_TIMESTAMP(s, s, s)',
      'TIMESTAMP(s)',
      'TIMESTAMP(d, s)',
    ],
    ...['TIMESTAMP_ADD(ts, INTERVAL 1 HOUR)', 'TIMESTAMP_BUCKET(ts, INTERVAL 1 DAY)', 'TIMESTAMP_MICROS(i)'],
    ...[
      'TIMESTAMP_MILLIS(i)',
      'TIMESTAMP_SECONDS(i)',
      'TIMESTAMP_SUB(ts, INTERVAL 1 DAY)',
      'TIMESTAMP_TRUNC(ts, DAY, "UTC")',
    ],
    ...['DATE_TRUNC(ts, DAY)', 'TIMESTAMP("2026-01-01 10:00:00+01")', 'DATETIME_ADD(ts, INTERVAL 1 HOUR)'],
  ],
  ERROR: ['ERROR("no")'],
  'ARRAY<DATE>': ['GENERATE_DATE_ARRAY(d, d, INTERVAL 1 MONTH)', 'ARRAY_AGG(d IGNORE NULLS ORDER BY i)'],
  'ARRAY<FLOAT64>': ['GENERATE_ARRAY(1, 2, 0.5)', 'ARRAY_CONCAT(fs, fs)', 'APPROX_QUANTILES(f, 4)'],
  'ARRAY<INT64>': [
    ...[
      'ARRAY(SELECT i)',
      'ARRAY(SELECT NULL)',
      'ARRAY_AGG(NULL)',
      'ARRAY_CONCAT_AGG(ints LIMIT 2)',
      'ARRAY_REVERSE(NULL)',
    ],
    ...['ARRAY_SLICE(ints, 0, 1)', 'GENERATE_ARRAY(1, 2)', 'TO_CODE_POINTS(s)'],
  ],
  'ARRAY<JSON>': ['JSON_EXTRACT_ARRAY(j)', 'JSON_FLATTEN(j)', 'JSON_QUERY_ARRAY(j)'],
  'ARRAY<STRING>': [
    ...['JSON_EXTRACT_STRING_ARRAY(j)', 'JSON_KEYS(j, 2, mode => "lax")', 'JSON_QUERY_ARRAY(s)', 'JSON_VALUE_ARRAY(s)'],
    ...['REGEXP_EXTRACT_ALL(s, s)', 'SPLIT(s)', 'JSON_VALUE_ARRAY(open)'],
  ],
  'ARRAY<BYTES>': ['SPLIT(y, y)', 'REGEXP_EXTRACT_ALL(y, y)'],
  'ARRAY<STRUCT<value STRING, count INT64>>': ['APPROX_TOP_COUNT(s, 3)'],
  'ARRAY<STRUCT<value INT64, sum NUMERIC>>': ['APPROX_TOP_SUM(NULL, n, 3)'],
  'ARRAY<TIMESTAMP>': ['GENERATE_TIMESTAMP_ARRAY(ts, ts, INTERVAL 1 HOUR)'],
  'STRUCT<x STRING>': ['ARRAY_LAST(rs)', 'ANY_VALUE(r)', 'CAST(r AS STRUCT<x STRING>)'],
  // The type depends on one that is not known.
  open: [
    ...[
      'SHA512(s)',
      'SUM(open)',
      'AVG(open)',
      'COALESCE(open, 1)',
      'LOWER(open)',
      'ABS(open)',
      'DATE_ADD(open, INTERVAL 1 DAY)',
    ],
    ...[
      'ARRAY_AGG(open)',
      'APPROX_TOP_COUNT(open, 2)',
      'JSON_QUERY(open)',
      'ROUND(open)',
      'MAX_BY(open, i)',
      'IF(b, open, 1)',
    ],
    ...['ARRAY(SELECT open)', 'ARRAY_FIRST(open)', 'PERCENTILE_CONT(open, 0.5) OVER ()', 'LAG(open) OVER (ORDER BY i)'],
    ...['REGEXP_EXTRACT(open, open)', 'CONCAT(open, open)', 'DATE_BUCKET(open, INTERVAL 1 DAY)'],
  ],
};

describe('the value of a call', () => {
  it.each(Object.entries(CALLS).flatMap(([type, calls]) => calls.map((call) => [type, call] as const)))(
    'is of type %s for %s',
    (type, call) => {
      expect(typeText(call)).toBe(type);
    },
  );

  it('is known for every function that has no signature to say it', () => {
    const called = new Set(
      Object.values(CALLS).flatMap((calls) => calls.map((call) => call.slice(0, call.indexOf('(')))),
    );
    const ruled = functionsThat(({ isElsewhere, signature }) => !isElsewhere && signature === undefined);
    expect([...ruled].filter((name) => !called.has(name))).toEqual([]);
  });

  it.each([
    // Names
    ['NOW()', '1 GoogleSQL has no function NOW; write CURRENT_TIMESTAMP()'],
    ['NVL(i, 1)', '1 function NVL (did you mean IFNULL?) is not supported by the embedded engine'],
    ['LOWR(s)', '1 function LOWR (did you mean LOWER?) is not supported by the embedded engine'],
    ['JSON_KEYS(j, depth => 1)', '14 JSON_KEYS has no argument depth; there is mode'],
    ['JSON_KEYS(mode => "lax", j)', '26 JSON_KEYS takes its named arguments after all others'],
    ['JSON_KEYS(j, mode => "any")', "22 mode is 'strict' or 'lax' or 'lax recursive'"],
    // Numbers of arguments
    ['IF(b, 1)', '1 IF takes 3 arguments, found 2'],
    ['COUNT(i, i)', '1 COUNT takes 1 argument, found 2'],
    ["FORMAT('%d and %%, %s', i)", '8 FORMAT has no argument for %s; add one, or write %% for a sign of per cent'],
    ["FORMAT('50% off')", '8 FORMAT has no argument for % o; add one, or write %% for a sign of per cent'],
    ["FORMAT('%*.*f', i, f)", '8 FORMAT has no argument for %*.*f; add one, or write %% for a sign of per cent'],
    ["FORMAT('%d', s)", '14 %d takes a number, found STRING; %t writes any value'],
    ["FORMAT('%y', i)", '8 FORMAT has no specifier %y; a sign of per cent is written %%'],
    ["FORMAT('5%', i)", '8 FORMAT has no specifier %; a sign of per cent is written %%'],
    ["FORMAT('%5%', i)", '8 FORMAT has no specifier %5%; a sign of per cent is written %%'],
    ["FORMAT('%%', i)", '14 FORMAT has more arguments than its format names'],
    ["FORMAT('%*d', i, i, s)", '21 FORMAT has more arguments than its format names'],
    ["ROUND(n, 1, 'UP')", '13 a rounding mode is ROUND_HALF_EVEN or ROUND_HALF_AWAY_FROM_ZERO'],
    ["ROUND(n, 10, 'round_half_even')", '14 a rounding mode is ROUND_HALF_EVEN or ROUND_HALF_AWAY_FROM_ZERO'],
    ['ROUND(f, 1, s, s)', '1 ROUND takes 1 to 3 arguments, found 4'],
    ['DATE_TRUNC(d, DAY, "UTC")', '1 DATE_TRUNC takes 2 arguments, found 3'],
    ['DATE(i, i, i, i)', '1 DATE takes 1 to 3 arguments, found 4'],
    ['JSON_SET(j, "$.a")', '1 JSON_SET takes JSON and then paths and values in turn'],
    // Types
    ['LOWER(i)', '1 no LOWER(INT64); there is LOWER(STRING), LOWER(BYTES)'],
    ['JSON_TYPE(s)', '11 no JSON_TYPE(STRING); there is JSON_TYPE(JSON); write PARSE_JSON around the text'],
    ['JSON_KEYS(s)', '11 no JSON_KEYS(STRING); there is JSON_KEYS(JSON [, INT64]); write PARSE_JSON around the text'],
    ['IF(i, 1, 2)', '4 expected BOOL, found INT64'],
    ['IF(b, 1, "2")', '7 the results of IF need one common type, found INT64, STRING; drop the quotes: 2'],
    ['SUM(s)', '1 SUM needs numbers, found STRING'],
    ['MAX(r)', '1 MAX over STRUCT<x STRING> is not possible'],
    ['COUNT(DISTINCT r)', '1 DISTINCT over STRUCT<x STRING> is not possible'],
    ['ARRAY_AGG(ints)', '1 an ARRAY of ARRAYs is not possible; put a STRUCT in between'],
    ['ARRAY(SELECT i, s)', '1 the subquery of ARRAY must return one column; write SELECT AS STRUCT for several'],
    ['ARRAY(i)', '7 ARRAY takes a query in its parentheses'],
    ['CONCAT(y, s)', '11 CONCAT of STRING and BYTES; CAST one of them'],
    ['CAST(d AS INT64)', '1 CAST of DATE to INT64 is not supported by the embedded engine'],
    ['EXTRACT(HOUR FROM d)', '9 a DATE has no HOUR'],
    ['EXTRACT(EPOCH FROM ts)', '9 there is no date part EPOCH; write UNIX_SECONDS(ts) for EXTRACT(EPOCH FROM ts)'],
    ['DATE_TRUNC(d, HOUR)', '15 the date part HOUR of DATE_TRUNC is not supported by the embedded engine'],
    ['DATE_TRUNC(d, MONTHS)', '15 there is no date part MONTHS; write MONTH'],
    [
      "DATE_TRUNC('month', d)",
      '1 in DATE_TRUNC the value stands first, then the date part without quotes: DATE_TRUNC(x, MONTH)',
    ],
    ['DATE_ADD(d, 1)', '13 expected INTERVAL n <part>'],
    ['TIMESTAMP(d, i)', '14 a time zone is a STRING, found INT64'],
    ['PERCENTILE_CONT(f, 2) OVER ()', '20 the place of PERCENTILE_CONT is from 0 to 1'],
    ['NULLIF(ints, ints)', '1 NULLIF compares its arguments, and ARRAY<INT64> cannot be'],
    ['STRING_AGG(s, s)', '15 the delimiter of STRING_AGG is a literal or a parameter'],
    // Clauses
    ['LENGTH(DISTINCT s)', '8 "DISTINCT" here is not supported by the embedded engine'],
    ['SUM(i ORDER BY i)', '7 "ORDER" here is not supported by the embedded engine'],
    ['COUNT(DISTINCT *)', '7 "DISTINCT" here is not supported by the embedded engine'],
    ['ARRAY_CONCAT_AGG(DISTINCT ints)', '18 "DISTINCT" here is not supported by the embedded engine'],
    ['ARRAY_AGG(i ORDER BY 1)', '22 values are ordered by an expression, not by a position'],
    ['ARRAY_AGG(i ORDER BY j)', '22 cannot order by a value of type JSON'],
    // SAFE and OVER
    ['SAFE.SUM(i)', '1 SAFE. goes with scalar functions alone'],
    ['SAFE.IF(b, 1, 2)', '1 SAFE.IF is not supported by the embedded engine'],
    ['LOWER(s) OVER ()', '1 LOWER takes no OVER'],
    ['APPROX_QUANTILES(i, 2) OVER ()', '1 APPROX_QUANTILES takes no OVER'],
    ['RANK()', '1 RANK needs OVER (…)'],
    ['RANK() OVER ()', '1 RANK needs ORDER BY in its OVER'],
    ['LAG(i) OVER (ORDER BY i ROWS UNBOUNDED PRECEDING)', '1 LAG takes no frame of ROWS or RANGE'],
    ['SUM(DISTINCT i) OVER (ORDER BY i)', '1 SUM(DISTINCT …) takes no ORDER BY in its OVER'],
    ['ARRAY_AGG(i ORDER BY i) OVER ()', '1 ARRAY_AGG … OVER takes no ORDER BY in its parentheses'],
    [
      'SUM(COUNT(*))',
      '5 COUNT is an aggregate function; inside SUM it has no groups; work it out in a WITH query first',
    ],
  ])('refuses %s', (call, message) => {
    expect(refusal(call)).toBe(message);
  });

  it('has no type for digits that there cannot be', () => {
    expect(() => typeText('CAST(s AS NUMERIC(50))')).toThrow('write NUMERIC(digits)');
  });

  it('goes by the facts about a window that another clause defines', () => {
    expect(refusal('RANK() OVER w', { isOrdered: false, isFramed: false })).toBe('1 RANK needs ORDER BY in its OVER');
    expect(typeText('RANK() OVER w', { isOrdered: true, isFramed: false })).toBe('INT64');
  });
});
