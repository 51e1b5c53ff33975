-- What DuckDB lacks for BYTES, done on text: each byte is two digits, where positions are all that matters, or two
-- digits and a comma, so that nothing is found that begins within a byte.

CREATE MACRO bq_bytes_text(b) AS regexp_replace(hex(b), '(..)', '\1,', 'g');
CREATE MACRO bq_bytes_of(s) AS unhex(replace(s, ',', ''));
CREATE MACRO bq_byte_list(b) AS regexp_extract_all(hex(b), '..');

CREATE MACRO bq_bytes_within(b, most) AS CASE
  WHEN octet_length(b) > most THEN error('BYTES longer than their type allows')
  ELSE b
END;

CREATE MACRO bq_bytes_starts_with(b, p) AS starts_with(hex(b), hex(p));
CREATE MACRO bq_bytes_ends_with(b, p) AS ends_with(hex(b), hex(p));
CREATE MACRO bq_bytes_strpos(b, p) AS (strpos(bq_bytes_text(b), bq_bytes_text(p)) + 2) // 3;

CREATE MACRO bq_bytes_replace(b, f, t) AS
  bq_bytes_of(bq_replace(bq_bytes_text(b), bq_bytes_text(f), bq_bytes_text(t)));

CREATE MACRO bq_bytes_split(b, d) AS CASE
  WHEN octet_length(b) = 0 AND d IS NOT NULL THEN [b]
  WHEN octet_length(d) = 0 THEN list_transform(bq_byte_list(b), lambda e: unhex(e))
  WHEN d IS NOT NULL
    THEN list_transform(string_split(bq_bytes_text(b), bq_bytes_text(d)), lambda e: bq_bytes_of(e))
END;

CREATE MACRO bq_bytes_reverse(b) AS unhex(array_to_string(list_reverse(bq_byte_list(b)), ''));

CREATE MACRO bq_bytes_upper(b) AS
  bq_bytes_of(
    regexp_replace(regexp_replace(bq_bytes_text(b), '6([1-9A-F],)', '4\1', 'g'), '7([0-9A],)', '5\1', 'g')
  );

CREATE MACRO bq_bytes_lower(b) AS
  bq_bytes_of(
    regexp_replace(regexp_replace(bq_bytes_text(b), '4([1-9A-F],)', '6\1', 'g'), '5([0-9A],)', '7\1', 'g')
  );

-- least() and greatest() pass over NULL.
CREATE MACRO bq_bytes_part(b, p, n) AS CASE
  WHEN b IS NOT NULL AND p IS NOT NULL AND n IS NOT NULL
    THEN unhex(substr(hex(b), 2 * p - 1, 2 * least(n, octet_length(b))))
END;

CREATE MACRO bq_bytes_substr(b, p, n) AS CASE
  WHEN b IS NULL OR p IS NULL THEN NULL
  WHEN n < 0 THEN error('SUBSTR needs a length that is not negative')
  ELSE bq_bytes_part(
    b,
    CASE
      WHEN p > 0 THEN least(p, octet_length(b) + 1)
      WHEN p = 0 THEN 1
      WHEN p IS NOT NULL THEN greatest(p + octet_length(b) + 1, 1)
    END,
    n
  )
END;

CREATE MACRO bq_bytes_substr_from(b, p) AS bq_bytes_substr(b, p, octet_length(b));

CREATE MACRO bq_bytes_left(b, n) AS CASE
  WHEN b IS NOT NULL AND n < 0 THEN error('LEFT needs a length that is not negative')
  ELSE bq_bytes_part(b, 1, n)
END;

CREATE MACRO bq_bytes_right(b, n) AS CASE
  WHEN b IS NOT NULL AND n < 0 THEN error('RIGHT needs a length that is not negative')
  ELSE bq_bytes_part(b, octet_length(b) + 1 - least(n, octet_length(b)), n)
END;

CREATE MACRO bq_byte_choice(c) AS '(' || array_to_string(bq_byte_list(c), ',|') || ',)*';

CREATE MACRO bq_bytes_ltrim(b, c) AS CASE
  WHEN octet_length(c) = 0 THEN b
  ELSE bq_bytes_of(regexp_replace(bq_bytes_text(b), '^' || bq_byte_choice(c), ''))
END;

CREATE MACRO bq_bytes_rtrim(b, c) AS CASE
  WHEN octet_length(c) = 0 THEN b
  ELSE bq_bytes_of(regexp_replace(bq_bytes_text(b), bq_byte_choice(c) || '$', ''))
END;

CREATE MACRO bq_bytes_trim(b, c) AS bq_bytes_ltrim(bq_bytes_rtrim(b, c), c);

CREATE MACRO bq_bytes_repeat(b, n) AS CASE
  WHEN b IS NULL OR n IS NULL THEN NULL
  WHEN n < 0 THEN error('REPEAT needs a count that is not negative')
  WHEN octet_length(b) = 0 THEN b
  WHEN n > 1048576 // octet_length(b) THEN error('REPEAT makes at most 1048576 bytes')
  ELSE repeat(b, n)
END;

CREATE MACRO bq_bytes_padding(b, n, p) AS
  unhex(substr(repeat(hex(p), (n - octet_length(b)) // octet_length(p) + 1), 1, 2 * (n - octet_length(b))));

CREATE MACRO bq_bytes_lpad(b, n, p) AS CASE
  WHEN b IS NULL OR n IS NULL OR p IS NULL THEN NULL
  WHEN octet_length(p) = 0 THEN error('the pattern of LPAD is empty')
  WHEN n NOT BETWEEN 0 AND 1048576 THEN error('a length of LPAD and RPAD is from 0 to 1048576')
  WHEN n <= octet_length(b) THEN bq_bytes_part(b, 1, n)
  ELSE bq_bytes_padding(b, n, p) || b
END;

CREATE MACRO bq_bytes_rpad(b, n, p) AS CASE
  WHEN b IS NULL OR n IS NULL OR p IS NULL THEN NULL
  WHEN octet_length(p) = 0 THEN error('the pattern of RPAD is empty')
  WHEN n NOT BETWEEN 0 AND 1048576 THEN error('a length of LPAD and RPAD is from 0 to 1048576')
  WHEN n <= octet_length(b) THEN bq_bytes_part(b, 1, n)
  ELSE b || bq_bytes_padding(b, n, p)
END;

CREATE MACRO bq_bytes_translate(b, f, t) AS CASE
  WHEN b IS NULL OR t IS NULL THEN NULL
  WHEN len(list_distinct(bq_byte_list(f))) < octet_length(f)
    THEN error('a byte twice among those that TRANSLATE looks for')
  WHEN f IS NOT NULL THEN unhex(
    array_to_string(
      list_transform(
        bq_byte_list(b),
        lambda e: CASE
          WHEN list_contains(bq_byte_list(f), e) THEN bq_byte_list(t)[list_position(bq_byte_list(f), e)]
          ELSE e
        END
      ),
      ''
    )
  )
END;

CREATE MACRO bq_byte_number(h) AS CAST('0x' || h AS BIGINT);
CREATE MACRO bq_bytes_ascii(b) AS CASE WHEN octet_length(b) = 0 THEN 0 ELSE bq_byte_number(hex(b)[1:2]) END;
CREATE MACRO bq_bytes_to_code_points(b) AS list_transform(bq_byte_list(b), lambda h: bq_byte_number(h));

CREATE MACRO bq_code_points_to_bytes(a) AS CASE
  WHEN len(a) > list_count(a) THEN NULL
  WHEN list_min(a) < 0 OR list_max(a) > 255 THEN error('a byte is a number from 0 to 255')
  ELSE unhex(array_to_string(list_transform(a, lambda n: printf('%02X', n)), ''))
END;

-- The characters of one byte up to four.
CREATE MACRO bq_bytes_character() AS
  '[0-7].,'
  '|(?:C[2-9A-F]|D.),[89AB].,'
  '|(?:E0,[AB].,|E[1-9A-CEF],[89AB].,|ED,[89].,)[89AB].,'
  '|(?:F0,[9AB].,|F[1-3],[89AB].,|F4,8.,)[89AB].,[89AB].,';

-- A byte that is part of no character becomes a replacement character.
CREATE MACRO bq_safe_bytes_to_string(b) AS CASE
  WHEN regexp_full_match(bq_bytes_text(b), '(?:' || bq_bytes_character() || ')*') THEN decode(b)
  WHEN b IS NOT NULL THEN decode(
    bq_bytes_of(
      array_to_string(
        list_transform(
          regexp_extract_all(bq_bytes_text(b), bq_bytes_character() || '|..,'),
          lambda e: CASE WHEN e[1] BETWEEN '8' AND 'F' AND length(e) = 3 THEN 'EF,BF,BD,' ELSE e END
        ),
        ''
      )
    )
  )
END;

-- The pattern as a regular expression over the digits: "%" is 25, "_" is 5F and the backslash 5C.
CREATE MACRO bq_bytes_like(b, p) AS
  regexp_full_match(
    bq_bytes_text(b),
    array_to_string(
      list_transform(
        regexp_extract_all(bq_bytes_text(p), '5C,..,|..,'),
        lambda e: CASE e
          WHEN '25,' THEN '(?:..,)*'
          WHEN '5F,' THEN '..,'
          WHEN '5C,' THEN error('a LIKE pattern cannot end with a backslash')
          ELSE right(e, 3)
        END
      ),
      ''
    )
  );

-- In a lambda, so that an error of the argument stays one.
CREATE MACRO bq_safe_bytes_to_text(b) AS list_transform([b], lambda e: TRY(decode(e)))[1];

CREATE MACRO bq_bytes_letters(b) AS
  array_to_string(list_transform(bq_bytes_to_code_points(b), lambda n: chr(CAST(n + 256 AS INTEGER))), '');

CREATE MACRO bq_bytes_instr(b, f, p, k) AS
  list_transform(
    [row(bq_bytes_letters(b), bq_bytes_letters(f), p, k)],
    lambda e: bq_instr(e[1], e[2], e[3], e[4])
  )[1];
