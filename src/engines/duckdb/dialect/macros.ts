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

  "bq_divide(a, b) AS CASE WHEN b = 0 THEN error('division by zero') ELSE a / b END",
  "bq_div(a, b) AS CASE WHEN b = 0 THEN error('division by zero') ELSE a // b END",
  "bq_mod(a, b) AS CASE WHEN b = 0 THEN error('division by zero') ELSE a % b END",
  'bq_safe_divide(a, b) AS CASE WHEN b = 0 THEN NULL ELSE a / b END',
  "bq_ieee_divide(a, b) AS CASE WHEN b <> 0 THEN a / b WHEN a IS NULL OR b IS NULL THEN NULL WHEN a > 0 AND NOT isnan(a) THEN 'inf'::DOUBLE WHEN a < 0 THEN '-inf'::DOUBLE ELSE 'nan'::DOUBLE END",

  // NaN equals nothing, not even itself; DuckDB takes it for the largest number and equal to itself.
  'bq_float_eq(a, b) AS a = b AND (NOT isnan(a) OR b IS NULL)',
  'bq_float_ne(a, b) AS a <> b OR (isnan(a) AND b IS NOT NULL)',
  'bq_float_lt(a, b) AS a < b AND (NOT isnan(b) OR a IS NULL)',
  'bq_float_le(a, b) AS a <= b AND (NOT isnan(b) OR a IS NULL)',
  'bq_float_gt(a, b) AS a > b AND (NOT isnan(a) OR b IS NULL)',
  'bq_float_ge(a, b) AS a >= b AND (NOT isnan(a) OR b IS NULL)',
  "bq_min_float(x) AS CASE WHEN bool_or(isnan(x)) THEN 'nan'::DOUBLE ELSE min(x) END",
  "bq_max_float(x) AS CASE WHEN bool_or(isnan(x)) THEN 'nan'::DOUBLE ELSE max(x) END",

  // Half away from zero, as GoogleSQL casts; DuckDB rounds half to even.
  'bq_float_to_int(x) AS CAST(round(x) AS BIGINT)',
  "bq_safe_text_to_int(s) AS CASE WHEN regexp_full_match(s, '\\s*[+-]?[0-9]+\\s*') THEN TRY_CAST(trim(s) AS BIGINT) END",
  "bq_text_to_int(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_int(s), error('bad INT64 value')) END",
  "bq_safe_text_to_date(s) AS CASE WHEN regexp_full_match(s, '\\d{4}-\\d{2}-\\d{2}') THEN TRY_CAST(s AS DATE) END",
  "bq_text_to_date(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_date(s), error('bad DATE value')) END",

  "bq_offset(a, i) AS CASE WHEN a IS NULL OR i IS NULL THEN NULL WHEN i >= 0 AND i < len(a) THEN a[i + 1] ELSE error('array index is out of bounds') END",
  'bq_safe_offset(a, i) AS CASE WHEN i >= 0 THEN a[i + 1] END',
  'bq_in_unnest(x, a) AS CASE WHEN x IS NULL AND len(a) > 0 THEN NULL WHEN list_contains(a, x) THEN true WHEN len(a) > len(list_filter(a, lambda e: e IS NOT NULL)) THEN NULL ELSE false END',
  'bq_array_concat(a, b) AS CASE WHEN a IS NULL OR b IS NULL THEN NULL ELSE list_concat(a, b) END',
  "bq_generate_array(a, b, n) AS CASE WHEN n = 0 THEN error('the step of GENERATE_ARRAY is 0') ELSE generate_series(a, b, n) END",
  "bq_generate_timestamp_array(a, b, n) AS CASE WHEN n = 0 THEN error('the step of GENERATE_TIMESTAMP_ARRAY is 0') ELSE list_transform(generate_series(epoch_us(a), epoch_us(b), n), lambda e: make_timestamptz(e)) END",

  // A NULL or negative LIMIT is an error, never "no limit".
  "bq_limit(n) AS CASE WHEN n >= 0 THEN n ELSE error('LIMIT and OFFSET need a number that is not negative') END",

  "bq_replace(s, f, t) AS CASE WHEN f = '' THEN CASE WHEN t IS NOT NULL THEN s END ELSE replace(s, f, t) END",
  // Position 0 counts as 1; one before the beginning counts as the beginning.
  "bq_substr(s, p, n) AS CASE WHEN n < 0 THEN error('SUBSTR needs a length that is not negative') WHEN p > 0 THEN substr(s, p, n) WHEN p = 0 OR -p > length(s) THEN substr(s, 1, n) ELSE substr(s, p, n) END",
  // All of Unicode's white space, where DuckDB's trim takes off spaces alone.
  "bq_trim(s) AS regexp_replace(s, '^[\\s\\p{Z}\\x0b\\x85]+|[\\s\\p{Z}\\x0b\\x85]+$', '', 'g')",
];
