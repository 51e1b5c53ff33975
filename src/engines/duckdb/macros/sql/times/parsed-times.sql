-- Times from texts by a format: the PARSE_ functions and CAST with FORMAT.

CREATE MACRO bq_parsed(s, p) AS CASE
  WHEN regexp_matches(s, p) THEN s
  WHEN s IS NOT NULL THEN error('text that is not written exactly as the format says')
END;

CREATE MACRO bq_second_of_day_text(x) AS lpad(CAST(epoch_us(CAST(x AS TIME)) // 1000000 AS VARCHAR), 5, '0');

-- The formats of CAST know no leap seconds.
CREATE MACRO bq_cast_clock(h, m, s) AS CASE
  WHEN h <= 23 AND m <= 59 AND s <= 59 THEN ((h * 60 + m) * 60 + s) * 1000000
  ELSE error('a time out of range')
END;

CREATE MACRO bq_second_of_day(s) AS CASE WHEN s < 86400 THEN s * 1000000 ELSE error('a time out of range') END;

CREATE MACRO bq_cast_offset(h, m) AS CASE
  WHEN m <= 59 AND bq_digits(h[2:]) * 60 + m <= 840
    THEN (bq_digits(h[2:]) * 60 + m) * CASE WHEN h[1] = '-' THEN -60000000 ELSE 60000000 END
  ELSE error('a time zone is at most 14:00 hours away from UTC')
END;

-- The century in which the year is at most fifty years away.
CREATE MACRO bq_near_year(y, now) AS
  y
    + (
      now // 100
        + CASE WHEN y < 50 AND now % 100 >= 50 THEN 1 WHEN y >= 50 AND now % 100 < 50 THEN -1 ELSE 0 END
    ) * 100;

CREATE MACRO bq_short_year(y) AS y + CASE WHEN y < 69 THEN 2000 ELSE 1900 END;

CREATE MACRO bq_twelve(h) AS CASE
  WHEN h BETWEEN 1 AND 12 THEN h % 12
  ELSE error('an hour of twelve is from 1 to 12')
END;

CREATE MACRO bq_parsed_clock(h, m, s) AS CASE
  WHEN h <= 23 AND m <= 59 THEN coalesce(
    bq_clock_micros('0', '0', regexp_extract(s, '^\d+'), left(regexp_extract(s, '\.(\d+)', 1), 6)),
    error('a time out of range')
  )
    + (h * 60 + m) * 60000000
  ELSE error('a time out of range')
END;

CREATE MACRO bq_day(y, m, d) AS
  coalesce(
    TRY_CAST(printf('%04d-%02d-%02d', CAST(y AS BIGINT), CAST(m AS BIGINT), CAST(d AS BIGINT)) AS DATE),
    error('a date out of range')
  );

-- A time of the year 10000 is an instant of 9999 in some zones; without a zone it is out of range.
CREATE MACRO bq_calendar_day(n) AS bq_read(n, coalesce(bq_in_calendar(n), error('a date out of range')));

CREATE MACRO bq_day_of_year(y, d) AS CASE
  WHEN d BETWEEN 1 AND 365 OR (d = 366 AND date_part('doy', bq_day(y, 12, 31)) = 366)
    THEN bq_day(y, 1, 1) + CAST(d - 1 AS INTEGER)
  ELSE error('a day of the year out of range')
END;

-- The weeks of a year begin with its first Sunday, or Monday; the days before that are its week 0.
CREATE MACRO bq_week_start(j, w, s) AS j + CAST((s - date_part('dow', j) + 7) % 7 + 7 * (w - 1) AS INTEGER);

CREATE MACRO bq_week_checked(j, d, w) AS CASE
  WHEN w > 53 OR (w = 0 AND d = j - 7) OR (w = 53 AND date_part('year', d) > date_part('year', j))
    THEN error('a week of the year out of range')
  ELSE d
END;

CREATE MACRO bq_day_of_week(y, w, s, isOfYear) AS
  list_transform(
    [bq_day(y, 1, 1)],
    lambda j: list_transform(
      [bq_week_checked(j, bq_week_start(j, w, s), w)],
      lambda d: CASE
        WHEN isOfYear THEN make_date(date_part('year', j), date_part('month', d), date_part('day', d))
        ELSE d
      END
    )[1]
  )[1];
