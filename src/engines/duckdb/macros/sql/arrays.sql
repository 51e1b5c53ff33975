-- Arrays, and the numbers that they are generated from.

CREATE MACRO bq_offset(a, i) AS CASE
  WHEN a IS NULL OR i IS NULL THEN NULL
  WHEN i >= 0 AND i < len(a) THEN a[i + 1]
  ELSE error('array index is out of bounds')
END;

CREATE MACRO bq_safe_offset(a, i) AS CASE WHEN i BETWEEN 0 AND 9007199254740991 THEN a[i + 1] END;

CREATE MACRO bq_in_unnest(x, a) AS CASE
  WHEN x IS NULL AND len(a) > 0 THEN NULL
  WHEN list_contains(a, x) THEN true
  WHEN len(a) > list_count(a) THEN NULL
  ELSE false
END;

-- The result of x IN (…), given the results of the comparisons with each member.
CREATE MACRO bq_any(l) AS CASE
  WHEN list_contains(l, true) THEN true
  WHEN len(l) > list_count(l) THEN NULL
  ELSE false
END;

CREATE MACRO bq_array_to_string(a, d) AS CASE WHEN d IS NOT NULL THEN array_to_string(a, d) END;
CREATE MACRO bq_array_concat(a, b) AS CASE WHEN a IS NULL OR b IS NULL THEN NULL ELSE list_concat(a, b) END;

-- The length is checked first, since DuckDB makes the whole list without regard to its limit of memory, and nothing stops it.
-- The parameters are fields of a lambda's argument, so that each is written out and planned once.
CREATE MACRO bq_series(a, b, n, message) AS
  list_transform(
    [struct_pack(a := a, b := b, n := n)],
    lambda s: CASE
      WHEN struct_extract(s, 'n') = 0 THEN error(message)
      WHEN abs(
          (CAST(struct_extract(s, 'b') AS HUGEINT) - struct_extract(s, 'a')) // struct_extract(s, 'n')
        ) > 4194303
        THEN bq_beyond('an array of more than 4194304 elements')
      ELSE generate_series(struct_extract(s, 'a'), struct_extract(s, 'b'), struct_extract(s, 'n'))
    END
  )[1];

CREATE MACRO bq_generate_array(a, b, n) AS bq_series(a, b, n, 'the step of GENERATE_ARRAY is 0');

CREATE MACRO bq_all(a) AS CASE
  WHEN list_contains(a, false) THEN false
  WHEN len(a) > list_count(a) THEN NULL
  ELSE true
END;

CREATE MACRO bq_array_end(a, i, name) AS CASE
  WHEN len(a) = 0 THEN error(name || ' of an empty array')
  ELSE a[i]
END;

-- The first n elements; NULL, not an empty list, where n is 0.
CREATE MACRO bq_first(l, n) AS CASE WHEN bq_limit(n) > 0 THEN l[1:n] END;
CREATE MACRO bq_from_end(i, n) AS CASE WHEN i < 0 THEN i + n ELSE i END;

-- An end before the first element leaves nothing. DuckDB would count a negative end from the end of the list.
CREATE MACRO bq_array_slice(a, b, e) AS CASE
  WHEN a IS NULL OR b IS NULL OR e IS NULL THEN NULL
  WHEN bq_from_end(e, len(a)) < 0 THEN list_slice(a, 1, 0)
  ELSE list_slice(
    a,
    least(greatest(bq_from_end(b, len(a)), 0), len(a)) + 1,
    least(bq_from_end(e, len(a)), len(a) - 1) + 1
  )
END;

CREATE MACRO bq_array_to_string_with(a, d, n) AS CASE
  WHEN a IS NULL OR d IS NULL THEN NULL
  WHEN n IS NULL THEN error('NULL as the text that ARRAY_TO_STRING has for NULL')
  ELSE bq_array_to_string(list_transform(a, lambda e: coalesce(e, n)), d)
END;

-- One step more than may be needed, since the quotient is not exact; and no more than BigQuery makes, to bound the memory.
CREATE MACRO bq_step_count(q) AS CASE
  WHEN q > 1048575 THEN error('GENERATE_ARRAY of more than 1048576 elements')
  ELSE CAST(floor(q) AS BIGINT) + 2
END;

CREATE MACRO bq_up_to(l, b, n) AS list_filter(l, lambda e: CASE WHEN n > 0 THEN e <= b ELSE e >= b END);

CREATE MACRO bq_generate_float64_array(a, b, n) AS CASE
  WHEN a IS NULL OR b IS NULL OR n IS NULL THEN NULL
  WHEN n = 0 OR isnan(n) THEN error('the step of GENERATE_ARRAY is 0 or NaN')
  WHEN NOT isfinite(a) OR NOT isfinite(b) OR NOT isfinite(n)
    THEN error('GENERATE_ARRAY of numbers that are not finite')
  WHEN (b - a) / n < 0 THEN []
  ELSE bq_up_to(list_transform(range(0, bq_step_count((b - a) / n)), lambda e: a + e * n), b, n)
END;

CREATE MACRO bq_generate_numeric_array(a, b, n) AS CASE
  WHEN a IS NULL OR b IS NULL OR n IS NULL THEN NULL
  WHEN n = 0 THEN error('the step of GENERATE_ARRAY is 0')
  WHEN (b - a) / n < 0 THEN []
  ELSE bq_up_to(
    list_transform(
      range(0, bq_step_count((b - a) / n)),
      lambda e: CAST(a + n * CAST(e AS DECIMAL(18, 0)) AS DECIMAL(38, 9))
    ),
    b,
    n
  )
END;
