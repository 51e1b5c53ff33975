/**
 * DuckDB macros that carry GoogleSQL's meaning where DuckDB's own function or operator has another. They are made once,
 * in the instance's own catalog, before it is locked. A macro's arguments are texts: each use runs once more unless
 * DuckDB sees that they are the same.
 */
export const MACROS: readonly string[] = [
  // Floor to a multiple of n, also before 1970, where % has the sign of its left side.
  'bq_floor(x, n) AS x - ((x % n) + n) % n',
  'bq_floor_div(x, n) AS bq_floor(x, n) // n',
  'bq_timestamp_diff(a, b, n) AS (epoch_us(a) - epoch_us(b)) // n',

  "bq_finite(x, a, b) AS CASE WHEN isinf(x) AND isfinite(a) AND isfinite(b) THEN error('floating point overflow') ELSE x END",
  'bq_add(a, b) AS bq_finite(a + b, a, b)',
  'bq_subtract(a, b) AS bq_finite(a - b, a, b)',
  'bq_multiply(a, b) AS bq_finite(a * b, a, b)',
  "bq_divide(a, b) AS CASE WHEN b = 0 THEN error('division by zero') ELSE bq_finite(a / b, a, b) END",
  "bq_div(a, b) AS CASE WHEN b = 0 THEN error('division by zero') ELSE a // b END",
  "bq_mod(a, b) AS CASE WHEN b = 0 THEN error('division by zero') ELSE a % b END",
  'bq_safe_divide(a, b) AS CASE WHEN b = 0 OR (isinf(a / b) AND isfinite(a) AND isfinite(b)) THEN NULL ELSE a / b END',
  'bq_ieee_divide(a, b) AS a / b',

  // NaN equals nothing, not even itself; DuckDB takes it for the largest number and equal to itself.
  'bq_float_eq(a, b) AS a = b AND (NOT isnan(a) OR b IS NULL)',
  'bq_float_ne(a, b) AS a <> b OR (isnan(a) AND b IS NOT NULL)',
  'bq_float_lt(a, b) AS a < b AND (NOT isnan(b) OR a IS NULL)',
  'bq_float_le(a, b) AS a <= b AND (NOT isnan(b) OR a IS NULL)',
  'bq_float_gt(a, b) AS a > b AND (NOT isnan(a) OR b IS NULL)',
  'bq_float_ge(a, b) AS a >= b AND (NOT isnan(a) OR b IS NULL)',
  "bq_min_float(x) AS CASE WHEN bool_or(isnan(x)) THEN 'nan'::DOUBLE ELSE min(x) END",
  "bq_quantiles_float(x, q) AS CASE WHEN bool_or(isnan(x)) THEN error('APPROX_QUANTILES over NaN') ELSE quantile_disc(x, q) END",
  "bq_max_float(x) AS CASE WHEN bool_or(isnan(x)) THEN 'nan'::DOUBLE ELSE max(x) END",

  // Half away from zero, as GoogleSQL casts; DuckDB rounds half to even.
  'bq_float_to_int(x) AS CAST(round(x) AS BIGINT)',
  // GoogleSQL reads hexadecimal text, and dates in forms that DuckDB reads otherwise: those are errors, never NULL.
  "bq_safe_text_to_int(s) AS CASE WHEN regexp_full_match(s, '\\s*[+-]?[0-9]+\\s*') THEN TRY_CAST(trim(s) AS BIGINT) WHEN regexp_matches(s, '^\\s*[+-]?0[xX]') THEN error('hexadecimal text as INT64') END",
  "bq_text_to_int(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_int(s), error('bad INT64 value')) END",
  "bq_safe_text_to_date(s) AS CASE WHEN regexp_full_match(s, '\\d{4}-\\d{1,2}-\\d{1,2}') THEN CASE WHEN NOT starts_with(s, '0000') THEN TRY_CAST(s AS DATE) END WHEN regexp_matches(s, '^\\s*\\d+-\\d+-\\d') THEN error('text of another form as DATE') END",
  "bq_text_to_date(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_date(s), error('bad DATE value')) END",

  // GoogleSQL's calendar has the years 1 to 9999.
  "bq_timestamp(n) AS CASE WHEN n NOT BETWEEN -62135596800000000 AND 253402300799999999 THEN error('TIMESTAMP out of range') ELSE make_timestamptz(n) END",
  "bq_date(d) AS CASE WHEN d < DATE '0001-01-01' OR d > DATE '9999-12-31' THEN error('DATE out of range') ELSE d END",

  "bq_offset(a, i) AS CASE WHEN a IS NULL OR i IS NULL THEN NULL WHEN i >= 0 AND i < len(a) THEN a[i + 1] ELSE error('array index is out of bounds') END",
  'bq_safe_offset(a, i) AS CASE WHEN i >= 0 THEN a[i + 1] END',
  'bq_in_unnest(x, a) AS CASE WHEN x IS NULL AND len(a) > 0 THEN NULL WHEN list_contains(a, x) THEN true WHEN len(a) > list_count(a) THEN NULL ELSE false END',
  'bq_array_to_string(a, d) AS CASE WHEN d IS NOT NULL THEN array_to_string(a, d) END',
  'bq_array_concat(a, b) AS CASE WHEN a IS NULL OR b IS NULL THEN NULL ELSE list_concat(a, b) END',
  "bq_generate_array(a, b, n) AS CASE WHEN n = 0 THEN error('the step of GENERATE_ARRAY is 0') ELSE generate_series(a, b, n) END",
  "bq_generate_timestamp_array(a, b, n) AS CASE WHEN n = 0 THEN error('the step of GENERATE_TIMESTAMP_ARRAY is 0') ELSE list_transform(generate_series(epoch_us(a), epoch_us(b), n), lambda e: make_timestamptz(e)) END",

  // A number while a double holds it exactly, else a string.
  'bq_json_int(n) AS CASE WHEN n BETWEEN -9007199254740991 AND 9007199254740991 THEN to_json(n) ELSE to_json(CAST(n AS VARCHAR)) END',

  // A NULL or negative LIMIT is an error, never "no limit".
  "bq_limit(n) AS CASE WHEN n >= 0 THEN n ELSE error('LIMIT and OFFSET need a number that is not negative') END",

  "bq_replace(s, f, t) AS CASE WHEN f = '' THEN CASE WHEN t IS NOT NULL THEN s END ELSE replace(s, f, t) END",
  'bq_split(s, d) AS CASE WHEN d IS NOT NULL THEN string_split(s, d) END',
  // By code points, where DuckDB's reverse keeps letters and their accents together.
  "bq_reverse(s) AS array_to_string(list_reverse(string_split(s, '')), '')",
  "bq_like_pattern(p) AS CASE WHEN regexp_matches(p, '(?s)^([^\\\\]|\\\\.)*\\\\$') THEN error('a LIKE pattern cannot end with a backslash') ELSE p END",
  // GoogleSQL maps these letters by Unicode's special rules ("ß" to "SS"), or by a newer Unicode than DuckDB has.
  "bq_upper(s) AS CASE WHEN regexp_matches(s, '[\\x{df}\\x{149}\\x{19b}\\x{1f0}\\x{264}\\x{390}\\x{3b0}\\x{587}\\x{1c8a}\\x{1e96}-\\x{1e9a}\\x{1f50}-\\x{1ffc}\\x{a7cb}-\\x{a7dc}\\x{fb00}-\\x{fb17}\\x{10d50}-\\x{10d85}\\x{16ea0}-\\x{16ed3}]') THEN error('UPPER of a letter with special rules') ELSE upper(s) END",
  "bq_lower(s) AS CASE WHEN regexp_matches(s, '[\\x{130}\\x{3a3}\\x{1c89}\\x{a7cb}-\\x{a7dc}\\x{10d50}-\\x{10d85}\\x{16ea0}-\\x{16ed3}]') THEN error('LOWER of a letter with special rules') ELSE lower(s) END",
  // Position 0 counts as 1; one before the beginning counts as the beginning.
  "bq_substr(s, p, n) AS CASE WHEN n < 0 THEN error('SUBSTR needs a length that is not negative') WHEN p > 0 THEN substr(s, p, n) WHEN p = 0 OR -p > length(s) THEN substr(s, 1, n) ELSE substr(s, p, n) END",
  'bq_substr_from(s, p) AS CASE WHEN p = 0 OR -p > length(s) THEN s ELSE substr(s, p) END',
  // All of Unicode's white space, where DuckDB's trim takes off spaces alone.
  "bq_trim(s) AS regexp_replace(s, '^[\\s\\p{Z}\\x0b\\x85]+|[\\s\\p{Z}\\x0b\\x85]+$', '', 'g')",
];
