-- DATE: its range, its parts, its texts, and arrays of days and months.

CREATE MACRO bq_date(d) AS CASE
  WHEN d < DATE '0001-01-01' OR d > DATE '9999-12-31' THEN error('DATE out of range')
  ELSE d
END;

CREATE MACRO bq_make_date(y, m, d) AS CASE
  WHEN m IS NULL OR d IS NULL THEN NULL
  WHEN y NOT BETWEEN 1 AND 9999 THEN error('DATE out of range')
  ELSE make_date(y, m, d)
END;

CREATE MACRO bq_safe_text_to_date(s) AS CASE
  WHEN regexp_full_match(s, '\d{4}-\d{1,2}-\d{1,2}') AND NOT starts_with(s, '0000') THEN TRY_CAST(s AS DATE)
END;

-- Week 0 ends before the first day of the year that a week begins with.
CREATE MACRO bq_week(x, n) AS (date_part('doy', x) + 6 - (date_part('dow', x) + 7 - n) % 7) // 7;

CREATE MACRO bq_generate_date_array(a, b, n) AS
  list_transform(
    bq_series(
      CAST(a - DATE '1970-01-01' AS BIGINT),
      CAST(b - DATE '1970-01-01' AS BIGINT),
      n,
      'the step of GENERATE_DATE_ARRAY is 0'
    ),
    lambda e: DATE '1970-01-01' + CAST(e AS INTEGER)
  );

CREATE MACRO bq_month_number(d) AS date_part('year', d) * 12 + date_part('month', d);

-- Each date is a month after the one before, so that the 31st becomes the 30th or 28th and then stays that.
CREATE MACRO bq_month_day(p, d, i) AS
  least(d, CASE WHEN i >= p[1] THEN 28 WHEN i >= p[2] THEN 29 WHEN i >= p[3] THEN 30 ELSE 31 END);

CREATE MACRO bq_from_day(m, d) AS
  list_transform(
    [list_transform(m, lambda e: date_part('day', last_day(e)))],
    lambda days: list_transform(
      [[list_position(days, 28), list_position(days, 29), list_position(days, 30)]],
      lambda p: list_transform(m, lambda e, i: e + CAST(bq_month_day(p, d, i) - 1 AS INTEGER))
    )[1]
  )[1];

CREATE MACRO bq_month_starts(a, b, n) AS
  list_transform(
    generate_series(0::BIGINT, bq_month_number(b) - bq_month_number(a), n),
    lambda e: CAST(date_trunc('month', a) + to_months(CAST(e AS INTEGER)) AS DATE)
  );

CREATE MACRO bq_generate_month_array(a, b, n) AS CASE
  WHEN n = 0 THEN error('the step of GENERATE_DATE_ARRAY is 0')
  ELSE bq_up_to(bq_from_day(bq_month_starts(a, b, n), date_part('day', a)), b, n)
END;
