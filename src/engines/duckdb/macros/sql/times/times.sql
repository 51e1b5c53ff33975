-- TIME, DATETIME and TIMESTAMP.

-- GoogleSQL's calendar has the years 1 to 9999.
CREATE MACRO bq_timestamp(n) AS CASE
  WHEN n NOT BETWEEN -62135596800000000 AND 253402300799999999 THEN error('TIMESTAMP out of range')
  ELSE make_timestamptz(n)
END;

CREATE MACRO bq_timestamp_diff(a, b, n) AS (epoch_us(a) - epoch_us(b)) // n;

CREATE MACRO bq_generate_timestamp_array(a, b, n) AS
  list_transform(
    bq_series(epoch_us(a), epoch_us(b), n, 'the step of GENERATE_TIMESTAMP_ARRAY is 0'),
    lambda e: make_timestamptz(e)
  );

CREATE MACRO bq_datetime(x) AS CASE
  WHEN x < TIMESTAMP '0001-01-01' OR x > TIMESTAMP '9999-12-31 23:59:59.999999'
    THEN error('DATETIME out of range')
  ELSE x
END;

CREATE MACRO bq_datetime_of(n) AS CASE
  WHEN n NOT BETWEEN -62135596800000000 AND 253402300799999999 THEN error('DATETIME out of range')
  ELSE make_timestamp(n)
END;

CREATE MACRO bq_time(n) AS TIME '00:00:00' + to_microseconds(n);

-- A number of microseconds beyond a day, or below 0, is taken modulo a day.
CREATE MACRO bq_time_around(n) AS bq_time(n - bq_floor(n, 86400000000));

-- Second 60 is the first of the next minute.
CREATE MACRO bq_make_datetime(y, m, d, h, i, s) AS CASE
  WHEN y IS NULL OR m IS NULL OR d IS NULL OR h IS NULL OR i IS NULL OR s IS NULL THEN NULL
  WHEN y NOT BETWEEN 1 AND 9999
      OR h NOT BETWEEN 0 AND 23
      OR i NOT BETWEEN 0 AND 59
      OR s NOT BETWEEN 0 AND 60
    THEN error('DATETIME out of range')
  ELSE bq_datetime(make_timestamp(y, m, d, h, i, 0) + to_seconds(s))
END;

CREATE MACRO bq_make_time(h, m, s) AS CASE
  WHEN h IS NULL OR m IS NULL OR s IS NULL THEN NULL
  WHEN h NOT BETWEEN 0 AND 23 OR m NOT BETWEEN 0 AND 59 OR s NOT BETWEEN 0 AND 60
    THEN error('TIME out of range')
  ELSE bq_time_around(((h * 60 + m) * 60 + s) * 1000000)
END;

CREATE MACRO bq_truncated_instant(t, x, n) AS
  bq_timestamp(epoch_us(t) - (epoch_us(x) - bq_floor(epoch_us(x), n)));
