-- Numbers and BOOL from text and to text. Text that GoogleSQL does not read is NULL in bq_safe_…

-- Result of reading a text: NULL stays NULL, unreadable text is an error.
CREATE MACRO bq_read(s, v) AS CASE WHEN s IS NOT NULL THEN v END;
CREATE MACRO bq_text_to_int(s) AS bq_read(s, coalesce(bq_safe_text_to_int(s), error('bad INT64 value')));
CREATE MACRO bq_text_to_numeric(s) AS bq_read(s, coalesce(bq_safe_text_to_numeric(s), error('bad NUMERIC value')));
CREATE MACRO bq_text_to_float(s) AS bq_read(s, coalesce(bq_safe_text_to_float(s), error('bad FLOAT64 value')));
CREATE MACRO bq_text_to_bool(s) AS bq_read(s, coalesce(bq_safe_text_to_bool(s), error('bad BOOL value')));
CREATE MACRO bq_text_to_date(s) AS bq_read(s, coalesce(bq_safe_text_to_date(s), error('bad DATE value')));
CREATE MACRO bq_text_to_time(s) AS bq_read(s, coalesce(bq_safe_text_to_time(s), error('bad TIME value')));
CREATE MACRO bq_text_to_datetime(s) AS bq_read(s, coalesce(bq_safe_text_to_datetime(s), error('bad DATETIME value')));
CREATE MACRO bq_text_to_timestamp(s) AS bq_read(s, coalesce(bq_safe_text_to_timestamp(s), error('bad TIMESTAMP value')));

-- Half away from zero, as GoogleSQL casts; DuckDB rounds half to even.
CREATE MACRO bq_float_to_int(x) AS CAST(round(x) AS BIGINT);

CREATE MACRO bq_hex_to_int(s) AS
  bq_safe_int(
    CAST(
      TRY_CAST(regexp_replace(s, '^\s*[+-]?0[xX]0*(.*?)\s*$', '0x0\1') AS UBIGINT) AS HUGEINT
    ) * CASE WHEN contains(s, '-') THEN -1 ELSE 1 END
  );

CREATE MACRO bq_safe_text_to_int(s) AS CASE
  WHEN regexp_full_match(s, '\s*[+-]?[0-9]+\s*') THEN TRY_CAST(trim(s) AS BIGINT)
  WHEN regexp_full_match(s, '\s*[+-]?0[xX][0-9a-fA-F]+\s*') THEN bq_hex_to_int(s)
END;

-- Exactly what the double is, half away from zero at the ninth digit.
CREATE MACRO bq_float_to_numeric(x) AS CASE
  WHEN NOT isfinite(x) OR abs(x) >= 1e29 THEN error('FLOAT64 out of the range of NUMERIC')
  ELSE CAST(CAST(trunc(x) AS HUGEINT) AS DECIMAL(38,9))
    + CAST(
      CAST(bq_signed(bq_scaled(abs(x) - trunc(abs(x)), 1000000000::DOUBLE), x) AS BIGINT) AS DECIMAL(18,0)
    ) * 0.000000001
END;

CREATE MACRO bq_safe_float_to_numeric(x) AS CASE WHEN abs(x) < 1e29 THEN bq_float_to_numeric(x) END;

-- Digits whose point stands so many places after their beginning.
CREATE MACRO bq_pointed(n, p) AS CASE
  WHEN p <= 0 THEN '0.' || repeat('0', -p) || n
  WHEN p >= length(n) THEN n || repeat('0', p - length(n))
  ELSE left(n, p) || '.' || substr(n, p + 1)
END;

CREATE MACRO bq_exponent(e) AS
  greatest(
    -1000000000,
    least(
      1000000000,
      coalesce(TRY_CAST(e AS BIGINT), CASE WHEN starts_with(e, '-') THEN -1000000000 ELSE 1000000000 END)
    )
  );

-- NUMERIC has 29 digits before the point; what begins behind the tenth one after it is nothing.
CREATE MACRO bq_placed(n, p) AS CASE WHEN n = '' OR p < -9 THEN '0' WHEN p <= 29 THEN bq_pointed(n, p) END;

CREATE MACRO bq_plain_digits(s) AS
  list_transform(
    [
      regexp_extract(
        s,
        '^\s*([+-]?)([0-9]*)\.?([0-9]*)[eE]([+-]?[0-9]+)\s*$',
        ['sign', 'whole', 'fraction', 'exponent']
      )
    ],
    lambda p: p.sign
      || bq_placed(
        ltrim(p.whole || p.fraction, '0'),
        length(ltrim(p.whole || p.fraction, '0')) - length(p.fraction) + bq_exponent(p.exponent)
      )
  )[1];

CREATE MACRO bq_safe_text_to_numeric(s) AS CASE
  WHEN regexp_full_match(s, '\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)\s*')
    THEN bq_safe_numeric(TRY_CAST(trim(s) AS DECIMAL(38,9)))
  WHEN regexp_full_match(s, '\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)[eE][+-]?[0-9]+\s*')
    THEN bq_safe_numeric(TRY_CAST(bq_plain_digits(s) AS DECIMAL(38,9)))
END;

CREATE MACRO bq_numeric_string(x) AS CASE
  WHEN x = trunc(x) THEN CAST(CAST(trunc(x) AS DECIMAL(38,0)) AS VARCHAR)
  ELSE rtrim(CAST(x AS VARCHAR), '0')
END;

-- Digits may be set apart by commas, and the sign may stand behind the number.
CREATE MACRO bq_parse_numeric(s) AS
  bq_text_to_numeric(CASE
    WHEN regexp_full_match(s, '[\s\x0b]*[+-]?[\s\x0b]*(?:,*[0-9][0-9,]*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[\s\x0b]*')
      THEN regexp_replace(s, '[\s\x0b,]', '', 'g')
    WHEN regexp_full_match(s, '[\s\x0b]*(?:,*[0-9][0-9,]*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[\s\x0b]*[+-][\s\x0b]*')
      THEN regexp_replace(regexp_replace(s, '[\s\x0b,]', '', 'g'), '(.*)([+-])', '\2\1')
    WHEN s IS NOT NULL THEN error('bad NUMERIC value')
  END);

CREATE MACRO bq_finite_text(x) AS CASE WHEN isfinite(x) THEN x END;

CREATE MACRO bq_safe_text_to_float(s) AS CASE
  WHEN regexp_full_match(s, '\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*')
    THEN bq_finite_text(TRY_CAST(trim(s) AS DOUBLE))
  WHEN regexp_full_match(s, '(?i)\s*[+-]?(inf|infinity|nan)\s*') THEN CASE
    WHEN contains(lower(s), 'n') AND contains(lower(s), 'a') THEN 'nan'::DOUBLE
    WHEN contains(s, '-') THEN '-inf'::DOUBLE
    ELSE 'inf'::DOUBLE
  END
END;

-- Neither NaN nor 0 has a sign.
CREATE MACRO bq_float_string(x) AS CASE
  WHEN isnan(x) THEN 'nan'
  WHEN isinf(x) THEN CASE WHEN x > 0 THEN 'inf' ELSE '-inf' END
  WHEN x = 0 THEN '0'
  ELSE bq_float_digits(x)
END;

CREATE MACRO bq_safe_text_to_bool(s) AS CASE lower(s) WHEN 'true' THEN true WHEN 'false' THEN false END;
