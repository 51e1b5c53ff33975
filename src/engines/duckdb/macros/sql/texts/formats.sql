-- FORMAT.

-- A double from 2^53 on is a whole number, of which printf does not have all digits.
CREATE MACRO bq_format_fixed(p, zeros, x) AS CASE
  WHEN isfinite(x) AND abs(x) >= 9007199254740992 THEN CAST(CAST(x AS BIGNUM) AS VARCHAR) || zeros
  ELSE bq_format_float(p, x)
END;

CREATE MACRO bq_format_float(p, x) AS CASE
  WHEN isfinite(x) THEN printf(p, CASE WHEN x = 0 THEN 0::DOUBLE ELSE x END)
  WHEN x IS NOT NULL THEN error('FORMAT of a FLOAT64 that is not finite')
END;

CREATE MACRO bq_format_digits(f, n) AS
  CASE WHEN n < 0 THEN '-' ELSE '' END || printf(f, abs(CAST(n AS HUGEINT)));

CREATE MACRO bq_format_float_text(x) AS CASE
  WHEN NOT isfinite(x) THEN error('FORMAT of a FLOAT64 that is not finite')
  WHEN x = 0 AND signbit(x) THEN error('FORMAT of the FLOAT64 -0')
  ELSE regexp_replace(bq_float_text(x), '^(-?[0-9]+)$', '\1.0')
END;

-- Which escapes there would be is not known here.
CREATE MACRO bq_format_literal(s) AS CASE
  WHEN regexp_matches(
      s,
      '[\x00-\x1f"\\\x7f-\x{a0}\x{ad}\x{2000}-\x{200f}\x{2028}-\x{202f}\x{fff0}-\x{ffff}]'
    )
    THEN error('FORMAT with %T of a text with characters that are escaped')
  ELSE '"' || s || '"'
END;
