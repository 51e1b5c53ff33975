-- JSON to the types of SQL, strictly and laxly, and numbers to JSON.

CREATE MACRO bq_json_bool(j) AS CASE
  WHEN json_type(j) = 'BOOLEAN' THEN (j ->> '$') = 'true'
  WHEN j IS NOT NULL THEN error('BOOL of JSON that is not a boolean')
END;

CREATE MACRO bq_json_string(j) AS CASE
  WHEN json_type(j) = 'VARCHAR' THEN j ->> '$'
  WHEN j IS NOT NULL THEN error('STRING of JSON that is not a string')
END;

CREATE MACRO bq_json_is_whole(j) AS json_type(j) IN ('UBIGINT', 'BIGINT');

CREATE MACRO bq_json_float64(j) AS CASE
  WHEN bq_json_type(j) = 'number' THEN CAST(j ->> '$' AS DOUBLE)
  WHEN j IS NOT NULL THEN error('FLOAT64 of JSON that is not a number')
END;

CREATE MACRO bq_json_float64_exact(j) AS CASE
  WHEN bq_json_is_whole(j)
      AND CAST(j ->> '$' AS HUGEINT) NOT BETWEEN -9007199254740992 AND 9007199254740992
    THEN error('JSON number beyond 2^53 as FLOAT64; write wide_number_mode=>''round''')
  ELSE bq_json_float64(j)
END;

CREATE MACRO bq_whole_double(x) AS CASE
  WHEN x = trunc(x) AND x >= -9223372036854775808.0 AND x < 9223372036854775808.0 THEN CAST(x AS BIGINT)
END;

CREATE MACRO bq_json_int64(j) AS CASE
  WHEN j IS NULL THEN NULL
  WHEN bq_json_is_whole(j) THEN coalesce(TRY_CAST(j ->> '$' AS BIGINT), error('JSON number beyond INT64'))
  WHEN json_type(j) = 'DOUBLE' THEN coalesce(
    bq_whole_double(CAST(j ->> '$' AS DOUBLE)),
    error('INT64 of a JSON number that is not a whole number of its range')
  )
  ELSE error('INT64 of JSON that is not a number')
END;

CREATE MACRO bq_lax_bool(j) AS CASE bq_json_type(j)
  WHEN 'boolean' THEN (j ->> '$') = 'true'
  WHEN 'string' THEN bq_safe_text_to_bool(j ->> '$')
  WHEN 'number' THEN CAST(j ->> '$' AS DOUBLE) <> 0
END;

-- Whether BigQuery may read a number there, though it be in a form that is not read here.
CREATE MACRO bq_is_number_text(s) AS
  regexp_full_match(s, '\s*[-+]?\s*(([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?|0[xX].*)\s*');

CREATE MACRO bq_lax_text_to_int(s) AS CASE
  WHEN regexp_full_match(s, '[-+]?[0-9]{1,18}') THEN CAST(s AS BIGINT)
  WHEN regexp_full_match(s, '[-+]?([0-9]{1,19}\.?[0-9]{0,9}|\.[0-9]{1,9})([eE](\+?[0-9]{1,2}|-[0-9]))?')
    THEN TRY_CAST(round(TRY_CAST(s AS DECIMAL(38,18))) AS BIGINT)
  WHEN bq_is_number_text(s) THEN error('LAX_INT64 of a string with a number in another form than 12, 1.5 or 1e10')
END;

CREATE MACRO bq_lax_int64(j) AS CASE json_type(j)
  WHEN 'BOOLEAN' THEN CASE j ->> '$' WHEN 'true' THEN 1::BIGINT ELSE 0::BIGINT END
  WHEN 'VARCHAR' THEN bq_lax_text_to_int(j ->> '$')
  WHEN 'UBIGINT' THEN TRY_CAST(j ->> '$' AS BIGINT)
  WHEN 'BIGINT' THEN TRY_CAST(j ->> '$' AS BIGINT)
  -- Half away from zero; beyond INT64 there is no value.
  WHEN 'DOUBLE' THEN bq_whole_double(round(CAST(j ->> '$' AS DOUBLE)))
END;

CREATE MACRO bq_lax_text_to_float(s) AS CASE
  WHEN regexp_full_match(s, '[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,2})?') THEN CAST(s AS DOUBLE)
  WHEN lower(s) IN ('nan', 'inf', 'infinity', '+inf', '-inf', '+infinity', '-infinity') THEN CAST(s AS DOUBLE)
  WHEN bq_is_number_text(s) OR regexp_full_match(s, '\s*[-+]?\s*(?i:nan|inf).*')
    THEN error('LAX_FLOAT64 of a string with a number in another form than 12, 1.5 or 1e10')
END;

CREATE MACRO bq_lax_float64(j) AS CASE bq_json_type(j)
  WHEN 'string' THEN bq_lax_text_to_float(j ->> '$')
  WHEN 'number' THEN CAST(j ->> '$' AS DOUBLE)
END;

CREATE MACRO bq_lax_string(j) AS CASE json_type(j)
  WHEN 'OBJECT' THEN NULL
  WHEN 'ARRAY' THEN NULL
  WHEN 'NULL' THEN NULL
  WHEN 'DOUBLE' THEN bq_float_text(CAST(j ->> '$' AS DOUBLE))
  ELSE j ->> '$'
END;

-- Fifteen digits where they read back as the same number, else seventeen.
CREATE MACRO bq_float_digits(x) AS CASE
  WHEN CAST(printf('%.15g', x) AS DOUBLE) = x THEN printf('%.15g', x)
  ELSE printf('%.17g', x)
END;

CREATE MACRO bq_float_text(x) AS CASE
  WHEN x = 0 AND CAST(x AS VARCHAR) = '-0.0' THEN error('-0.0 as text')
  WHEN isfinite(x) THEN bq_float_digits(x)
  WHEN isnan(x) THEN 'NaN'
  WHEN x > 0 THEN 'Infinity'
  WHEN x < 0 THEN '-Infinity'
END;

CREATE MACRO bq_json_float_text(x) AS CASE
  WHEN isfinite(x) THEN bq_float_text(x)
  WHEN x IS NOT NULL THEN '"' || bq_float_text(x) || '"'
END;

CREATE MACRO bq_json_float(x) AS CASE
  WHEN x = 0 AND CAST(x AS VARCHAR) = '-0.0' THEN error('-0.0 as JSON')
  WHEN isfinite(x) THEN bq_json_double(x)
  WHEN x IS NOT NULL THEN '"' || bq_float_text(x) || '"'
END;

CREATE MACRO bq_json_wide_text(n) AS CASE
  WHEN n BETWEEN -9007199254740992 AND 9007199254740992 THEN CAST(n AS VARCHAR)
  ELSE '"' || CAST(n AS VARCHAR) || '"'
END;

CREATE MACRO bq_numeric_text(x) AS rtrim(rtrim(CAST(x AS VARCHAR), '0'), '.');

CREATE MACRO bq_json_numeric_text(x) AS CASE
  WHEN x = trunc(x) THEN bq_json_wide_text(CAST(trunc(x) AS DECIMAL(38,0)))
  ELSE '"' || bq_numeric_text(x) || '"'
END;

CREATE MACRO bq_json_numeric(x) AS CASE
  WHEN x = trunc(x) AND x BETWEEN -9223372036854775808 AND 9223372036854775807
    THEN CAST(CAST(x AS BIGINT) AS VARCHAR)
  WHEN length(replace(replace(bq_numeric_text(abs(x)), '.', ''), '-', '')) <= 15
    THEN bq_json_double(CAST(bq_numeric_text(x) AS DOUBLE))
  WHEN x IS NOT NULL THEN error('a NUMERIC with more than 15 digits as JSON')
END;
