import { ARRAY_MACROS } from './array-macros.js';
import { TIME_MACROS } from './time-macros.js';
import { NUMBER_MACROS } from './number-macros.js';
import { NUMERIC_MACROS } from './numeric-macros.js';
import { BYTES_FORMAT_MACROS } from './bytes-format-macros.js';
import { BYTES_MACROS } from './bytes-macros.js';
import { CASE_MACROS } from './case-macros.js';
import { STRING_MACROS } from './string-macros.js';
import { PERCENTILE_MACROS } from './percentile-macros.js';
import { JSON_MACROS } from './json-macros.js';
import { JSON_TEXT_MACROS } from './json-text-macros.js';

/**
 * DuckDB macros that carry GoogleSQL's meaning where DuckDB's own function or operator has another. They are made
 * in the instance's own catalog when a query first calls them. A macro's arguments are texts: each use runs once more unless
 * DuckDB sees that they are the same.
 */
export const MACROS: readonly string[] = [
  // What is a limit of this engine's, and none of BigQuery's errors: SAFE lets it be an error.
  'bq_beyond(what) AS error(what)',
  "bq_error(m) AS error(coalesce('ERROR: ' || m, 'ERROR of NULL'))",

  // Floor to a multiple of n, also before 1970, where % has the sign of its left side.
  'bq_floor(x, n) AS x - ((x % n) + n) % n',
  'bq_floor_div(x, n) AS bq_floor(x, n) // n',
  'bq_timestamp_diff(a, b, n) AS (epoch_us(a) - epoch_us(b)) // n',

  "bq_row(r) AS CASE WHEN r IS NULL THEN error('SELECT AS VALUE has a NULL for a row of the answer; leave it out with WHERE') ELSE r END",
  "bq_finite(x, a, b) AS CASE WHEN isinf(x) AND isfinite(a) AND isfinite(b) THEN error('floating point overflow') ELSE x END",
  'bq_add(a, b) AS bq_finite(a + b, a, b)',
  'bq_subtract(a, b) AS bq_finite(a - b, a, b)',
  'bq_multiply(a, b) AS bq_finite(a * b, a, b)',
  "bq_divide(a, b) AS CASE WHEN b = 0 AND a IS NOT NULL THEN error('division by zero') ELSE bq_finite(a / b, a, b) END",
  "bq_div(a, b) AS CASE WHEN b = 0 AND a IS NOT NULL THEN error('division by zero') ELSE a // b END",
  "bq_mod(a, b) AS CASE WHEN b = 0 AND a IS NOT NULL THEN error('division by zero') ELSE a % b END",
  'bq_safe_divide(a, b) AS CASE WHEN b = 0 OR (isinf(a / b) AND isfinite(a) AND isfinite(b)) THEN NULL ELSE a / b END',
  'bq_ieee_divide(a, b) AS a / b',

  // NaN equals nothing, not even itself; DuckDB takes it for the largest number and equal to itself.
  'bq_float_eq(a, b) AS a = b AND (NOT isnan(a) OR b IS NULL)',
  'bq_float_ne(a, b) AS a <> b OR (isnan(a) AND b IS NOT NULL)',
  'bq_float_lt(a, b) AS a < b AND (NOT isnan(b) OR a IS NULL)',
  'bq_float_le(a, b) AS a <= b AND (NOT isnan(b) OR a IS NULL)',
  'bq_float_gt(a, b) AS a > b AND (NOT isnan(a) OR b IS NULL)',
  'bq_float_ge(a, b) AS a >= b AND (NOT isnan(a) OR b IS NULL)',
  "bq_quantiles_float(x, q) AS CASE WHEN bool_or(isnan(x)) THEN error('APPROX_QUANTILES over NaN') ELSE quantile_disc(x, q) END",

  // Half away from zero, as GoogleSQL casts; DuckDB rounds half to even.
  'bq_float_to_int(x) AS CAST(round(x) AS BIGINT)',
  "bq_safe_text_to_date(s) AS CASE WHEN regexp_full_match(s, '\\d{4}-\\d{1,2}-\\d{1,2}') AND NOT starts_with(s, '0000') THEN TRY_CAST(s AS DATE) END",
  "bq_text_to_date(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_date(s), error('bad DATE value')) END",

  // GoogleSQL's calendar has the years 1 to 9999.
  "bq_timestamp(n) AS CASE WHEN n NOT BETWEEN -62135596800000000 AND 253402300799999999 THEN error('TIMESTAMP out of range') ELSE make_timestamptz(n) END",
  "bq_date(d) AS CASE WHEN d < DATE '0001-01-01' OR d > DATE '9999-12-31' THEN error('DATE out of range') ELSE d END",

  "bq_offset(a, i) AS CASE WHEN a IS NULL OR i IS NULL THEN NULL WHEN i >= 0 AND i < len(a) THEN a[i + 1] ELSE error('array index is out of bounds') END",
  'bq_safe_offset(a, i) AS CASE WHEN i BETWEEN 0 AND 9007199254740991 THEN a[i + 1] END',
  'bq_in_unnest(x, a) AS CASE WHEN x IS NULL AND len(a) > 0 THEN NULL WHEN list_contains(a, x) THEN true WHEN len(a) > list_count(a) THEN NULL ELSE false END',
  // What comparisons with the members of a set add up to.
  'bq_any(l) AS CASE WHEN list_contains(l, true) THEN true WHEN len(l) > list_count(l) THEN NULL ELSE false END',
  'bq_array_to_string(a, d) AS CASE WHEN d IS NOT NULL THEN array_to_string(a, d) END',
  'bq_array_concat(a, b) AS CASE WHEN a IS NULL OR b IS NULL THEN NULL ELSE list_concat(a, b) END',
  // DuckDB makes the whole list before anything can stop it, beyond its own limit of memory.
  // By a lambda, so that what stands for a parameter is written out once: planning each of many takes its time in every run.
  "bq_series(a, b, n) AS list_transform([struct_pack(a := a, b := b, n := n)], lambda s: CASE WHEN abs((CAST(struct_extract(s, 'b') AS HUGEINT) - struct_extract(s, 'a')) // struct_extract(s, 'n')) > 4194303 THEN bq_beyond('an array of more than 4194304 elements') ELSE generate_series(struct_extract(s, 'a'), struct_extract(s, 'b'), struct_extract(s, 'n')) END)[1]",
  "bq_generate_array(a, b, n) AS CASE WHEN n = 0 THEN error('the step of GENERATE_ARRAY is 0') ELSE bq_series(a, b, n) END",
  "bq_generate_timestamp_array(a, b, n) AS CASE WHEN n = 0 THEN error('the step of GENERATE_TIMESTAMP_ARRAY is 0') ELSE list_transform(bq_series(epoch_us(a), epoch_us(b), n), lambda e: make_timestamptz(e)) END",

  // A number while a double holds it exactly, else a string.
  'bq_json_int(n) AS CASE WHEN n BETWEEN -9007199254740991 AND 9007199254740991 THEN to_json(n) ELSE to_json(CAST(n AS VARCHAR)) END',

  // A NULL or negative LIMIT is an error, never "no limit".
  "bq_distance(n) AS CASE WHEN n >= 0 THEN n ELSE error('the distance of a frame is a number that is not negative') END",
  "bq_float_distance(n) AS CASE WHEN isfinite(n) AND n > 9e291 THEN bq_beyond('the distance of a frame is above 9e291') WHEN isfinite(n) AND n >= 0 THEN n ELSE error('the distance of a frame is a number that is not negative') END",
  // A HUGEINT has no room for more than this beyond the greatest NUMERIC.
  "bq_numeric_distance(n) AS CASE WHEN bq_distance(n) <= 70000000000000000000000000000 THEN bq_units(n) ELSE error('the distance of a frame is above 70000000000000000000000000000') END",
  "bq_position(n, least, name) AS CASE WHEN n >= least THEN n ELSE error('a number of ' || name || ' that is NULL or less than ' || CAST(least AS VARCHAR)) END",
  "bq_delimited(s, d) AS CASE WHEN d IS NULL THEN error('the delimiter of STRING_AGG is NULL') ELSE s END",
  "bq_limit(n) AS CASE WHEN n >= 0 THEN n ELSE error('LIMIT and OFFSET need a number that is not negative') END",

  "bq_replace(s, f, t) AS CASE WHEN f = '' THEN CASE WHEN t IS NOT NULL THEN s END ELSE replace(s, f, t) END",
  "bq_top_count(l, n) AS CASE WHEN len(l) > 0 THEN list_transform(list_reverse_sort(l)[1:n], lambda e: {'value': e.value, 'count': e.count}) END",
  'bq_split(s, d) AS CASE WHEN d IS NOT NULL THEN string_split(s, d) END',
  // By code points, where DuckDB's reverse keeps letters and their accents together.
  "bq_reverse(s) AS array_to_string(list_reverse(string_split(s, '')), '')",
  'bq_all(a) AS CASE WHEN list_contains(a, false) THEN false WHEN len(a) > list_count(a) THEN NULL ELSE true END',
  "bq_some_patterns(a) AS CASE WHEN len(a) > 0 THEN a ELSE error('LIKE over an array without patterns') END",
  "bq_like_pattern(p) AS CASE WHEN regexp_matches(p, '(?s)^([^\\\\]|\\\\.)*\\\\$') THEN error('a LIKE pattern cannot end with a backslash') ELSE p END",
  // Position 0 counts as 1; one before the beginning counts as the beginning. DuckDB's own bound is 2^32 - 1.
  'bq_substr_from(s, p) AS CASE WHEN p BETWEEN 1 AND 4294967295 THEN substr(s, p) WHEN p > 0 THEN left(s, 0) WHEN p = 0 OR p < -length(s) THEN s ELSE substr(s, p) END',
  "bq_substr(s, p, n) AS CASE WHEN s IS NULL OR p IS NULL OR n IS NULL THEN NULL WHEN n < 0 THEN error('SUBSTR needs a length that is not negative') WHEN n > 4294967295 THEN bq_substr_from(s, p) WHEN p BETWEEN 1 AND 4294967295 THEN substr(s, p, n) WHEN p > 0 THEN left(s, 0) WHEN p = 0 OR p < -length(s) THEN substr(s, 1, n) ELSE substr(s, p, n) END",
  // All of Unicode's white space, where DuckDB's trim takes off spaces alone.
  "bq_trim(s) AS regexp_replace(s, '^[\\s\\p{Z}\\x0b\\x85]+|[\\s\\p{Z}\\x0b\\x85]+$', '', 'g')",
  // DuckDB gives one more empty match at the end of the text than GoogleSQL does, so that those are not ours to count.
  "bq_regexp_matches(s, p, g) AS CASE WHEN len(regexp_extract_all(s, p, 0)) > 1 AND list_contains(regexp_extract_all(s, p, 0), '') THEN error('a pattern that matches the empty string, several times') ELSE regexp_extract_all(s, p, g) END",
  "bq_regexp_extract_all(s, p, g) AS CASE WHEN list_count(bq_regexp_matches(s, p, g)) < len(bq_regexp_matches(s, p, g)) THEN error('a group of REGEXP_EXTRACT_ALL that is not part of each match') ELSE bq_regexp_matches(s, p, g) END",
  "bq_regexp_instr(s, p) AS CASE WHEN s = '' THEN 0 WHEN s IS NOT NULL THEN coalesce(length(regexp_extract_all(s, p, 1)[1]) + 1, 0) END",
  'bq_from_position(s, n) AS CASE WHEN n <= length(s) THEN substr(s, n) END',

  "bq_left(s, n) AS CASE WHEN s IS NOT NULL AND n < 0 THEN error('LEFT needs a length that is not negative') WHEN n > 4294967295 THEN s ELSE substr(s, 1, n) END",
  "bq_right(s, n) AS CASE WHEN s IS NOT NULL AND n < 0 THEN error('RIGHT needs a length that is not negative') WHEN n = 0 THEN left(s, 0) WHEN n >= length(s) THEN s ELSE substr(s, -n) END",
  // BigQuery's own bound.
  "bq_pad_length(n) AS CASE WHEN n NOT BETWEEN 0 AND 1048576 THEN error('a length of LPAD and RPAD is from 0 to 1048576') ELSE CAST(n AS INTEGER) END",
  "bq_lpad(s, n, p) AS CASE WHEN s IS NULL OR n IS NULL OR p IS NULL THEN NULL WHEN p = '' THEN error('the pattern of LPAD is empty') ELSE lpad(s, bq_pad_length(n), p) END",
  "bq_rpad(s, n, p) AS CASE WHEN s IS NULL OR n IS NULL OR p IS NULL THEN NULL WHEN p = '' THEN error('the pattern of RPAD is empty') ELSE rpad(s, bq_pad_length(n), p) END",
  "bq_repeat(s, n) AS CASE WHEN s IS NULL OR n IS NULL THEN NULL WHEN n < 0 THEN error('REPEAT needs a count that is not negative') WHEN s = '' THEN s WHEN n > 1048576 // strlen(s) THEN error('REPEAT makes at most 1048576 bytes') ELSE repeat(s, n) END",
  "bq_translate(s, f, t) AS CASE WHEN s IS NULL OR t IS NULL THEN NULL WHEN len(list_distinct(string_split(f, ''))) < length(f) THEN error('a character twice among those that TRANSLATE looks for') ELSE translate(s, f, t) END",
  "bq_ascii(s) AS CASE WHEN s = '' THEN 0 WHEN ascii(s) > 127 THEN error('ASCII of a character that is none') ELSE CAST(ascii(s) AS BIGINT) END",
  "bq_unicode(s) AS CASE WHEN s = '' THEN 0 ELSE CAST(unicode(s) AS BIGINT) END",
  'bq_is_code_point(n) AS n BETWEEN 0 AND 55295 OR n BETWEEN 57344 AND 1114111',
  "bq_chr(n) AS CASE WHEN bq_is_code_point(n) THEN chr(CAST(n AS INTEGER)) WHEN n IS NOT NULL THEN error('no such code point') END",
  "bq_to_code_points(s) AS CASE WHEN s = '' THEN [] ELSE list_transform(string_split(s, ''), lambda c: CAST(unicode(c) AS BIGINT)) END",
  "bq_code_points_to_string(a) AS CASE WHEN len(a) > list_count(a) THEN NULL WHEN list_contains(list_transform(a, lambda n: bq_is_code_point(n)), false) THEN error('no such code point') ELSE array_to_string(list_transform(a, lambda n: bq_chr(n)), '') END",
  "bq_from_base64(s) AS CASE WHEN regexp_full_match(s, '([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?') THEN from_base64(s) WHEN regexp_full_match(s, '[A-Za-z0-9+/=.\\s]*') THEN bq_beyond('text of another form than padded base64') WHEN s IS NOT NULL THEN error('bad base64 text') END",
  "bq_from_hex(s) AS CASE WHEN regexp_full_match(s, '[0-9a-fA-F]*') THEN unhex(s) WHEN s IS NOT NULL THEN error('bad hexadecimal text') END",
  // The search is over normalised and case-folded text. These characters stay what they are, and make no ASCII; the
  // ones that are replaced before are those that turn up in logs and do.
  "bq_searched(s) AS CASE WHEN regexp_full_match(s, '[\\x00-\\x7f]*') THEN lower(s) WHEN regexp_full_match(s, '[\\x00-\\x7f\\x{a0}\\x{a1}\\x{a3}\\x{a7}\\x{a9}\\x{ab}\\x{ae}\\x{b0}\\x{b1}\\x{b7}\\x{bb}\\x{bf}-\\x{ff}\\x{391}-\\x{3a9}\\x{3b1}-\\x{3c9}\\x{410}-\\x{44f}\\x{5d0}-\\x{5ea}\\x{621}-\\x{64a}\\x{2010}\\x{2012}-\\x{2015}\\x{2018}-\\x{201e}\\x{2022}\\x{2026}\\x{20ac}\\x{2190}-\\x{2199}\\x{2500}-\\x{259f}\\x{2713}-\\x{2717}\\x{3041}-\\x{3096}\\x{30a1}-\\x{30fa}\\x{4e00}-\\x{9fa5}\\x{ac00}-\\x{d7a3}\\x{1f300}-\\x{1f6d4}\\x{1f900}-\\x{1f9ff}]*') THEN lower(replace(replace(replace(s, chr(160), ' '), chr(223), 'ss'), chr(8230), '...')) WHEN s IS NOT NULL THEN error('CONTAINS_SUBSTR over a character with special rules') END",
  "bq_contains_substr(s, p) AS CASE WHEN p IS NULL OR p = '' OR regexp_matches(p, '[^\\x00-\\x7f]') THEN error('CONTAINS_SUBSTR looks for ASCII text that is not empty') ELSE contains(bq_searched(s), lower(p)) END",

  "bq_datetime(x) AS CASE WHEN x < TIMESTAMP '0001-01-01' OR x > TIMESTAMP '9999-12-31 23:59:59.999999' THEN error('DATETIME out of range') ELSE x END",
  "bq_datetime_of(n) AS CASE WHEN n NOT BETWEEN -62135596800000000 AND 253402300799999999 THEN error('DATETIME out of range') ELSE make_timestamp(n) END",
  "bq_time(n) AS TIME '00:00:00' + to_microseconds(n)",
  // Round the clock in both directions.
  'bq_time_around(n) AS bq_time(n - bq_floor(n, 86400000000))',
  "bq_make_date(y, m, d) AS CASE WHEN m IS NULL OR d IS NULL THEN NULL WHEN y NOT BETWEEN 1 AND 9999 THEN error('DATE out of range') ELSE make_date(y, m, d) END",
  // Second 60 is the first of the next minute.
  "bq_make_datetime(y, m, d, h, i, s) AS CASE WHEN y IS NULL OR m IS NULL OR d IS NULL OR h IS NULL OR i IS NULL OR s IS NULL THEN NULL WHEN y NOT BETWEEN 1 AND 9999 OR h NOT BETWEEN 0 AND 23 OR i NOT BETWEEN 0 AND 59 OR s NOT BETWEEN 0 AND 60 THEN error('DATETIME out of range') ELSE bq_datetime(make_timestamp(y, m, d, h, i, 0) + to_seconds(s)) END",
  "bq_make_time(h, m, s) AS CASE WHEN h IS NULL OR m IS NULL OR s IS NULL THEN NULL WHEN h NOT BETWEEN 0 AND 23 OR m NOT BETWEEN 0 AND 59 OR s NOT BETWEEN 0 AND 60 THEN error('TIME out of range') ELSE bq_time_around(((h * 60 + m) * 60 + s) * 1000000) END",
  // The instant by the offset of the day before.
  'bq_earlier_instant(x, z) AS make_timestamptz(epoch_us(x) - (epoch_us(timezone(z, timezone(z, x) - to_microseconds(86400000000))) - epoch_us(timezone(z, x)) + 86400000000))',
  // An hour that the clock shows twice is the first of the two; ICU takes the second.
  'bq_zoned(x, z) AS CASE WHEN timezone(z, bq_earlier_instant(x, z)) = x THEN bq_earlier_instant(x, z) ELSE timezone(z, x) END',
  'bq_zoned_instant(x, z) AS bq_timestamp(epoch_us(bq_zoned(x, z)))',
  'bq_truncated_instant(t, x, n) AS bq_timestamp(epoch_us(t) - (epoch_us(x) - bq_floor(epoch_us(x), n)))',
  'bq_floor_part(x, n, m) AS (x - bq_floor(x, m)) // n',
  // Week 0 ends before the first day of the year that a week begins with.
  "bq_week(x, n) AS (date_part('doy', x) + 6 - (date_part('dow', x) + 7 - n) % 7) // 7",
  "bq_generate_date_array(a, b, n) AS CASE WHEN n = 0 THEN error('the step of GENERATE_DATE_ARRAY is 0') ELSE list_transform(bq_series(CAST(a - DATE '1970-01-01' AS BIGINT), CAST(b - DATE '1970-01-01' AS BIGINT), n), lambda e: DATE '1970-01-01' + CAST(e AS INTEGER)) END",
  "bq_month_number(d) AS date_part('year', d) * 12 + date_part('month', d)",
  // Each is a month from the one before, so that the 31st stays the 30th or 28th once it has become that.
  'bq_month_day(p, d, i) AS least(d, CASE WHEN i >= p[1] THEN 28 ELSE 31 END, CASE WHEN i >= p[2] THEN 29 ELSE 31 END, CASE WHEN i >= p[3] THEN 30 ELSE 31 END)',
  'bq_short_months(days) AS [list_position(days, 28), list_position(days, 29), list_position(days, 30)]',
  "bq_from_day(m, d) AS list_transform([bq_short_months(list_transform(m, lambda e: date_part('day', last_day(e))))], lambda p: list_transform(m, lambda e, i: e + CAST(bq_month_day(p, d, i) - 1 AS INTEGER)))[1]",
  "bq_month_starts(a, b, n) AS list_transform(generate_series(0::BIGINT, bq_month_number(b) - bq_month_number(a), n), lambda e: CAST(date_trunc('month', a) + to_months(CAST(e AS INTEGER)) AS DATE))",
  "bq_generate_month_array(a, b, n) AS CASE WHEN n = 0 THEN error('the step of GENERATE_DATE_ARRAY is 0') ELSE list_filter(bq_from_day(bq_month_starts(a, b, n), date_part('day', a)), lambda e: CASE WHEN n > 0 THEN e <= b ELSE e >= b END) END",

  // The fraction in no, three or six digits.
  "bq_datetime_text(x) AS CAST(strftime(x, '%Y-%m-%d %H:%M:%S') || CASE WHEN epoch_us(x) % 1000000 = 0 THEN '' WHEN epoch_us(x) % 1000 = 0 THEN strftime(x, '.%g') ELSE strftime(x, '.%f') END AS VARCHAR)",
  'bq_time_text(x) AS substr(bq_datetime_text(make_timestamp(epoch_us(x))), 12)',
  // The fraction as short as it may be.
  "bq_seconds_text(x) AS rtrim(rtrim(strftime(x, '%S.%f'), '0'), '.')",
  // Offsets of seconds were in use before time zones were; GoogleSQL changes the time that it writes for them.
  "bq_offset_text(n, d) AS CASE WHEN n % 60 <> 0 THEN error('a time zone whose offset has seconds, in a format') ELSE CASE WHEN n < 0 THEN '-' ELSE '+' END || lpad(CAST(abs(n) // 3600 AS VARCHAR), 2, '0') || d || lpad(CAST(abs(n) // 60 % 60 AS VARCHAR), 2, '0') END",
  "bq_short_offset_text(n) AS CASE WHEN n % 3600 = 0 THEN bq_offset_text(n, '')[:3] ELSE bq_offset_text(n, ':') END",
  "bq_zone_text(n) AS 'UTC' || CASE WHEN n = 0 THEN '' WHEN n % 3600 = 0 THEN CASE WHEN n < 0 THEN '-' ELSE '+' END || CAST(abs(n) // 3600 AS VARCHAR) ELSE bq_offset_text(n, '') END",
  "bq_parsed(s, p) AS CASE WHEN regexp_matches(s, p) THEN s WHEN s IS NOT NULL THEN error('text that is not written exactly as the format says') END",
  "bq_month_text(s) AS lpad(CAST((strpos('janfebmaraprmayjunjulaugsepoctnovdec', lower(s)) + 2) // 3 AS VARCHAR), 2, '0')",
  "bq_offset_micros(s) AS (CAST(s[2:3] AS BIGINT) * 60 + CAST(right(s, 2) AS BIGINT)) * CASE WHEN s[1] = '-' THEN -60000000 ELSE 60000000 END",

  "bq_json_bare(s) AS regexp_replace(CAST(s AS VARCHAR), '\"([^\"\\\\]|\\\\.)*\"', '', 'g')",
  "bq_json_elements(j) AS CASE WHEN json_type(j) = 'ARRAY' THEN json_extract(j, '$[*]') END",
  "bq_to_json_string(j) AS CASE WHEN j IS NULL THEN 'null' WHEN regexp_matches(CAST(j AS VARCHAR), '\\\\u|[\\x{2028}\\x{2029}]') THEN error('TO_JSON_STRING of a character that has several escapes') ELSE CAST(j AS VARCHAR) END",

  "bq_overflow(x, isFinite, name) AS CASE WHEN isFinite AND NOT isfinite(x) THEN error('floating point error in ' || name) ELSE x END",
  "bq_pow(a, b) AS bq_overflow(pow(a, b), isfinite(a) AND isfinite(b), 'POW')",
  "bq_exp(a) AS bq_overflow(exp(a), isfinite(a), 'EXP')",
  // In a wider type, so that no error is made that would have to be caught.
  'bq_safe_int(x) AS CASE WHEN x BETWEEN -9223372036854775808::HUGEINT AND 9223372036854775807::HUGEINT THEN CAST(x AS BIGINT) END',
  'bq_safe_float(x, a, b) AS CASE WHEN isfinite(x) OR NOT isfinite(a) OR NOT isfinite(b) THEN x END',
  "bq_array_end(a, i, name) AS CASE WHEN len(a) = 0 THEN error(name || ' of an empty array') ELSE a[i] END",

  // A double from 2^53 on is a whole number, of which printf does not have all digits.
  'bq_format_fixed(p, zeros, x) AS CASE WHEN isfinite(x) AND abs(x) >= 9007199254740992 THEN CAST(CAST(x AS BIGNUM) AS VARCHAR) || zeros ELSE bq_format_float(p, x) END',
  "bq_format_float(p, x) AS CASE WHEN isfinite(x) THEN printf(p, CASE WHEN x = 0 THEN 0::DOUBLE ELSE x END) WHEN x IS NOT NULL THEN error('FORMAT of a FLOAT64 that is not finite') END",
  ...NUMBER_MACROS,
  ...NUMERIC_MACROS,
  ...BYTES_MACROS,
  ...BYTES_FORMAT_MACROS,
  ...CASE_MACROS,
  ...STRING_MACROS,

  ...TIME_MACROS,
  ...JSON_MACROS,
  ...JSON_TEXT_MACROS,
  ...ARRAY_MACROS,
  ...PERCENTILE_MACROS,
];
