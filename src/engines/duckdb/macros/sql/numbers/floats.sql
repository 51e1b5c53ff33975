-- FLOAT64 compared and rounded.

-- NaN equals nothing, not even itself; DuckDB takes it for the largest number and equal to itself.
CREATE MACRO bq_float_eq(a, b) AS a = b AND (NOT isnan(a) OR b IS NULL);
CREATE MACRO bq_float_ne(a, b) AS a <> b OR (isnan(a) AND b IS NOT NULL);
CREATE MACRO bq_float_lt(a, b) AS a < b AND (NOT isnan(b) OR a IS NULL);
CREATE MACRO bq_float_le(a, b) AS a <= b AND (NOT isnan(b) OR a IS NULL);
CREATE MACRO bq_float_gt(a, b) AS a > b AND (NOT isnan(a) OR b IS NULL);
CREATE MACRO bq_float_ge(a, b) AS a >= b AND (NOT isnan(a) OR b IS NULL);

-- Its argument, worked out for every row. For rows that are stored as one value DuckDB adds up the product of the value and their number,
-- which has other last digits than their sum: it would tell callers of a sandboxed endpoint what is stored beside their own rows.
CREATE MACRO bq_one_by_one(x) AS x - floor(random());

-- The upper half of a double's digits, so that its product with a short factor is exact (Dekker).
CREATE MACRO bq_upper_half(x) AS x * 134217729::DOUBLE - (x * 134217729::DOUBLE - x);

-- How far x * p is above the middle of two whole numbers.
CREATE MACRO bq_beyond_half(x, p) AS
  bq_upper_half(x) * p - floor(x * p) - '0.5'::DOUBLE + (x - bq_upper_half(x)) * p;

-- x * p to the nearest integer, half up, for x from 0 and a power of ten: without the error that x * p has as a double.
CREATE MACRO bq_scaled(x, p) AS
  floor(x * p) + CASE WHEN bq_beyond_half(x, p) >= 0 THEN 1::DOUBLE ELSE 0::DOUBLE END;

-- The same, rounded down.
CREATE MACRO bq_scaled_down(x, p) AS
  floor(x * p)
    - CASE
      WHEN bq_upper_half(x) * p - floor(x * p) < (bq_upper_half(x) - x) * p THEN 1::DOUBLE
      ELSE 0::DOUBLE
    END;

-- v is written out once: in it x stands many times.
CREATE MACRO bq_signed(v, x) AS v * CASE WHEN signbit(x) THEN - 1::DOUBLE ELSE 1::DOUBLE END;

-- Whether x * p, which as a double is h, the middle of two whole numbers, is less than h. This is computed in whole
-- numbers: x is 0.00005 or more, and such doubles are multiples of 2^-67.
CREATE MACRO bq_below_middle(x, p, h) AS
  CAST(x * 147573952589676412928e0 AS HUGEINT) * CAST(p AS HUGEINT)
    < CAST(h * 147573952589676412928e0 AS HUGEINT);

-- To a multiple of 1 / p, where p is a power of ten up to 10000. The product is rounded to a double, which may put it on the
-- middle of two whole numbers, but never beyond it.
-- A FLOAT64 of 2^53 or more has no digits behind the point to round.
CREATE MACRO bq_round(x, p) AS CASE
  WHEN abs(x * p) % 1e0 = 5e-1
    THEN CASE WHEN bq_below_middle(abs(x), p, abs(x * p)) THEN trunc(x * p) ELSE round(x * p) END / p
  WHEN abs(x * p) < 9007199254740992e0 THEN round(x * p) / p
  ELSE x
END;

-- A FLOAT64 of 2^53 or more has no digits behind the point.
CREATE MACRO bq_trunc(x, p) AS CASE
  WHEN abs(x) * p < 9007199254740992 THEN bq_signed(bq_scaled_down(abs(x), p) / p, x)
  ELSE x
END;

CREATE MACRO bq_in_tens(x, tens, message) AS CASE
  WHEN NOT isfinite(x) THEN x
  WHEN abs(x) >= 9007199254740992 THEN error(message)
  ELSE bq_signed(tens, x)
END;

CREATE MACRO bq_trunc_tens(x, p) AS
  bq_in_tens(x, abs(x) - abs(x) % p, 'TRUNC to tens or more of a FLOAT64 beyond 2^53');
CREATE MACRO bq_round_tens(x, p) AS
  bq_in_tens(
    x,
    abs(x) - abs(x) % p + CASE WHEN abs(x) % p * 2 >= p THEN p ELSE 0 END,
    'ROUND to tens or more of a FLOAT64 beyond 2^53'
  );

-- BigQuery computes with 64 bits of mantissa here: n times its 10^-digits, which is m * 2^e, rounded to 64 bits and
-- then to a double. The same is computed here in integers; the product with
-- n = 1 has 64 bits as it is (s = 0).
CREATE MACRO bq_extended_bits(v, s) AS CASE
  WHEN s = 0 THEN v
  ELSE (v >> s)
    + CASE
      WHEN v - ((v >> s) << s) > (1::HUGEINT << (s - 1))
          OR (v - ((v >> s) << s) = (1::HUGEINT << (s - 1)) AND (v >> s) % 2 = 1)
        THEN 1
      ELSE 0
    END
END;

CREATE MACRO bq_extended(v, e) AS
  CAST(bq_extended_bits(v, length(bin(v)) - 64) AS DOUBLE) * pow(2, length(bin(v)) - 64 + e);

-- From the middle of two results on BigQuery rounds up, since its 10^-digits is slightly too small.
CREATE MACRO bq_round_long(x, p, m, e) AS CASE
  WHEN abs(x) * p >= 9007199254740992 OR isnan(x) THEN x
  WHEN bq_beyond_half(abs(x), p) < 0 AND bq_beyond_half(abs(x), p) > abs(x) * p * '-1e-18'::DOUBLE
    THEN error('ROUND of a FLOAT64 just below the middle of two results')
  WHEN bq_scaled(abs(x), p) = 0 THEN bq_signed(0::DOUBLE, x)
  ELSE bq_signed(bq_extended(CAST(bq_scaled(abs(x), p) AS HUGEINT) * m, e), x)
END;
