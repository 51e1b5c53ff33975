-- Percentiles as GoogleSQL finds them, and the quantiles and most frequent values of the APPROX_ functions.
-- `l` is the list of the values in their order, `n` their number. A place is m / 2^b exactly, as HUGEINTs, or so
-- many billionths.

-- A place that is known when the query runs: 60 bits of it, of which a double has 53.
CREATE MACRO bq_place(p, name) AS CASE
  WHEN p = 0 OR (p >= '8.673617379884035e-19'::DOUBLE AND p <= 1) THEN p
  ELSE error('the place of ' || name || ' is 0, or from 2^-60 to 1')
END;

CREATE MACRO bq_place_bits(p) AS CASE WHEN p > 0 THEN CAST(60 - floor(log2(p)) AS HUGEINT) ELSE 60::HUGEINT END;
CREATE MACRO bq_place_digits(p) AS CAST(p * pow(2, bq_place_bits(p)) AS HUGEINT);

-- The double next to a whole number: 60 bits of it, and whether there is more.
CREATE MACRO bq_wide_double(v, s) AS CASE
  WHEN s <= 0 THEN CAST(v AS DOUBLE)
  ELSE CAST((v >> s) | CASE WHEN v = (v >> s) << s THEN 0::HUGEINT ELSE 1::HUGEINT END AS DOUBLE) * pow(2, s)
END;

-- The smaller weight comes from the integer, the other is what is left of 1.
CREATE MACRO bq_weighed(a, b, r, h) AS
  list_transform(
    [bq_wide_double(least(r, h + h - r), CAST(length(bin(r)) - 60 AS HUGEINT)) / CAST(h + h AS DOUBLE)],
    lambda w: CASE WHEN r > h THEN a * w + b * (1 - w) ELSE a * (1 - w) + b * w END
  )[1];

-- Between NULL and a value it is the value.
CREATE MACRO bq_between(a, b, r, h) AS
  list_transform(
    [struct_pack(a := a, b := b, r := r)],
    lambda e: CASE WHEN e.r = 0 THEN e.a WHEN e.a IS NULL THEN e.b ELSE bq_weighed(e.a, e.b, e.r, h) END
  )[1];

CREATE MACRO bq_float_percentile(l, n, m, b) AS CASE
  WHEN n > 0 THEN bq_between(
    l[CAST((m * (n - 1)) >> b AS BIGINT) + 1],
    l[CAST((m * (n - 1)) >> b AS BIGINT) + 2],
    m * (n - 1) - (((m * (n - 1)) >> b) << b),
    1::HUGEINT << (b - 1)
  )
END;

CREATE MACRO bq_float_element(l, n, m, b) AS CASE
  WHEN n > 0 THEN l[greatest(CAST((m * n + (1::HUGEINT << b) - 1) >> b AS BIGINT), 1)]
END;

-- A FLOAT64 below 2^-60 never leads away from the first value.
CREATE MACRO bq_first_percentile(l, n, p) AS CASE
  WHEN n > 1 THEN CASE WHEN l[1] IS NULL THEN l[2] ELSE l[1] * (1 - p * (n - 1)) + l[2] * (p * (n - 1)) END
  ELSE l[1]
END;

-- The whole of weighted billionths, and its rest that is to be rounded half away from zero.
CREATE MACRO bq_weighted_whole(u, v, w) AS
  u // 1000000000 * (1000000000 - w)
    + v // 1000000000 * w
    + (u % 1000000000 * (1000000000 - w) + v % 1000000000 * w) // 1000000000;

CREATE MACRO bq_weighted_rest(u, v, w) AS (u % 1000000000 * (1000000000 - w) + v % 1000000000 * w) % 1000000000;

CREATE MACRO bq_rounded_up(q, r) AS
  q
    + CASE
      WHEN r > 500000000 OR (r = 500000000 AND q >= 0) THEN 1
      WHEN r < -500000000 OR (r = -500000000 AND q <= 0) THEN -1
      ELSE 0
    END;

CREATE MACRO bq_numeric_between(a, b, w) AS
  list_transform(
    [struct_pack(a := a, b := b, w := w)],
    lambda e: bq_of_units(CASE
      WHEN e.w = 0 THEN e.a
      WHEN e.a IS NULL THEN e.b
      ELSE bq_rounded_up(bq_weighted_whole(e.a, e.b, e.w), bq_weighted_rest(e.a, e.b, e.w))
    END)
  )[1];

CREATE MACRO bq_numeric_percentile(l, n, p) AS CASE
  WHEN n > 0 THEN bq_numeric_between(
    bq_units(l[CAST(p * (n - 1) // 1000000000 AS BIGINT) + 1]),
    bq_units(l[CAST(p * (n - 1) // 1000000000 AS BIGINT) + 2]),
    p * (n - 1) % 1000000000
  )
END;

CREATE MACRO bq_numeric_element(l, n, p) AS CASE
  WHEN n > 0 THEN l[greatest(CAST((p * n + 999999999) // 1000000000 AS BIGINT), 1)]
END;

CREATE MACRO bq_weight(w) AS CASE
  WHEN w < 0 OR isnan(CAST(w AS DOUBLE)) THEN error('APPROX_TOP_SUM with a weight that is negative or NaN')
  ELSE w
END;

CREATE MACRO bq_quantile(l, k, n) AS CASE WHEN len(l) > 0 THEN l[greatest((len(l) * k + n - 1) // n, 1)] END;

CREATE MACRO bq_all_quantiles(l, n) AS CASE
  WHEN len(l) > 0 THEN list_transform(range(0, n + 1), lambda k: bq_quantile(l, k, n))
END;

CREATE MACRO bq_quantiles_float(x, q) AS CASE
  WHEN bool_or(isnan(x)) THEN error('APPROX_QUANTILES over NaN')
  ELSE quantile_disc(x, q)
END;

CREATE MACRO bq_top_count(l, n) AS CASE
  WHEN len(l) > 0 THEN list_transform(list_reverse_sort(l)[1:n], lambda e: {'value': e.value, 'count': e.count})
END;
