-- Times as texts.

-- The fraction has no digits, three or six.
CREATE MACRO bq_datetime_text(x) AS
  CAST(
    strftime(x, '%Y-%m-%d %H:%M:%S')
      || CASE
        WHEN epoch_us(x) % 1000000 = 0 THEN ''
        WHEN epoch_us(x) % 1000 = 0 THEN strftime(x, '.%g')
        ELSE strftime(x, '.%f')
      END AS VARCHAR
  );

CREATE MACRO bq_time_text(x) AS substr(bq_datetime_text(make_timestamp(epoch_us(x))), 12);

-- The fraction without zeros at its end.
CREATE MACRO bq_seconds_text(x) AS rtrim(rtrim(strftime(x, '%S.%f'), '0'), '.');

-- The clock whose offset lacks the seconds.
CREATE MACRO bq_whole_minutes(x, t) AS make_timestamp(epoch_us(x) - (epoch_us(x) - epoch_us(t)) % 60000000);

CREATE MACRO bq_offset_text(n, d) AS
  CASE WHEN n < 0 THEN '-' ELSE '+' END
    || lpad(CAST(abs(n) // 3600 AS VARCHAR), 2, '0')
    || d
    || lpad(CAST(abs(n) // 60 % 60 AS VARCHAR), 2, '0');

CREATE MACRO bq_short_offset_text(n) AS CASE
  WHEN n % 3600 = 0 THEN bq_offset_text(n, '')[:3]
  ELSE bq_offset_text(n, ':')
END;

CREATE MACRO bq_zone_text(n) AS
  'UTC'
    || CASE
      WHEN n = 0 THEN ''
      WHEN n % 3600 = 0 THEN CASE WHEN n < 0 THEN '-' ELSE '+' END || CAST(abs(n) // 3600 AS VARCHAR)
      ELSE bq_offset_text(n, '')
    END;
