-- Functions of STRING that DuckDB has not, or has with another meaning.

CREATE MACRO bq_text_within(s, most) AS bq_within(s, length(s), most, 'a STRING longer than its type allows');

CREATE MACRO bq_replace(s, f, t) AS CASE
  WHEN f = '' THEN CASE WHEN t IS NOT NULL THEN s END
  ELSE replace(s, f, t)
END;

CREATE MACRO bq_split(s, d) AS CASE WHEN d IS NOT NULL THEN string_split(s, d) END;

-- Reverses code points, where DuckDB's reverse keeps letters and their accents together.
CREATE MACRO bq_reverse(s) AS array_to_string(list_reverse(string_split(s, '')), '');

-- Position 0 counts as 1; one before the beginning counts as the beginning. DuckDB's own bound is 2^32 - 1.
CREATE MACRO bq_substr_from(s, p) AS CASE
  WHEN p BETWEEN 1 AND 4294967295 THEN substr(s, p)
  WHEN p > 0 THEN left(s, 0)
  WHEN p = 0 OR p < -length(s) THEN s
  ELSE substr(s, p)
END;

CREATE MACRO bq_substr(s, p, n) AS CASE
  WHEN s IS NULL OR p IS NULL OR n IS NULL THEN NULL
  WHEN n < 0 THEN error('SUBSTR needs a length that is not negative')
  WHEN n > 4294967295 THEN bq_substr_from(s, p)
  WHEN p BETWEEN 1 AND 4294967295 THEN substr(s, p, n)
  WHEN p > 0 THEN left(s, 0)
  WHEN p = 0 OR p < -length(s) THEN substr(s, 1, n)
  ELSE substr(s, p, n)
END;

-- All of Unicode's white space, where DuckDB's trim takes off spaces alone.
CREATE MACRO bq_trim(s) AS regexp_replace(s, '^[\s\p{Z}\x0b\x85]+|[\s\p{Z}\x0b\x85]+$', '', 'g');
CREATE MACRO bq_ltrim(s) AS regexp_replace(s, '^[\s\p{Z}\x0b\x85]+', '');
CREATE MACRO bq_rtrim(s) AS regexp_replace(s, '[\s\p{Z}\x0b\x85]+$', '');

CREATE MACRO bq_left(s, n) AS CASE
  WHEN s IS NOT NULL AND n < 0 THEN error('LEFT needs a length that is not negative')
  WHEN n > 4294967295 THEN s
  ELSE substr(s, 1, n)
END;

CREATE MACRO bq_right(s, n) AS CASE
  WHEN s IS NOT NULL AND n < 0 THEN error('RIGHT needs a length that is not negative')
  WHEN n = 0 THEN left(s, 0)
  WHEN n >= length(s) THEN s
  ELSE substr(s, -n)
END;

-- The bound is BigQuery's.
CREATE MACRO bq_pad_length(n) AS CASE
  WHEN n NOT BETWEEN 0 AND 1048576 THEN error('a length of LPAD and RPAD is from 0 to 1048576')
  ELSE CAST(n AS INTEGER)
END;

CREATE MACRO bq_padded(s, n, p, message, padded) AS CASE
  WHEN s IS NULL OR n IS NULL OR p IS NULL THEN NULL
  WHEN p = '' THEN error(message)
  ELSE padded
END;

CREATE MACRO bq_lpad(s, n, p) AS bq_padded(s, n, p, 'the pattern of LPAD is empty', lpad(s, bq_pad_length(n), p));
CREATE MACRO bq_rpad(s, n, p) AS bq_padded(s, n, p, 'the pattern of RPAD is empty', rpad(s, bq_pad_length(n), p));

CREATE MACRO bq_repeated(s, n, bytes) AS CASE
  WHEN s IS NULL OR n IS NULL THEN NULL
  WHEN n < 0 THEN error('REPEAT needs a count that is not negative')
  WHEN bytes = 0 THEN s
  WHEN n > 1048576 // bytes THEN error('REPEAT makes at most 1048576 bytes')
  ELSE repeat(s, n)
END;

CREATE MACRO bq_repeat(s, n) AS bq_repeated(s, n, strlen(s));

CREATE MACRO bq_translated(s, f, t, message) AS CASE
  WHEN s IS NULL OR t IS NULL THEN NULL
  WHEN len(list_distinct(string_split(f, ''))) < length(f)
    THEN error(message)
  ELSE translate(s, f, t)
END;

CREATE MACRO bq_translate(s, f, t) AS bq_translated(s, f, t, 'a character twice among those that TRANSLATE looks for');

CREATE MACRO bq_ascii(s) AS CASE
  WHEN s = '' THEN 0
  WHEN ascii(s) > 127 THEN error('ASCII of a character that is none')
  ELSE CAST(ascii(s) AS BIGINT)
END;

CREATE MACRO bq_unicode(s) AS CASE WHEN s = '' THEN 0 ELSE CAST(unicode(s) AS BIGINT) END;
CREATE MACRO bq_is_code_point(n) AS n BETWEEN 0 AND 55295 OR n BETWEEN 57344 AND 1114111;

CREATE MACRO bq_chr(n) AS CASE
  WHEN bq_is_code_point(n) THEN chr(CAST(n AS INTEGER))
  WHEN n IS NOT NULL THEN error('no such code point')
END;

CREATE MACRO bq_to_code_points(s) AS CASE
  WHEN s = '' THEN []
  ELSE list_transform(string_split(s, ''), lambda c: CAST(unicode(c) AS BIGINT))
END;

CREATE MACRO bq_code_points_to_string(a) AS CASE
  WHEN len(a) > list_count(a) THEN NULL
  WHEN list_contains(list_transform(a, lambda n: bq_is_code_point(n)), false) THEN error('no such code point')
  ELSE array_to_string(list_transform(a, lambda n: bq_chr(n)), '')
END;

-- Occurrences may overlap. A search from the end is one from the left in the reversed text.
CREATE MACRO bq_instr_next(s, f, p) AS CASE
  WHEN p > length(s) OR strpos(substr(s, p), f) = 0 THEN 0
  ELSE strpos(substr(s, p), f) + p - 1
END;

CREATE MACRO bq_instr_from(s, f, p, k) AS CASE
  WHEN k > length(s) THEN 0
  WHEN k = 1 THEN bq_instr_next(s, f, p)
  ELSE list_reduce(
    range(k - 1),
    lambda found, i: CASE WHEN found = 0 THEN 0 ELSE bq_instr_next(s, f, found + 1) END,
    bq_instr_next(s, f, p)
  )
END;

CREATE MACRO bq_instr_mirrored(n, m, p) AS CASE WHEN p = 0 THEN 0 ELSE n - m + 2 - p END;

CREATE MACRO bq_instr_of_nothing(n, p, k) AS CASE
  WHEN p > 0 AND p - 1 + k BETWEEN 1 AND n + 1 THEN p - 1 + k
  WHEN p < 0 AND n + 2 + p - (k - 1) BETWEEN 1 AND n + 1 THEN n + 2 + p - (k - 1)
  ELSE 0
END;

CREATE MACRO bq_instr(s, f, p, k) AS CASE
  WHEN s IS NULL OR f IS NULL OR p IS NULL OR k IS NULL THEN NULL
  WHEN p = 0 THEN error('the position of INSTR is 0')
  WHEN k < 1 THEN error('the occurrence of INSTR is below 1')
  WHEN abs(CAST(p AS HUGEINT)) > length(s) + 1 OR k > length(s) + 1 THEN 0
  WHEN k > 1 AND CAST(k AS HUGEINT) * length(s) > 10000000
    THEN bq_beyond('that many occurrences in a text this long')
  WHEN f = '' THEN bq_instr_of_nothing(length(s), p, k)
  WHEN p > 0 THEN bq_instr_from(s, f, p, k)
  ELSE bq_instr_mirrored(
    length(s),
    length(f),
    bq_instr_from(bq_reverse(s), bq_reverse(f), greatest(1, 1 - p - length(f)), k)
  )
END;

-- Capitals for the first letter and for each letter behind a delimiter.
CREATE MACRO bq_initcap_letters(a, d) AS
  array_to_string(
    list_transform(
      a,
      lambda c, i: CASE
        WHEN strpos(d, c) > 0 THEN c
        WHEN i = 1 OR strpos(d, a[i - 1]) > 0 THEN bq_capital(c)
        ELSE bq_small(c)
      END
    ),
    ''
  );

CREATE MACRO bq_initcap_after(s, d) AS CASE
  WHEN d IS NOT NULL THEN bq_initcap_letters(string_split(s, ''), d)
END;

-- Word delimiters: all of Unicode's white space, and symbols.
CREATE MACRO bq_word_delimiters() AS
  E'\t\n\x0b\f\r '
  -- U+0085, U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F and U+3000; DuckDB has no escapes for them.
  '                 　'
  '[](){}/|\\<>!?@"^#$&~_,.:;*%+-';

CREATE MACRO bq_initcap(s) AS bq_initcap_after(s, bq_word_delimiters());
