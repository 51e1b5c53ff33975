-- What DuckDB lacks for BYTES, done on text: each byte is two digits, where positions are all that matters, or a letter, so
-- that nothing is found that begins within a byte.

CREATE MACRO bq_byte_list(b) AS regexp_extract_all(hex(b), '..');

CREATE MACRO bq_bytes_letters(b) AS
  array_to_string(list_transform(bq_byte_list(b), lambda h: chr(CAST('0x1' || h AS INTEGER))), '');

CREATE MACRO bq_bytes_of(s) AS
  unhex(array_to_string(list_transform(regexp_extract_all(s, '.'), lambda c: hex(unicode(c))[2:]), ''));

CREATE MACRO bq_bytes_within(b, most) AS bq_within(b, octet_length(b), most, 'BYTES longer than their type allows');

CREATE MACRO bq_bytes_starts_with(b, p) AS starts_with(hex(b), hex(p));
CREATE MACRO bq_bytes_ends_with(b, p) AS ends_with(hex(b), hex(p));
CREATE MACRO bq_bytes_reverse(b) AS unhex(array_to_string(list_reverse(bq_byte_list(b)), ''));

-- A number of digits, as far as it is not beyond any text anyway.
CREATE MACRO bq_digit_count(n) AS CASE WHEN n BETWEEN -4294967295 AND 4294967295 THEN 2 * n ELSE n END;
CREATE MACRO bq_digit_position(p) AS bq_digit_count(p) - CASE WHEN p > 0 THEN 1 ELSE 0 END;
CREATE MACRO bq_bytes_substr_from(b, p) AS unhex(bq_substr_from(hex(b), bq_digit_position(p)));
CREATE MACRO bq_bytes_substr(b, p, n) AS unhex(bq_substr(hex(b), bq_digit_position(p), bq_digit_count(n)));
CREATE MACRO bq_bytes_left(b, n) AS unhex(bq_left(hex(b), bq_digit_count(n)));
CREATE MACRO bq_bytes_right(b, n) AS unhex(bq_right(hex(b), bq_digit_count(n)));
CREATE MACRO bq_bytes_repeat(b, n) AS bq_repeated(b, n, octet_length(b));

CREATE MACRO bq_bytes_strpos(b, p) AS strpos(bq_bytes_letters(b), bq_bytes_letters(p));
CREATE MACRO bq_bytes_ltrim(b, c) AS bq_bytes_of(ltrim(bq_bytes_letters(b), bq_bytes_letters(c)));
CREATE MACRO bq_bytes_rtrim(b, c) AS bq_bytes_of(rtrim(bq_bytes_letters(b), bq_bytes_letters(c)));
CREATE MACRO bq_bytes_trim(b, c) AS bq_bytes_of(trim(bq_bytes_letters(b), bq_bytes_letters(c)));
CREATE MACRO bq_bytes_lpad(b, n, p) AS bq_bytes_of(bq_lpad(bq_bytes_letters(b), n, bq_bytes_letters(p)));
CREATE MACRO bq_bytes_rpad(b, n, p) AS bq_bytes_of(bq_rpad(bq_bytes_letters(b), n, bq_bytes_letters(p)));

CREATE MACRO bq_bytes_split(b, d) AS
  list_transform(bq_split(bq_bytes_letters(b), bq_bytes_letters(d)), lambda e: bq_bytes_of(e));

CREATE MACRO bq_bytes_replace(b, f, t) AS
  bq_bytes_of(bq_replace(bq_bytes_letters(b), bq_bytes_letters(f), bq_bytes_letters(t)));

CREATE MACRO bq_bytes_translate(b, f, t) AS
  bq_bytes_of(
    bq_translated(
      bq_bytes_letters(b),
      bq_bytes_letters(f),
      bq_bytes_letters(t),
      'a byte twice among those that TRANSLATE looks for'
    )
  );

CREATE MACRO bq_bytes_altered(b, f, t) AS
  bq_bytes_of(translate(bq_bytes_letters(b), bq_bytes_letters(f), bq_bytes_letters(t)));

CREATE MACRO bq_bytes_upper(b) AS
  bq_bytes_altered(b, 'abcdefghijklmnopqrstuvwxyz'::BLOB, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'::BLOB);

CREATE MACRO bq_bytes_lower(b) AS
  bq_bytes_altered(b, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'::BLOB, 'abcdefghijklmnopqrstuvwxyz'::BLOB);

-- "%", "_" and the backslash stay what they are.
CREATE MACRO bq_bytes_pattern(b) AS translate(bq_bytes_letters(b), bq_bytes_letters('%_\x5C'::BLOB), '%_\');
CREATE MACRO bq_bytes_like(b, p) AS bq_bytes_pattern(b) LIKE bq_like_pattern(bq_bytes_pattern(p)) ESCAPE '\';

CREATE MACRO bq_bytes_instr(b, f, p, k) AS
  list_transform(
    [row(bq_bytes_letters(b), bq_bytes_letters(f), p, k)],
    lambda e: bq_instr(e[1], e[2], e[3], e[4])
  )[1];

CREATE MACRO bq_bytes_to_code_points(b) AS list_transform(bq_byte_list(b), lambda h: CAST('0x' || h AS BIGINT));
CREATE MACRO bq_bytes_ascii(b) AS CASE WHEN octet_length(b) = 0 THEN 0 ELSE bq_bytes_to_code_points(b)[1] END;

CREATE MACRO bq_code_points_to_bytes(a) AS CASE
  WHEN len(a) > list_count(a) THEN NULL
  WHEN list_min(a) < 0 OR list_max(a) > 255 THEN error('a byte is a number from 0 to 255')
  ELSE unhex(array_to_string(list_transform(a, lambda n: printf('%02X', n)), ''))
END;

-- In a lambda, so that an error of the argument stays one.
CREATE MACRO bq_safe_bytes_to_text(b) AS list_transform([b], lambda e: TRY(decode(e)))[1];

-- A byte that is part of no character becomes a replacement character.
CREATE MACRO bq_safe_bytes_to_string(b) AS
  coalesce(
    bq_safe_bytes_to_text(b),
    array_to_string(
      list_transform(
        regexp_extract_all(hex(b), '[CD].[89AB].|E.(?:[89AB].){2}|F[0-7](?:[89AB].){3}|..'),
        lambda e: coalesce(bq_safe_bytes_to_text(unhex(e)), repeat('�', length(e) // 2))
      ),
      ''
    )
  );
