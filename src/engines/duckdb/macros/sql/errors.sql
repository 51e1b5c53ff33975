-- Errors that a query makes itself, and checks of numbers that its clauses ask for.

-- A limit of this engine that BigQuery does not have. It stays an error in calls with SAFE.
CREATE MACRO bq_beyond(what) AS error(what);
CREATE MACRO bq_error(m) AS error('ERROR' || coalesce(': ' || m, ' of NULL'));

CREATE MACRO bq_within(v, size, most, message) AS CASE WHEN size > most THEN error(message) ELSE v END;

CREATE MACRO bq_row(r) AS CASE
  WHEN r IS NULL THEN error('SELECT AS VALUE has a NULL for a row of the answer; leave it out with WHERE')
  ELSE r
END;

CREATE MACRO bq_distance(n) AS CASE
  WHEN n >= 0 THEN n
  ELSE error('the distance of a frame is a number that is not negative')
END;

CREATE MACRO bq_float_distance(n) AS CASE
  WHEN isfinite(n) AND n > 9e291 THEN bq_beyond('the distance of a frame is above 9e291')
  WHEN isfinite(n) AND n >= 0 THEN n
  ELSE error('the distance of a frame is a number that is not negative')
END;

-- The greatest NUMERIC and a greater distance together exceed a HUGEINT.
CREATE MACRO bq_numeric_distance(n) AS CASE
  WHEN bq_distance(n) <= 70000000000000000000000000000 THEN bq_units(n)
  ELSE error('the distance of a frame is above 70000000000000000000000000000')
END;

CREATE MACRO bq_position(n, least, name) AS CASE
  WHEN n >= least THEN n
  ELSE error('a number of ' || name || ' that is NULL or less than ' || CAST(least AS VARCHAR))
END;

CREATE MACRO bq_delimited(s, d) AS CASE
  WHEN d IS NULL THEN error('the delimiter of STRING_AGG is NULL')
  ELSE s
END;

-- A NULL or negative LIMIT is an error; DuckDB takes NULL for no limit.
CREATE MACRO bq_limit(n) AS CASE
  WHEN n >= 0 THEN n
  ELSE error('LIMIT and OFFSET need a number that is not negative')
END;
