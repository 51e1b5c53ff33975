-- NUMERIC, which is a DECIMAL(38, 9) with one digit less, computed exactly or to the ninth digit behind the point.

-- DECIMAL(38,9) holds ten times as much as NUMERIC may.
CREATE MACRO bq_numeric(x) AS CASE
  WHEN abs(x) > 99999999999999999999999999999.999999999 THEN error('NUMERIC out of range')
  ELSE x
END;

-- As a CAST asks for: NUMERIC with so many digits.
CREATE MACRO bq_numeric_within(x, most) AS
  bq_within(x, abs(x), most, 'a NUMERIC of more digits than its type allows');

-- A NUMERIC as the number of its billionths, and back.
CREATE MACRO bq_units(x) AS
  CAST(trunc(x) AS HUGEINT) * 1000000000 + CAST((x - trunc(x)) * 1000000000 AS HUGEINT);

CREATE MACRO bq_of_units(u) AS
  CAST(CAST(u // 1000000000 AS DECIMAL(38,0)) AS DECIMAL(38,9))
    + CAST(CAST(u % 1000000000 AS DECIMAL(10,0)) * 0.000000001 AS DECIMAL(38,9));

-- The product of the fractions alone needs rounding; the others are exact.
CREATE MACRO bq_numeric_multiply(a, b) AS
  CAST(trunc(a) AS DECIMAL(38,0)) * b
    + CAST(trunc(b) AS DECIMAL(38,0)) * (a - trunc(a))
    + CAST(CAST(a - trunc(a) AS DECIMAL(9,9)) * CAST(b - trunc(b) AS DECIMAL(9,9)) AS DECIMAL(38,9));

-- Half away from zero: the quotient of the units, and what its rest makes.
CREATE MACRO bq_numeric_quotient(u, v) AS
  bq_of_units(
    u // v * 1000000000
      + (u % v * 1000000000) // v
      + CASE
        WHEN abs(u % v * 1000000000 % v) >= abs(v) - abs(u % v * 1000000000 % v) THEN sign(u) * sign(v)
        ELSE 0
      END
  );

CREATE MACRO bq_numeric_divide(a, b) AS CASE
  WHEN a IS NULL THEN NULL
  WHEN b = 0 THEN error('division by zero')
  WHEN abs(b) >= 100000000000000000000 THEN bq_beyond('division by a NUMERIC from 10^20')
  ELSE bq_numeric_quotient(bq_units(a), bq_units(b))
END;

CREATE MACRO bq_numeric_whole(q) AS CASE
  WHEN abs(q) > 99999999999999999999999999999 THEN error('NUMERIC out of range')
  ELSE CAST(CAST(q AS DECIMAL(38,0)) AS DECIMAL(38,9))
END;

CREATE MACRO bq_numeric_div(a, b) AS CASE
  WHEN a IS NULL THEN NULL
  WHEN b = 0 THEN error('division by zero')
  ELSE bq_numeric_whole(bq_units(a) // bq_units(b))
END;

CREATE MACRO bq_numeric_safe_add(a, b) AS CASE
  WHEN CASE
      WHEN b > 0 THEN a > 99999999999999999999999999999.999999999 - b
      ELSE a < -99999999999999999999999999999.999999999 - b
    END
    THEN NULL
  ELSE a + b
END;

CREATE MACRO bq_safe_numeric(x) AS CASE WHEN abs(x) <= 99999999999999999999999999999.999999999 THEN x END;

-- The double that is nearest: DuckDB divides one double by another, and rounds twice.
CREATE MACRO bq_numeric_to_float(x) AS CAST(CAST(x AS VARCHAR) AS DOUBLE);
CREATE MACRO bq_beyond_numeric(v) AS abs(v) >= '1.000001e29'::DOUBLE;

CREATE MACRO bq_numeric_safe_divide(a, b) AS CASE
  WHEN a IS NULL OR b IS NULL OR b = 0 THEN NULL
  WHEN bq_beyond_numeric(CAST(a AS DOUBLE) / CAST(b AS DOUBLE)) THEN NULL
  ELSE bq_numeric_divide(a, b)
END;

CREATE MACRO bq_numeric_safe_multiply(a, b) AS CASE
  WHEN bq_beyond_numeric(CAST(a AS DOUBLE) * CAST(b AS DOUBLE)) THEN NULL
  ELSE bq_numeric_multiply(a, b)
END;

-- Newton's step from a double's root is at most one too large.
CREATE MACRO bq_root_near(n) AS
  list_transform([CAST(sqrt(CAST(n AS DOUBLE)) AS HUGEINT)], lambda r: (r + n // r) // 2)[1];

CREATE MACRO bq_root_floor(n, r) AS r - CASE WHEN r * r > n THEN 1 ELSE 0 END;

CREATE MACRO bq_root(n) AS CASE
  WHEN n = 0 THEN n
  ELSE list_transform(
    [bq_root_floor(n, bq_root_near(n))],
    lambda r: r + CASE WHEN n - r * r > r THEN 1 ELSE 0 END
  )[1]
END;

CREATE MACRO bq_numeric_sqrt(x) AS CASE
  WHEN x < 0 THEN error('SQRT of a negative number')
  WHEN x >= 100000000000000000000 THEN bq_beyond('SQRT of a NUMERIC from 10^20')
  ELSE bq_of_units(list_transform([bq_units(x) * 1000000000], lambda n: bq_root(n))[1])
END;

-- A double and how far it may be from the truth: the ninth digit is certain, or nothing is said.
CREATE MACRO bq_certain(v, e) AS CASE
  WHEN bq_beyond_numeric(v) THEN error('NUMERIC out of range')
  WHEN round(v * 1e9 - e * 1e9) = round(v * 1e9 + e * 1e9) THEN bq_of_units(CAST(round(v * 1e9) AS HUGEINT))
  WHEN v IS NOT NULL THEN bq_beyond('a NUMERIC of more digits than are certain here')
END;

CREATE MACRO bq_positive(x, name) AS CASE
  WHEN x <= 0 THEN error(name || ' of a number that is not above 0')
  ELSE CAST(x AS DOUBLE)
END;

CREATE MACRO bq_certain_log(y) AS
  list_transform([y], lambda v: bq_certain(v, (abs(v) + 1) * '2.3e-16'::DOUBLE))[1];

CREATE MACRO bq_numeric_ln(x) AS bq_certain_log(ln(bq_positive(x, 'LN')));
CREATE MACRO bq_numeric_log10(x) AS bq_certain_log(log10(bq_positive(x, 'LOG10')));

CREATE MACRO bq_ln_ratio(a, b) AS
  list_transform([a / b], lambda v: bq_certain(v, (abs(v) * 3 + (1 + abs(v)) / abs(b)) * '2.3e-16'::DOUBLE))[1];

CREATE MACRO bq_numeric_log(x, b) AS CASE
  WHEN b = 1 THEN error('LOG to the base 1')
  ELSE bq_ln_ratio(ln(bq_positive(x, 'LOG')), ln(bq_positive(b, 'LOG')))
END;

CREATE MACRO bq_numeric_exp(x) AS CASE
  WHEN x > 67 THEN error('floating point error in EXP')
  ELSE list_transform(
    [exp(CAST(x AS DOUBLE))],
    lambda v: bq_certain(v, v * (abs(CAST(x AS DOUBLE)) + 2) * '2.3e-16'::DOUBLE)
  )[1]
END;

CREATE MACRO bq_numeric_cbrt(x) AS
  list_transform([bq_cbrt(CAST(x AS DOUBLE))], lambda v: bq_certain(v, abs(v) * '5e-16'::DOUBLE))[1];

-- A whole power is exact as long as its digits fit.
CREATE MACRO bq_places(x) AS length(rtrim(split_part(CAST(x AS VARCHAR), '.', 2), '0'));
CREATE MACRO bq_whole_digits(x, s) AS bq_units(x) // CAST(pow(10, 9 - s) AS HUGEINT);
CREATE MACRO bq_product(c, k) AS list_reduce(list_transform(range(k), lambda i: c), lambda a, b: a * b);

CREATE MACRO bq_power_of_ten(n) AS CAST('1' || repeat('0', n) AS HUGEINT);

CREATE MACRO bq_scaled_units(p, s) AS CASE
  WHEN s <= 9 THEN p * CAST(pow(10, 9 - s) AS HUGEINT)
  WHEN s > 45 THEN 0
  WHEN abs(p % bq_power_of_ten(s - 9)) * 2 = bq_power_of_ten(s - 9)
    THEN bq_beyond('a NUMERIC of more digits than are certain here')
  ELSE p // bq_power_of_ten(s - 9)
    + CASE WHEN abs(p % bq_power_of_ten(s - 9)) * 2 > bq_power_of_ten(s - 9) THEN sign(p) ELSE 0 END
END;

CREATE MACRO bq_whole_power(x, k, s) AS
  bq_of_units(bq_scaled_units(bq_product(bq_whole_digits(x, s), k), s * k));

CREATE MACRO bq_any_power(x, y) AS
  list_transform(
    [pow(CAST(x AS DOUBLE), CAST(y AS DOUBLE))],
    lambda v: bq_certain(
      v,
      abs(v) * (abs(CAST(y AS DOUBLE)) * (1 + abs(ln(abs(CAST(x AS DOUBLE))))) + 2) * '2.3e-16'::DOUBLE
    )
  )[1];

CREATE MACRO bq_power(x, y, s) AS CASE
  WHEN bq_beyond_numeric(pow(CAST(x AS DOUBLE), CAST(y AS DOUBLE))) THEN error('NUMERIC out of range')
  WHEN y = trunc(y)
      AND y BETWEEN 2 AND 128
      AND pow(
        abs(CAST(x AS DOUBLE)) * pow(10, s),
        CAST(y AS DOUBLE)
      ) * pow(10, greatest(0, 9 - s * CAST(y AS DOUBLE))) < '1e38'::DOUBLE
    THEN bq_whole_power(x, CAST(y AS BIGINT), s)
  ELSE bq_any_power(x, y)
END;

CREATE MACRO bq_numeric_pow(x, y) AS CASE
  WHEN x IS NULL OR y IS NULL THEN NULL
  WHEN y = 2 THEN bq_numeric_multiply(x, x)
  WHEN y = 0 THEN 1
  WHEN y = 1 THEN x
  WHEN x = 0 THEN CASE WHEN y < 0 THEN error('division by zero') ELSE 0 END
  WHEN y = -1 THEN bq_numeric_divide(1::DECIMAL(38,9), x)
  WHEN x < 0 AND y <> trunc(y) THEN error('a fractional power of a negative number')
  ELSE bq_power(x, y, bq_places(x))
END;
