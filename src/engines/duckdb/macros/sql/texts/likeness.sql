-- How much texts are alike: by sound, by edits, and one within another.

CREATE MACRO bq_once(s) AS regexp_replace(s, '(1)+|(2)+|(3)+|(4)+|(5)+|(6)+', '\1\2\3\4\5\6', 'g');
CREATE MACRO bq_soundex_codes(s) AS substr(bq_once(substr(s, 1, 1) || replace(substr(s, 2), '0', '')), 2, 3);

CREATE MACRO bq_soundex_letters(s) AS CASE
  WHEN s = '' THEN ''
  ELSE substr(s, 1, 1)
    || rpad(
      bq_soundex_codes(translate(lower(s), 'abcdefghijklmnopqrstuvwxyz', '01230120022455012623010202')),
      3,
      '0'
    )
END;

CREATE MACRO bq_soundex(s) AS bq_soundex_letters(regexp_replace(s, '[^A-Za-z]', '', 'g'));

-- Characters of one byte each, other than the quote.
CREATE MACRO bq_byte_letters() AS
  E'\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10'
  '\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f'
  ' !"#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\x7f';

-- DuckDB's levenshtein compares bytes, so that each character that occurs is replaced by one of a single byte.
CREATE MACRO bq_edit_bytes(a, b, characters) AS CASE
  WHEN length(characters) > 126
    THEN error('EDIT_DISTANCE between texts with more than 126 different characters')
  ELSE levenshtein(translate(a, characters, bq_byte_letters()), translate(b, characters, bq_byte_letters()))
END;

-- Long texts are refused, since the work of one row cannot be interrupted.
CREATE MACRO bq_edit_distance(a, b) AS CASE
  WHEN strlen(a) * strlen(b) > 1000000 THEN bq_beyond('EDIT_DISTANCE of long texts')
  WHEN strlen(a) = length(a) AND strlen(b) = length(b) THEN levenshtein(a, b)
  ELSE bq_edit_bytes(a, b, array_to_string(list_distinct(string_split(a || b, '')), ''))
END;

CREATE MACRO bq_edit_distance_to(a, b, n) AS CASE
  WHEN n < 0 THEN error('max_distance is negative')
  WHEN bq_edit_distance(a, b) > n THEN n
  WHEN n IS NOT NULL THEN bq_edit_distance(a, b)
END;

-- The search is over normalised and case-folded text. The characters of the pattern below do not become ASCII by that, but for
-- the three that are replaced, which turn up in logs.
CREATE MACRO bq_searched(s) AS CASE
  WHEN regexp_full_match(s, '[\x00-\x7f]*') THEN lower(s)
  WHEN regexp_full_match(
      s,
      '[\x00-\x7f\x{a0}\x{a1}\x{a3}\x{a7}\x{a9}\x{ab}\x{ae}\x{b0}\x{b1}\x{b7}\x{bb}'
      '\x{bf}-\x{ff}\x{391}-\x{3a9}\x{3b1}-\x{3c9}\x{410}-\x{44f}\x{5d0}-\x{5ea}\x{621}-\x{64a}'
      '\x{2010}\x{2012}-\x{2015}\x{2018}-\x{201e}\x{2022}\x{2026}\x{20ac}\x{2190}-\x{2199}'
      '\x{2500}-\x{259f}\x{2713}-\x{2717}\x{3041}-\x{3096}\x{30a1}-\x{30fa}\x{4e00}-\x{9fa5}'
      '\x{ac00}-\x{d7a3}\x{1f300}-\x{1f6d4}\x{1f900}-\x{1f9ff}]*'
    )
    THEN lower(replace(replace(replace(s, chr(160), ' '), chr(223), 'ss'), chr(8230), '...'))
  WHEN s IS NOT NULL THEN error('CONTAINS_SUBSTR over a character with special rules')
END;

CREATE MACRO bq_contains_substr(s, p) AS CASE
  WHEN p IS NULL OR p = '' OR regexp_matches(p, '[^\x00-\x7f]')
    THEN error('CONTAINS_SUBSTR looks for ASCII text that is not empty')
  ELSE contains(bq_searched(s), lower(p))
END;
