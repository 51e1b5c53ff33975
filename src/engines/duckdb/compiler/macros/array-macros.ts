/** Macros over arrays, and the numbers that they are generated from. */
export const ARRAY_MACROS: readonly string[] = [
  // Of nothing it is NULL, not an empty list.
  'bq_first(l, n) AS CASE WHEN bq_limit(n) > 0 THEN l[1:n] END',
  'bq_from_end(i, n) AS CASE WHEN i < 0 THEN i + n ELSE i END',
  // An end before the first element leaves nothing; DuckDB would count it from the end once more.
  'bq_array_slice(a, b, e) AS CASE WHEN a IS NULL OR b IS NULL OR e IS NULL THEN NULL WHEN bq_from_end(e, len(a)) < 0 THEN list_slice(a, 1, 0) ELSE list_slice(a, least(greatest(bq_from_end(b, len(a)), 0), len(a)) + 1, least(bq_from_end(e, len(a)), len(a) - 1) + 1) END',
  "bq_array_to_string_with(a, d, n) AS CASE WHEN a IS NULL OR d IS NULL THEN NULL WHEN n IS NULL THEN error('NULL as the text that ARRAY_TO_STRING has for NULL') ELSE bq_array_to_string(list_transform(a, lambda e: coalesce(e, n)), d) END",

  // One more than may be needed, since the quotient is not exact; more than BigQuery makes would fill the memory.
  "bq_step_count(q) AS CASE WHEN q > 1048575 THEN error('GENERATE_ARRAY of more than 1048576 elements') ELSE CAST(floor(q) AS BIGINT) + 2 END",
  'bq_up_to(l, b, n) AS list_filter(l, lambda e: CASE WHEN n > 0 THEN e <= b ELSE e >= b END)',
  "bq_generate_float64_array(a, b, n) AS CASE WHEN a IS NULL OR b IS NULL OR n IS NULL THEN NULL WHEN n = 0 OR isnan(n) THEN error('the step of GENERATE_ARRAY is 0 or NaN') WHEN NOT isfinite(a) OR NOT isfinite(b) OR NOT isfinite(n) THEN error('GENERATE_ARRAY of numbers that are not finite') WHEN (b - a) / n < 0 THEN [] ELSE bq_up_to(list_transform(range(0, bq_step_count((b - a) / n)), lambda e: a + e * n), b, n) END",
  "bq_generate_numeric_array(a, b, n) AS CASE WHEN a IS NULL OR b IS NULL OR n IS NULL THEN NULL WHEN n = 0 THEN error('the step of GENERATE_ARRAY is 0') WHEN (b - a) / n < 0 THEN [] ELSE bq_up_to(list_transform(range(0, bq_step_count((b - a) / n)), lambda e: CAST(a + n * CAST(e AS DECIMAL(18, 0)) AS DECIMAL(38, 9))), b, n) END",
];
