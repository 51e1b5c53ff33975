-- Variances and correlations of NUMERIC.

-- n times a sum of deviations from the means, in billionths by billionths. Each value is h whole numbers and l billionths,
-- since the squares of whole values are too long. Carrying digits keeps doubles that are nearly equal from being subtracted.
CREATE MACRO bq_joined(a, b, c) AS CASE
  WHEN abs(a) < 10000000000000000000
    THEN CAST(a * CAST(1000000000000000000 AS HUGEINT) + b * 1000000000 + c AS DOUBLE)
  ELSE CAST(a AS DOUBLE) * 1e18 + CAST(b * 1000000000 + c AS DOUBLE)
END;

CREATE MACRO bq_carried(a, b, c) AS
  bq_joined(a + (b + c // 1000000000) // 1000000000, (b + c // 1000000000) % 1000000000, c % 1000000000);

CREATE MACRO bq_comoment(n, h, l, i, m, a, b, c) AS
  bq_carried(n * a - h * i, n * b - (h * m + i * l), n * c - l * m);

CREATE MACRO bq_correlation(x, y, xy) AS CASE WHEN x = 0 OR y = 0 THEN 'nan'::DOUBLE ELSE xy / sqrt(x * y) END;
