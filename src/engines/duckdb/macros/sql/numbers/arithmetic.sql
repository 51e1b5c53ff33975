-- Arithmetic over INT64 and FLOAT64.

-- Floor to a multiple of n, also before 1970, where % has the sign of its left side.
CREATE MACRO bq_floor(x, n) AS x - ((x % n) + n) % n;
CREATE MACRO bq_floor_div(x, n) AS bq_floor(x, n) // n;
CREATE MACRO bq_floor_part(x, n, m) AS (x - bq_floor(x, m)) // n;

CREATE MACRO bq_finite(x, a, b) AS CASE
  WHEN isinf(x) AND isfinite(a) AND isfinite(b) THEN error('floating point overflow')
  ELSE x
END;

CREATE MACRO bq_add(a, b) AS bq_finite(a + b, a, b);
CREATE MACRO bq_subtract(a, b) AS bq_finite(a - b, a, b);
CREATE MACRO bq_multiply(a, b) AS bq_finite(a * b, a, b);

CREATE MACRO bq_divide(a, b) AS CASE
  WHEN b = 0 AND a IS NOT NULL THEN error('division by zero')
  ELSE bq_finite(a / b, a, b)
END;

-- Neither a double nor an INT64 divided by a whole number is beyond a double.
CREATE MACRO bq_divide_by_whole(a, b) AS CASE
  WHEN b = 0 AND a IS NOT NULL THEN error('division by zero')
  ELSE a / b
END;

CREATE MACRO bq_div(a, b) AS CASE WHEN b = 0 AND a IS NOT NULL THEN error('division by zero') ELSE a // b END;
-- DuckDB fails for the least INT64 % -1; the remainder of 1 is the same.
CREATE MACRO bq_mod(a, b) AS CASE
  WHEN b = 0 AND a IS NOT NULL THEN error('division by zero')
  ELSE a % CASE b WHEN -1 THEN 1 ELSE b END
END;

CREATE MACRO bq_safe_divide(a, b) AS CASE
  WHEN b = 0 OR (isinf(a / b) AND isfinite(a) AND isfinite(b)) THEN NULL
  ELSE a / b
END;

CREATE MACRO bq_ieee_divide(a, b) AS a / b;

-- The argument is of a wider type, in which the operation before could not fail.
CREATE MACRO bq_safe_int(x) AS CASE
  WHEN x BETWEEN -9223372036854775808::HUGEINT AND 9223372036854775807::HUGEINT THEN CAST(x AS BIGINT)
END;

CREATE MACRO bq_safe_float(x, a, b) AS CASE WHEN isfinite(x) OR NOT isfinite(a) OR NOT isfinite(b) THEN x END;

CREATE MACRO bq_overflow(x, isFinite, name) AS CASE
  WHEN isFinite AND NOT isfinite(x) THEN error('floating point error in ' || name)
  ELSE x
END;

CREATE MACRO bq_pow(a, b) AS bq_overflow(pow(a, b), isfinite(a) AND isfinite(b), 'POW');
CREATE MACRO bq_exp(a) AS bq_overflow(exp(a), isfinite(a), 'EXP');

-- The cube root of a whole cube is a whole number; that of DuckDB may be off by a rounding error.
CREATE MACRO bq_cbrt(x) AS CASE
  WHEN round(cbrt(x)) * round(cbrt(x)) * round(cbrt(x)) = x THEN round(cbrt(x))
  ELSE cbrt(x)
END;

-- NaN, not an error, where an infinity went in.
CREATE MACRO bq_of_finite(x, y) AS CASE WHEN isinf(x) THEN 'nan'::DOUBLE ELSE y END;
CREATE MACRO bq_inverse(x, y, name) AS bq_overflow(1 / y, isfinite(x), name);

CREATE MACRO bq_log(x, b) AS CASE
  WHEN x IS NULL OR b IS NULL THEN NULL
  WHEN isfinite(x) AND isfinite(b) THEN CASE
    WHEN x <= 0 OR b <= 0 OR b = 1 THEN error('floating point error in LOG')
    ELSE ln(x) / ln(b)
  END
  WHEN NOT isfinite(b) OR b <= 0 OR isnan(x) OR x < 0 THEN 'nan'::DOUBLE
  WHEN b < 1 THEN '-inf'::DOUBLE
  ELSE x
END;

CREATE MACRO bq_sign(x) AS CASE WHEN isnan(x) THEN x ELSE CAST(sign(x) AS DOUBLE) END;

-- DuckDB refuses to shift bits out; the sign is a bit like the others.
CREATE MACRO bq_low_bits(v) AS
  CAST(CASE WHEN v > 9223372036854775807 THEN v - 18446744073709551616::HUGEINT ELSE v END AS BIGINT);

CREATE MACRO bq_shift_left(a, n) AS CASE
  WHEN a IS NULL THEN NULL
  WHEN n < 0 THEN error('a shift by a negative number of bits')
  WHEN n >= 64 THEN 0::BIGINT
  ELSE bq_low_bits((CAST(a AS HUGEINT) * (1::HUGEINT << CAST(n AS HUGEINT))) & 18446744073709551615::HUGEINT)
END;

CREATE MACRO bq_shift_right(a, n) AS CASE
  WHEN a IS NULL THEN NULL
  WHEN n < 0 THEN error('a shift by a negative number of bits')
  WHEN n >= 64 THEN 0::BIGINT
  WHEN n = 0 OR a >= 0 THEN a >> n
  ELSE CAST((CAST(a AS HUGEINT) + 18446744073709551616::HUGEINT) >> CAST(n AS HUGEINT) AS BIGINT)
END;

CREATE MACRO bq_range_bucket(x, a, isNone, isBad) AS CASE
  WHEN x IS NULL OR a IS NULL OR isNone THEN NULL
  WHEN isBad OR list_count(a) < len(a) OR list_sort(a) <> a
    THEN error('the bounds of RANGE_BUCKET do not ascend, or there is NULL or NaN among them')
  ELSE CAST(len(list_filter(a, lambda e: e <= x)) AS BIGINT)
END;
