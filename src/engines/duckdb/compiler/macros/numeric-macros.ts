/** Functions over NUMERIC that BigQuery works out exactly, or to the ninth digit behind the point. */
export const NUMERIC_MACROS: readonly string[] = [
  "bq_beyond_numeric(v) AS abs(v) >= '1.000001e29'::DOUBLE",
  'bq_numeric_safe_divide(a, b) AS CASE WHEN a IS NULL OR b IS NULL OR b = 0 THEN NULL WHEN bq_beyond_numeric(CAST(a AS DOUBLE) / CAST(b AS DOUBLE)) THEN NULL ELSE bq_numeric_divide(a, b) END',
  'bq_numeric_safe_multiply(a, b) AS CASE WHEN bq_beyond_numeric(CAST(a AS DOUBLE) * CAST(b AS DOUBLE)) THEN NULL ELSE bq_numeric_multiply(a, b) END',

  // Newton's step from a double's root is at most one too large.
  'bq_root_near(n) AS list_transform([CAST(sqrt(CAST(n AS DOUBLE)) AS HUGEINT)], lambda r: (r + n // r) // 2)[1]',
  'bq_root_floor(n, r) AS r - CASE WHEN r * r > n THEN 1 ELSE 0 END',
  'bq_root(n) AS CASE WHEN n = 0 THEN n ELSE list_transform([bq_root_floor(n, bq_root_near(n))], lambda r: r + CASE WHEN n - r * r > r THEN 1 ELSE 0 END)[1] END',
  "bq_numeric_sqrt(x) AS CASE WHEN x < 0 THEN error('SQRT of a negative number') WHEN x >= 100000000000000000000 THEN bq_beyond('SQRT of a NUMERIC from 10^20') ELSE bq_of_units(list_transform([bq_units(x) * 1000000000], lambda n: bq_root(n))[1]) END",

  // A double and how far it may be from the truth: the ninth digit is certain, or nothing is said.
  "bq_certain(v, e) AS CASE WHEN bq_beyond_numeric(v) THEN error('NUMERIC out of range') WHEN round(v * 1e9 - e * 1e9) = round(v * 1e9 + e * 1e9) THEN bq_of_units(CAST(round(v * 1e9) AS HUGEINT)) WHEN v IS NOT NULL THEN bq_beyond('a NUMERIC of more digits than are certain here') END",
  "bq_positive(x, name) AS CASE WHEN x <= 0 THEN error(name || ' of a number that is not above 0') ELSE CAST(x AS DOUBLE) END",
  "bq_numeric_ln(x) AS list_transform([ln(bq_positive(x, 'LN'))], lambda v: bq_certain(v, (abs(v) + 1) * '2.3e-16'::DOUBLE))[1]",
  "bq_numeric_log10(x) AS list_transform([log10(bq_positive(x, 'LOG10'))], lambda v: bq_certain(v, (abs(v) + 1) * '2.3e-16'::DOUBLE))[1]",
  "bq_ln_ratio(a, b) AS list_transform([a / b], lambda v: bq_certain(v, (abs(v) * 3 + (1 + abs(v)) / abs(b)) * '2.3e-16'::DOUBLE))[1]",
  "bq_numeric_log(x, b) AS CASE WHEN b = 1 THEN error('LOG to the base 1') ELSE bq_ln_ratio(ln(bq_positive(x, 'LOG')), ln(bq_positive(b, 'LOG'))) END",
  "bq_numeric_exp(x) AS CASE WHEN x > 67 THEN error('floating point error in EXP') ELSE list_transform([exp(CAST(x AS DOUBLE))], lambda v: bq_certain(v, v * (abs(CAST(x AS DOUBLE)) + 2) * '2.3e-16'::DOUBLE))[1] END",
  "bq_numeric_cbrt(x) AS list_transform([bq_cbrt(CAST(x AS DOUBLE))], lambda v: bq_certain(v, abs(v) * '5e-16'::DOUBLE))[1]",

  // A whole power is exact as long as its digits fit.
  "bq_places(x) AS length(rtrim(split_part(CAST(x AS VARCHAR), '.', 2), '0'))",
  'bq_whole_digits(x, s) AS bq_units(x) // CAST(pow(10, 9 - s) AS HUGEINT)',
  'bq_product(c, k) AS list_reduce(list_transform(range(k), lambda i: c), lambda a, b: a * b)',
  "bq_scaled_units(p, s) AS CASE WHEN s <= 9 THEN p * CAST(pow(10, 9 - s) AS HUGEINT) WHEN s > 45 THEN 0 WHEN abs(p % CAST('1' || repeat('0', s - 9) AS HUGEINT)) * 2 = CAST('1' || repeat('0', s - 9) AS HUGEINT) THEN bq_beyond('a NUMERIC of more digits than are certain here') ELSE p // CAST('1' || repeat('0', s - 9) AS HUGEINT) + CASE WHEN abs(p % CAST('1' || repeat('0', s - 9) AS HUGEINT)) * 2 > CAST('1' || repeat('0', s - 9) AS HUGEINT) THEN sign(p) ELSE 0 END END",
  'bq_whole_power(x, k, s) AS bq_of_units(bq_scaled_units(bq_product(bq_whole_digits(x, s), k), s * k))',
  "bq_any_power(x, y) AS list_transform([pow(CAST(x AS DOUBLE), CAST(y AS DOUBLE))], lambda v: bq_certain(v, abs(v) * (abs(CAST(y AS DOUBLE)) * (1 + abs(ln(abs(CAST(x AS DOUBLE))))) + 2) * '2.3e-16'::DOUBLE))[1]",
  "bq_power(x, y, s) AS CASE WHEN bq_beyond_numeric(pow(CAST(x AS DOUBLE), CAST(y AS DOUBLE))) THEN error('NUMERIC out of range') WHEN y = trunc(y) AND y BETWEEN 2 AND 128 AND pow(abs(CAST(x AS DOUBLE)) * pow(10, s), CAST(y AS DOUBLE)) * pow(10, greatest(0, 9 - s * CAST(y AS DOUBLE))) < '1e38'::DOUBLE THEN bq_whole_power(x, CAST(y AS BIGINT), s) ELSE bq_any_power(x, y) END",
  "bq_numeric_pow(x, y) AS CASE WHEN x IS NULL OR y IS NULL THEN NULL WHEN y = 2 THEN bq_numeric_multiply(x, x) WHEN y = 0 THEN 1 WHEN y = 1 THEN x WHEN x = 0 THEN CASE WHEN y < 0 THEN error('division by zero') ELSE 0 END WHEN y = -1 THEN bq_numeric_divide(1::DECIMAL(38,9), x) WHEN x < 0 AND y <> trunc(y) THEN error('a fractional power of a negative number') ELSE bq_power(x, y, bq_places(x)) END",

  // n times a sum of deviations from the means, in billionths by billionths: of whole numbers h and billionths l apart, since the
  // squares of whole values are too long. What is carried makes no difference of what is almost the same.
  'bq_joined(a, b, c) AS CASE WHEN abs(a) < 10000000000000000000 THEN CAST(a * CAST(1000000000000000000 AS HUGEINT) + b * 1000000000 + c AS DOUBLE) ELSE CAST(a AS DOUBLE) * 1e18 + CAST(b * 1000000000 + c AS DOUBLE) END',
  'bq_carried(a, b, c) AS bq_joined(a + (b + c // 1000000000) // 1000000000, (b + c // 1000000000) % 1000000000, c % 1000000000)',
  'bq_comoment(n, h, l, i, m, a, b, c) AS bq_carried(n * a - h * i, n * b - (h * m + i * l), n * c - l * m)',
  "bq_correlation(x, y, xy) AS CASE WHEN x = 0 OR y = 0 THEN 'nan'::DOUBLE ELSE xy / sqrt(x * y) END",
];
