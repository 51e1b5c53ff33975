-- TIMESTAMP_BUCKET and its like.

-- An INTERVAL is at most 10000 years long.
CREATE MACRO bq_bucket_width(n, most) AS CASE
  WHEN n <= 0 OR n > most THEN error('the width of a bucket is more than 0 and at most 10000 years')
  ELSE n
END;

CREATE MACRO bq_bucket(x, o, n) AS o + bq_floor(x - o, bq_bucket_width(n, 316224000000000000));

-- The last days of two months count as the same day.
CREATE MACRO bq_month_micros(x, o) AS
  CASE
    WHEN last_day(x) = CAST(x AS DATE) AND last_day(o) = CAST(o AS DATE) THEN date_part('day', o)
    ELSE date_part('day', x)
  END * 86400000000
    + bq_floor_part(epoch_us(x), 1, 86400000000);

CREATE MACRO bq_bucket_months(x, o, d, n) AS
  d
    - d % n
    - CASE WHEN d % n < 0 OR (d % n = 0 AND bq_month_micros(x, o) < bq_month_micros(o, o)) THEN n ELSE 0 END;

CREATE MACRO bq_month_bucket(x, o, n) AS
  o
    + to_months(
      CAST(
        bq_bucket_months(x, o, bq_month_number(x) - bq_month_number(o), bq_bucket_width(n, 120000)) AS INTEGER
      )
    );
