/** White space as GoogleSQL has it in numbers. */
const SPACE = '[\\s\\x0b]*';
/** Digits may be set apart by commas. */
const GROUPED = '(?:,*[0-9][0-9,]*(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?';
const SCIENTIFIC = '\\s*([+-]?)([0-9]*)\\.?([0-9]*)[eE]([+-]?[0-9]+)\\s*';

/** The rules of NUMERIC and of rounding, where DuckDB computes with doubles or in another way. */
export const NUMBER_MACROS: readonly string[] = [
  // The upper half of a double's digits, so that its product with a short factor is exact (Dekker).
  'bq_upper_half(x) AS x * 134217729::DOUBLE - (x * 134217729::DOUBLE - x)',
  // x * p to the nearest integer, half up, for x from 0 and a power of ten: without the error that x * p has as a double.
  "bq_scaled(x, p) AS floor(x * p) + CASE WHEN bq_upper_half(x) * p - floor(x * p) - '0.5'::DOUBLE >= (bq_upper_half(x) - x) * p THEN 1::DOUBLE ELSE 0::DOUBLE END",
  // The same, rounded down.
  'bq_scaled_down(x, p) AS floor(x * p) - CASE WHEN bq_upper_half(x) * p - floor(x * p) < (bq_upper_half(x) - x) * p THEN 1::DOUBLE ELSE 0::DOUBLE END',
  'bq_signed(v, x) AS CASE WHEN signbit(x) THEN - v ELSE v END',
  // Beyond 2^53 there are no such digits to round.
  'bq_round(x, p) AS CASE WHEN abs(x) * p < 9007199254740992 THEN bq_signed(bq_scaled(abs(x), p) / p, x) ELSE x END',
  'bq_trunc(x, p) AS CASE WHEN abs(x) * p < 9007199254740992 THEN bq_signed(bq_scaled_down(abs(x), p) / p, x) ELSE x END',
  "bq_round_tens(x, p) AS CASE WHEN NOT isfinite(x) THEN x WHEN abs(x) >= 9007199254740992 THEN error('ROUND to tens or more of a FLOAT64 beyond 2^53') ELSE bq_signed(abs(x) - abs(x) % p + CASE WHEN abs(x) % p * 2 >= p THEN p ELSE 0 END, x) END",
  "bq_trunc_tens(x, p) AS CASE WHEN NOT isfinite(x) THEN x WHEN abs(x) >= 9007199254740992 THEN error('TRUNC to tens or more of a FLOAT64 beyond 2^53') ELSE bq_signed(abs(x) - abs(x) % p, x) END",
  // BigQuery computes with 64 bits of mantissa here: n times its 10^-digits, which is m * 2^e, rounded to 64 bits and
  // then to a double. So do we, in integers.
  // One time it is no more than 64 bits already.
  'bq_extended_bits(v, s) AS CASE WHEN s = 0 THEN v ELSE (v >> s) + CASE WHEN v - ((v >> s) << s) > (1::HUGEINT << (s - 1)) OR (v - ((v >> s) << s) = (1::HUGEINT << (s - 1)) AND (v >> s) % 2 = 1) THEN 1 ELSE 0 END END',
  'bq_extended(v, e) AS CAST(bq_extended_bits(v, length(bin(v)) - 64) AS DOUBLE) * pow(2, length(bin(v)) - 64 + e)',
  // From the very middle on, they round up: their 10^-digits is a bit too small.
  "bq_beyond_half(x, p) AS bq_upper_half(x) * p - floor(x * p) - '0.5'::DOUBLE + (x - bq_upper_half(x)) * p",
  "bq_round_long(x, p, m, e) AS CASE WHEN abs(x) * p >= 9007199254740992 OR isnan(x) THEN x WHEN bq_beyond_half(abs(x), p) < 0 AND bq_beyond_half(abs(x), p) > abs(x) * p * '-1e-18'::DOUBLE THEN error('ROUND of a FLOAT64 just below the middle of two results') WHEN bq_scaled(abs(x), p) = 0 THEN bq_signed(0::DOUBLE, x) ELSE bq_signed(bq_extended(CAST(bq_scaled(abs(x), p) AS HUGEINT) * m, e), x) END",

  // DECIMAL(38,9) holds ten times as much as NUMERIC may.
  "bq_numeric(x) AS CASE WHEN abs(x) > 99999999999999999999999999999.999999999 THEN error('NUMERIC out of range') ELSE x END",
  // As a CAST asks for: NUMERIC with so many digits.
  "bq_numeric_within(x, most) AS CASE WHEN abs(x) > most THEN error('a NUMERIC of more digits than its type allows') ELSE x END",
  // A NUMERIC as the number of its billionths, and back.
  'bq_units(x) AS CAST(trunc(x) AS HUGEINT) * 1000000000 + CAST((x - trunc(x)) * 1000000000 AS HUGEINT)',
  'bq_of_units(u) AS CAST(CAST(u // 1000000000 AS DECIMAL(38,0)) AS DECIMAL(38,9)) + CAST(CAST(u % 1000000000 AS DECIMAL(10,0)) * 0.000000001 AS DECIMAL(38,9))',
  // The product of the fractions alone needs rounding; the others are exact.
  'bq_numeric_multiply(a, b) AS CAST(trunc(a) AS DECIMAL(38,0)) * b + CAST(trunc(b) AS DECIMAL(38,0)) * (a - trunc(a)) + CAST(CAST(a - trunc(a) AS DECIMAL(9,9)) * CAST(b - trunc(b) AS DECIMAL(9,9)) AS DECIMAL(38,9))',
  // Half away from zero: the quotient of the units, and what its rest makes.
  'bq_numeric_quotient(u, v) AS bq_of_units(u // v * 1000000000 + (u % v * 1000000000) // v + CASE WHEN abs(u % v * 1000000000 % v) >= abs(v) - abs(u % v * 1000000000 % v) THEN sign(u) * sign(v) ELSE 0 END)',
  "bq_numeric_divide(a, b) AS CASE WHEN a IS NULL THEN NULL WHEN b = 0 THEN error('division by zero') WHEN abs(b) >= 100000000000000000000 THEN bq_beyond('division by a NUMERIC from 10^20') ELSE bq_numeric_quotient(bq_units(a), bq_units(b)) END",
  "bq_numeric_div(a, b) AS CASE WHEN a IS NULL THEN NULL WHEN b = 0 THEN error('division by zero') ELSE CAST(CAST(bq_units(a) // bq_units(b) AS DECIMAL(38,0)) AS DECIMAL(38,9)) END",
  "bq_numeric_mod(a, b) AS CASE WHEN b = 0 AND a IS NOT NULL THEN error('division by zero') ELSE a % b END",
  'bq_numeric_safe_add(a, b) AS CASE WHEN CASE WHEN b > 0 THEN a > 99999999999999999999999999999.999999999 - b ELSE a < -99999999999999999999999999999.999999999 - b END THEN NULL ELSE a + b END',

  "bq_hex_to_int(s) AS bq_safe_int(CAST(TRY_CAST(regexp_replace(s, '^\\s*[+-]?0[xX]0*(.*?)\\s*$', '0x0\\1') AS UBIGINT) AS HUGEINT) * CASE WHEN contains(s, '-') THEN -1 ELSE 1 END)",
  "bq_safe_text_to_int(s) AS CASE WHEN regexp_full_match(s, '\\s*[+-]?[0-9]+\\s*') THEN TRY_CAST(trim(s) AS BIGINT) WHEN regexp_full_match(s, '\\s*[+-]?0[xX][0-9a-fA-F]+\\s*') THEN bq_hex_to_int(s) END",
  "bq_text_to_int(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_int(s), error('bad INT64 value')) END",

  // Exactly what the double is, half away from zero at the ninth digit.
  "bq_float_to_numeric(x) AS CASE WHEN NOT isfinite(x) OR abs(x) >= 1e29 THEN error('FLOAT64 out of the range of NUMERIC') ELSE CAST(CAST(trunc(x) AS HUGEINT) AS DECIMAL(38,9)) + CAST(CAST(bq_signed(bq_scaled(abs(x) - trunc(abs(x)), 1000000000::DOUBLE), x) AS BIGINT) AS DECIMAL(18,0)) * 0.000000001 END",
  'bq_safe_float_to_numeric(x) AS CASE WHEN abs(x) < 1e29 THEN bq_float_to_numeric(x) END',
  'bq_safe_numeric(x) AS CASE WHEN abs(x) <= 99999999999999999999999999999.999999999 THEN x END',
  // Digits whose point stands so many places after their beginning.
  "bq_pointed(n, p) AS CASE WHEN p <= 0 THEN '0.' || repeat('0', -p) || n WHEN p >= length(n) THEN n || repeat('0', p - length(n)) ELSE left(n, p) || '.' || substr(n, p + 1) END",
  "bq_exponent(e) AS greatest(-1000000000, least(1000000000, coalesce(TRY_CAST(e AS BIGINT), CASE WHEN starts_with(e, '-') THEN -1000000000 ELSE 1000000000 END)))",
  // NUMERIC has 29 digits before the point; what begins behind the tenth one after it is nothing.
  "bq_placed(n, p) AS CASE WHEN n = '' OR p < -9 THEN '0' WHEN p <= 29 THEN bq_pointed(n, p) END",
  `bq_plain_digits(s) AS list_transform([regexp_extract(s, '^${SCIENTIFIC}$', ['sign', 'whole', 'fraction', 'exponent'])], lambda p: p.sign || bq_placed(ltrim(p.whole || p.fraction, '0'), length(ltrim(p.whole || p.fraction, '0')) - length(p.fraction) + bq_exponent(p.exponent)))[1]`,
  "bq_safe_text_to_numeric(s) AS CASE WHEN regexp_full_match(s, '\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)\\s*') THEN bq_safe_numeric(TRY_CAST(trim(s) AS DECIMAL(38,9))) WHEN regexp_full_match(s, '\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)[eE][+-]?[0-9]+\\s*') THEN bq_safe_numeric(TRY_CAST(bq_plain_digits(s) AS DECIMAL(38,9))) END",
  "bq_text_to_numeric(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_numeric(s), error('bad NUMERIC value')) END",
  // The double that is nearest: DuckDB divides one double by another, and rounds twice.
  'bq_numeric_to_float(x) AS CAST(CAST(x AS VARCHAR) AS DOUBLE)',
  "bq_numeric_string(x) AS CASE WHEN x = trunc(x) THEN CAST(CAST(trunc(x) AS DECIMAL(38,0)) AS VARCHAR) ELSE rtrim(CAST(x AS VARCHAR), '0') END",
  // The sign may stand behind the number.
  `bq_parse_numeric(s) AS bq_text_to_numeric(CASE WHEN regexp_full_match(s, '${SPACE}[+-]?${SPACE}${GROUPED}${SPACE}') THEN regexp_replace(s, '[\\s\\x0b,]', '', 'g') WHEN regexp_full_match(s, '${SPACE}${GROUPED}${SPACE}[+-]${SPACE}') THEN regexp_replace(regexp_replace(s, '[\\s\\x0b,]', '', 'g'), '(.*)([+-])', '\\2\\1') WHEN s IS NOT NULL THEN error('bad NUMERIC value') END)`,

  'bq_finite_text(x) AS CASE WHEN isfinite(x) THEN x END',
  "bq_safe_text_to_float(s) AS CASE WHEN regexp_full_match(s, '\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?\\s*') THEN bq_finite_text(TRY_CAST(trim(s) AS DOUBLE)) WHEN regexp_full_match(s, '(?i)\\s*[+-]?(inf|infinity|nan)\\s*') THEN CASE WHEN contains(lower(s), 'n') AND contains(lower(s), 'a') THEN 'nan'::DOUBLE WHEN contains(s, '-') THEN '-inf'::DOUBLE ELSE 'inf'::DOUBLE END END",
  "bq_text_to_float(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_float(s), error('bad FLOAT64 value')) END",
  // 15 digits where they are enough, else 17; neither NaN nor 0 has a sign.
  "bq_float_string(x) AS CASE WHEN isnan(x) THEN 'nan' WHEN isinf(x) THEN CASE WHEN x > 0 THEN 'inf' ELSE '-inf' END WHEN x = 0 THEN '0' WHEN CAST(printf('%.15g', x) AS DOUBLE) = x THEN printf('%.15g', x) ELSE printf('%.17g', x) END",
  // In a lambda, so that an error of the argument stays one.
  'bq_safe_bytes_to_text(b) AS list_transform([b], lambda e: TRY(decode(e)))[1]',
  "bq_safe_text_to_bool(s) AS CASE lower(s) WHEN 'true' THEN true WHEN 'false' THEN false END",
  "bq_text_to_bool(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_bool(s), error('bad BOOL value')) END",

  // DuckDB refuses to shift bits out; the sign is a bit like the others.
  'bq_low_bits(v) AS CAST(CASE WHEN v > 9223372036854775807 THEN v - 18446744073709551616::HUGEINT ELSE v END AS BIGINT)',
  "bq_shift_left(a, n) AS CASE WHEN a IS NULL THEN NULL WHEN n < 0 THEN error('a shift by a negative number of bits') WHEN n >= 64 THEN 0::BIGINT ELSE bq_low_bits((CAST(a AS HUGEINT) * (1::HUGEINT << CAST(n AS HUGEINT))) & 18446744073709551615::HUGEINT) END",
  "bq_shift_right(a, n) AS CASE WHEN a IS NULL THEN NULL WHEN n < 0 THEN error('a shift by a negative number of bits') WHEN n >= 64 THEN 0::BIGINT WHEN n = 0 OR a >= 0 THEN a >> n ELSE CAST((CAST(a AS HUGEINT) + 18446744073709551616::HUGEINT) >> CAST(n AS HUGEINT) AS BIGINT) END",

  'bq_sign(x) AS CASE WHEN isnan(x) THEN x ELSE CAST(sign(x) AS DOUBLE) END',
  "bq_same_length(a, b) AS CASE WHEN len(a) <> len(b) OR len(a) = 0 OR list_count(a) < len(a) OR list_count(b) < len(b) THEN error('the distance of vectors of several lengths, without elements or with NULL among them') ELSE list_zip(a, b) END",
  'bq_euclidean_distance(a, b) AS sqrt(list_sum(list_transform(bq_same_length(a, b), lambda e: (e[1] - e[2]) * (e[1] - e[2]))))',
  'bq_length(a) AS sqrt(list_sum(list_transform(a, lambda e: e * e)))',
  "bq_cosine_distance(a, b) AS CASE WHEN bq_length(a) = 0 OR bq_length(b) = 0 THEN error('the cosine distance of a vector without length') ELSE 1 - list_sum(list_transform(bq_same_length(a, b), lambda e: e[1] * e[2])) / (bq_length(a) * bq_length(b)) END",
  "bq_range_bucket(x, a, isNone, isBad) AS CASE WHEN x IS NULL OR a IS NULL OR isNone THEN NULL WHEN isBad OR list_count(a) < len(a) OR list_sort(a) <> a THEN error('the bounds of RANGE_BUCKET do not ascend, or there is NULL or NaN among them') ELSE CAST(len(list_filter(a, lambda e: e <= x)) AS BIGINT) END",

  // The roots of whole cubes are whole.
  'bq_cbrt(x) AS CASE WHEN round(cbrt(x)) * round(cbrt(x)) * round(cbrt(x)) = x THEN round(cbrt(x)) ELSE cbrt(x) END',
  // NaN, not an error, where an infinity went in.
  "bq_of_finite(x, y) AS CASE WHEN isinf(x) THEN 'nan'::DOUBLE ELSE y END",
  'bq_inverse(x, y, name) AS bq_overflow(1 / y, isfinite(x), name)',
  "bq_log(x, b) AS CASE WHEN x IS NULL OR b IS NULL THEN NULL WHEN isfinite(x) AND isfinite(b) THEN CASE WHEN x <= 0 OR b <= 0 OR b = 1 THEN error('floating point error in LOG') ELSE ln(x) / ln(b) END WHEN NOT isfinite(b) OR b <= 0 OR isnan(x) OR x < 0 THEN 'nan'::DOUBLE WHEN b < 1 THEN '-inf'::DOUBLE ELSE x END",
];
