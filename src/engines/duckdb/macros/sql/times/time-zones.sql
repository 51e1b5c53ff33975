-- Times by the clocks of a time zone. Which zone may be known only when a row is read.

-- The instant, by the offset that the zone had a day before.
CREATE MACRO bq_earlier_instant(x, z) AS
  make_timestamptz(
    epoch_us(x)
      - (
        epoch_us(timezone(z, timezone(z, x) - to_microseconds(86400000000)))
          - epoch_us(timezone(z, x))
          + 86400000000
      )
  );

-- An hour that the clock shows twice is the first of the two; ICU takes the second.
CREATE MACRO bq_zoned(x, z) AS CASE
  WHEN timezone(z, bq_earlier_instant(x, z)) = x THEN bq_earlier_instant(x, z)
  ELSE timezone(z, x)
END;

CREATE MACRO bq_zoned_instant(x, z) AS bq_timestamp(epoch_us(bq_zoned(x, z)));

CREATE MACRO bq_zone_minutes(z) AS
  bq_digits(regexp_extract(z, '[+-](\d{1,2})', 1)) * 60
    + bq_digits(regexp_extract(z, '[+-]\d{1,2}:?(\d{0,2})$', 1));

CREATE MACRO bq_zone_micros(z) AS bq_zone_minutes(z) * CASE WHEN contains(z, '-') THEN -60000000 ELSE 60000000 END;

-- Offsets in microseconds; NULL for a name.
CREATE MACRO bq_zone_offset(z) AS CASE
  WHEN z IN ('UTC', 'GMT', 'UCT', 'Universal', 'Zulu', 'Greenwich') THEN 0::BIGINT
  WHEN regexp_full_match(z, '(?:UTC)?[+-]\d{1,2}(?::?\d{1,2})?') THEN CASE
    WHEN regexp_full_match(z, '(?:UTC)?[+-](?:(?:0\d|1[0-4])(?::?[0-5]?\d)?|\d(?::[0-5]?\d)?)')
        AND bq_zone_minutes(z) <= 840
      THEN bq_zone_micros(z)
    ELSE error('a time zone is at most 14:00 hours away from UTC')
  END
END;

CREATE MACRO bq_zone_name(z) AS CASE
  WHEN regexp_full_match(z, '[A-Z][A-Za-z_]+(?:/[A-Z][A-Za-z0-9_+-]*)+') THEN z
  ELSE error('a time zone is UTC, +hh:mm or a name such as Europe/Berlin')
END;

CREATE MACRO bq_local_time(t, z) AS CASE
  WHEN bq_zone_offset(z) IS NOT NULL THEN bq_datetime_of(epoch_us(t) + bq_zone_offset(z))
  WHEN z IS NOT NULL THEN bq_datetime(timezone(bq_zone_name(z), t))
END;

CREATE MACRO bq_instant(x, z) AS CASE
  WHEN bq_zone_offset(z) IS NOT NULL THEN bq_timestamp(epoch_us(x) - bq_zone_offset(z))
  WHEN z IS NOT NULL THEN bq_zoned_instant(x, bq_zone_name(z))
END;

-- DuckDB tells in no other way whether it knows a zone.
CREATE MACRO bq_known_zone(z) AS CASE
  WHEN TRY_CAST('2000-01-01 00:00:00 ' || z AS TIMESTAMP WITH TIME ZONE) IS NOT NULL THEN z
END;

CREATE MACRO bq_safe_zoned(x, z) AS make_timestamptz(bq_in_calendar(epoch_us(bq_zoned(x, bq_known_zone(z)))));
