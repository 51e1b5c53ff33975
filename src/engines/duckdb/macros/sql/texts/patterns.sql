-- LIKE and regular expressions.

CREATE MACRO bq_some_patterns(a) AS CASE
  WHEN len(a) > 0 THEN a
  ELSE error('LIKE over an array without patterns')
END;

CREATE MACRO bq_like_pattern(p) AS CASE
  WHEN regexp_matches(p, '(?s)^([^\\]|\\.)*\\$') THEN error('a LIKE pattern cannot end with a backslash')
  ELSE p
END;

-- DuckDB gives one more empty match at the end of the text than GoogleSQL does, so that empty matches are refused.
CREATE MACRO bq_regexp_matches(s, p, g) AS CASE
  WHEN len(regexp_extract_all(s, p, 0)) > 1 AND list_contains(regexp_extract_all(s, p, 0), '')
    THEN error('a pattern that matches the empty string, several times')
  ELSE regexp_extract_all(s, p, g)
END;

CREATE MACRO bq_regexp_extract_all(s, p, g) AS CASE
  WHEN list_count(bq_regexp_matches(s, p, g)) < len(bq_regexp_matches(s, p, g))
    THEN error('a group of REGEXP_EXTRACT_ALL that is not part of each match')
  ELSE bq_regexp_matches(s, p, g)
END;

CREATE MACRO bq_regexp_instr(s, p) AS CASE
  WHEN s = '' THEN 0
  WHEN s IS NOT NULL THEN coalesce(length(regexp_extract_all(s, p, 1)[1]) + 1, 0)
END;

CREATE MACRO bq_from_position(s, n) AS CASE WHEN n <= length(s) THEN substr(s, n) END;

CREATE MACRO bq_regexp_part(s, p, skipped) AS length(regexp_extract_all(substr(s, skipped + 1), p, 1)[1]);

-- The search goes on behind the match, or behind the character after an empty match.
CREATE MACRO bq_regexp_skip(s, before, whole, skipped) AS
  skipped + greatest(bq_regexp_part(s, whole, skipped), bq_regexp_part(s, before, skipped) + 1);

CREATE MACRO bq_regexp_skipped(s, before, whole, p, k) AS CASE
  WHEN k = 1 THEN p - 1
  WHEN k * length(s) > 10000000 THEN bq_beyond('that many occurrences in a text this long')
  ELSE list_reduce(range(k - 1), lambda skipped, i: bq_regexp_skip(s, before, whole, skipped), p - 1)
END;

-- There is no match behind one that ends with the last character.
CREATE MACRO bq_regexp_instr_after(s, wanted, skipped) AS CASE
  WHEN skipped < length(s) THEN coalesce(skipped + bq_regexp_part(s, wanted, skipped) + 1, 0)
  ELSE 0
END;

CREATE MACRO bq_regexp_instr_from(s, before, whole, wanted, p, k) AS CASE
  WHEN s IS NULL THEN NULL
  WHEN p > length(s) THEN 0
  ELSE bq_regexp_instr_after(s, wanted, bq_regexp_skipped(s, before, whole, p, k))
END;
