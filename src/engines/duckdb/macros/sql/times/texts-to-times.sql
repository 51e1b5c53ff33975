-- Times from texts that are known only when a row is read. Text that GoogleSQL does not read is NULL in bq_safe_…

CREATE MACRO bq_digits(s) AS CAST('0' || s AS BIGINT);

-- A leap second is the second after it.
CREATE MACRO bq_clock_micros(h, m, s, f) AS CASE
  WHEN bq_digits(h) <= 23 AND bq_digits(m) <= 59 AND bq_digits(s) <= 60 THEN (
    (bq_digits(h) * 60 + bq_digits(m)) * 60 + bq_digits(s)
  ) * 1000000
    + CASE WHEN bq_digits(s) = 60 THEN 0 ELSE bq_digits(rpad(f, 6, '0')) END
END;

CREATE MACRO bq_local_micros(p) AS
  epoch_us(TRY_CAST(p.year || '-' || lpad(p.month, 2, '0') || '-' || lpad(p.day, 2, '0') AS TIMESTAMP))
    + bq_clock_micros(p.hour, p.minute, p.second, p.fraction);

CREATE MACRO bq_in_calendar(n) AS CASE WHEN n BETWEEN -62135596800000000 AND 253402300799999999 THEN n END;

CREATE MACRO bq_safe_text_to_time(s) AS CASE
  WHEN regexp_full_match(s, '(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,6}))?') THEN bq_time(
    list_transform(
      [
        regexp_extract(
          s,
          '^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,6}))?$',
          ['hour', 'minute', 'second', 'fraction']
        )
      ],
      lambda p: bq_clock_micros(p.hour, p.minute, p.second, p.fraction)
    )[1] % 86400000000
  )
END;

-- The name of a place, or one of the IANA database's in one word.
CREATE MACRO bq_zone_pattern() AS
  '[A-Z][A-Za-z_]+(?:/[A-Z][A-Za-z0-9_+-]*)+'
  '|CET|CST6CDT|Cuba|EET|EST|EST5EDT|Egypt|Eire|GB|GB-Eire|GMT|GMT[+-]?0|Greenwich|HST|Hongkong|Iceland'
  '|Iran|Israel|Jamaica|Japan|Kwajalein|Libya|MET|MST|MST7MDT|NZ|NZ-CHAT|Navajo|PRC|PST8PDT|Poland'
  '|Portugal|ROC|ROK|Singapore|Turkey|UCT|Universal|W-SU|WET|Zulu';

-- The groups are year, month, day, hour, minute, second, fraction and zone.
CREATE MACRO bq_timestamp_pattern() AS
  '^(\d{4,5})-(\d{1,2})-(\d{1,2})'
  '(?:[ Tt](?:(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,6}))?)?'
  '((?: UTC)?[+-](?:(?:0\d|1[0-4])(?::?[0-5]?\d)?|\d(?::[0-5]?\d)?)|[Zz]| UTC'
  '| (?:' || bq_zone_pattern() || '))?)?$';

CREATE MACRO bq_timestamp_parts(s) AS
  regexp_extract(
    s,
    bq_timestamp_pattern(),
    ['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction', 'zone']
  );

-- A spelling that DuckDB reads as GoogleSQL does, and quicker than it is taken apart here.
CREATE MACRO bq_quick_pattern() AS
  '(?:000[1-9]|00[1-9]\d|0[1-9]\d\d|[1-9]\d{3})-\d\d-\d\d'
  '(?:[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?)?';

CREATE MACRO bq_safe_text_to_datetime(s) AS CASE
  WHEN regexp_full_match(s, bq_quick_pattern()) THEN TRY_CAST(s AS TIMESTAMP)
  WHEN regexp_full_match(
      s,
      '(\d{4})-(\d{1,2})-(\d{1,2})(?:[ Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,6}))?)?'
    )
    THEN make_timestamp(list_transform([bq_timestamp_parts(s)], lambda p: bq_in_calendar(bq_local_micros(p)))[1])
END;

-- An instant keeps the fraction of a leap second.
CREATE MACRO bq_leap_micros(s, f) AS CASE WHEN s = '60' THEN bq_digits(rpad(f, 6, '0')) ELSE 0 END;
CREATE MACRO bq_instant_micros(p) AS bq_local_micros(p) + bq_leap_micros(p.second, p.fraction);

-- As a clock somewhere shows it, the text of a TIMESTAMP that names no zone.
CREATE MACRO bq_text_to_local(s) AS
  bq_text_to_datetime(s) + to_microseconds(bq_leap_micros('60', regexp_extract(s, ':60\.(\d{1,6})', 1)));

CREATE MACRO bq_at_offset(p, z) AS CASE
  WHEN bq_zone_minutes(z) <= 840 THEN make_timestamptz(bq_in_calendar(bq_instant_micros(p) - bq_zone_micros(z)))
END;

CREATE MACRO bq_at_zone(p) AS CASE
  WHEN p.hour = '' AND NOT regexp_full_match(p.zone, '([+-].*)?') THEN NULL
  WHEN regexp_full_match(p.zone, ' (' || bq_zone_pattern() || ')')
    THEN bq_safe_zoned(make_timestamp(bq_instant_micros(p)), ltrim(p.zone))
  ELSE bq_at_offset(p, p.zone)
END;

CREATE MACRO bq_safe_text_to_timestamp(s) AS CASE
  WHEN regexp_full_match(s, bq_quick_pattern() || '(?:Z|\+00(?::00)?)?')
    THEN TRY_CAST(s AS TIMESTAMP WITH TIME ZONE)
  WHEN regexp_full_match(s, bq_timestamp_pattern())
    THEN list_transform([bq_timestamp_parts(s)], lambda p: bq_at_zone(p))[1]
END;
