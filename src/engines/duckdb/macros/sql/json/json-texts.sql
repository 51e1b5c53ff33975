-- JSON in STRINGs as GoogleSQL reads it: from the left, up to what is looked for or to what is no JSON. Text that
-- DuckDB reads alike is left to it. The rest is split into tokens, and a list of tokens is folded into one of them
-- with a state:
--
-- s: what may follow: a value (V, or A behind a comma), a key (K), a comma (N), anything behind { or [; X at the
--    end, D where the value is found
-- o: the brackets that are open, the last one first
-- m: how many steps of the path have led to the innermost bracket that lies on it; below -1 within what was looked
--    for; in the end, the last token of it
-- i: the position in the array of that bracket
-- h: whether the next value is one step further
-- a: the token at which what was looked for begins

-- A string, with a colon where it is a key; a number, whole or broken off; a word; a bracket; a comma.
CREATE MACRO bq_json_token_pattern() AS
  '"(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[^ux])*"(?:[\s\x0b]*:)?'
  '|''(?:[^''\\]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[^ux])*''(?:[\s\x0b]*:)?'
  '|-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]*)?'
  '|true|false|null|[{}\[\],]';

CREATE MACRO bq_json_tokens(s) AS
  regexp_extract_all(
    regexp_extract(s, '^(?s:[\s\x0b]*(?:' || bq_json_token_pattern() || '))*'),
    '(?s)' || bq_json_token_pattern()
  );

CREATE MACRO bq_json_is_target(r, p) AS r['h'] AND r['m'] + 1 = len(p);
CREATE MACRO bq_json_is_on_path(r) AS strlen(r['o']) = r['m'] + 1;

CREATE MACRO bq_json_opening(r, t, k, p) AS
  struct_update(
    r,
    s := t,
    o := CASE
      WHEN strlen(r['o']) < 1000 THEN t || r['o']
      ELSE error('JSON that is nested more than 1000 levels deep')
    END,
    m := CASE WHEN NOT r['h'] THEN r['m'] WHEN r['m'] + 1 = len(p) THEN -2 - strlen(r['o']) ELSE r['m'] + 1 END,
    i := CASE WHEN r['h'] THEN 0 ELSE r['i'] END,
    h := r['h'] AND t = '[' AND r['m'] + 1 < len(p) AND p[r['m'] + 2] = '0',
    a := CASE WHEN bq_json_is_target(r, p) THEN k ELSE r['a'] END
  );

CREATE MACRO bq_json_closing(r, t, k) AS
  struct_update(
    r,
    s := CASE WHEN r['m'] = -1 - strlen(r['o']) THEN 'D' ELSE 'N' END,
    o := r['o'][2:],
    m := CASE
      WHEN r['m'] = -1 - strlen(r['o']) THEN k
      WHEN bq_json_is_on_path(r) THEN r['m'] - 1
      ELSE r['m']
    END,
    i := CASE WHEN bq_json_is_on_path(r) AND t = ']' THEN -1000000000000 ELSE r['i'] END,
    h := false
  );

CREATE MACRO bq_json_next(r, p) AS
  struct_update(
    r,
    s := CASE r['o'][1] WHEN '{' THEN 'K' ELSE 'A' END,
    i := CASE WHEN bq_json_is_on_path(r) THEN r['i'] + 1 ELSE r['i'] END,
    h := bq_json_is_on_path(r) AND r['o'][1] = '[' AND p[r['m'] + 1] = CAST(r['i'] + 1 AS VARCHAR)
  );

CREATE MACRO bq_json_member(r, t, p) AS
  struct_update(r, s := 'V', h := bq_json_is_on_path(r) AND bq_json_unquoted(t) = p[r['m'] + 1]);

CREATE MACRO bq_json_leaf_read(r, t, k, p) AS
  struct_update(
    r,
    s := CASE WHEN bq_json_is_target(r, p) THEN 'D' WHEN ends_with(t, ':') THEN 'X' ELSE 'N' END,
    m := CASE WHEN bq_json_is_target(r, p) THEN k ELSE r['m'] END,
    h := false,
    a := CASE WHEN bq_json_is_target(r, p) THEN k ELSE r['a'] END
  );

-- A value that is left out before a comma is null: then, nothing is found.
CREATE MACRO bq_json_step(r, t, k, p) AS CASE
  WHEN r['s'] IN ('X', 'D') THEN r
  WHEN t IN ('{', '[') AND r['s'] IN ('V', 'A', '[') THEN bq_json_opening(r, t, k, p)
  WHEN t IN ('}', ']') AND r['s'] <> 'V' AND translate(t, '}]', '{[') = r['o'][1] THEN bq_json_closing(r, t, k)
  WHEN t = ','
      AND r['o'] <> ''
      AND r['s'] NOT IN ('K', '{')
      AND (r['s'] = 'N' OR NOT bq_json_is_target(r, p))
    THEN bq_json_next(r, p)
  WHEN r['s'] IN ('K', '{') AND ends_with(t, ':') THEN bq_json_member(r, t, p)
  WHEN r['s'] IN ('V', 'A', '[') AND NOT regexp_matches(t, '^[{}\]\[,]|^[-0-9].*(?:[-.eE+]$|\.[eE])')
    THEN bq_json_leaf_read(r, t, k, p)
  ELSE struct_update(r, s := 'X')
END;

-- A list is folded into a value of the type of its elements. Nothing interrupts that.
CREATE MACRO bq_json_range(s, p) AS
  list_transform(
    [bq_json_tokens(s)],
    lambda t: list_transform(
      [CASE
        WHEN len(t) > 50000
          THEN bq_beyond('JSON of more than 50000 tokens that is broken, or written in an unusual way')
        ELSE list_reduce(
          list_transform(t, lambda e: {t: e, s: 'V', o: '', m: -1::BIGINT, i: 0::BIGINT, h: true, a: 0::BIGINT}),
          lambda r, e, k: bq_json_step(r, e['t'], k, p),
          {t: '', s: 'V', o: '', m: -1::BIGINT, i: 0::BIGINT, h: true, a: 0::BIGINT}
        )
      END],
      lambda r: CASE r['s'] WHEN 'D' THEN t[r['a']:r['m']] END
    )[1]
  )[1];

-- BigQuery reads the two halves of a character as two characters that are none.
CREATE MACRO bq_json_character(e) AS CASE
  WHEN e[1] <> '\' THEN e
  WHEN regexp_matches(e, '^\\u[dD][89a-fA-F]') THEN chr(65533)
  WHEN e[2] IN ('u', 'x') THEN chr(CAST('0x' || e[3:] AS INTEGER))
  WHEN e[2] BETWEEN '0' AND '7' THEN chr(
    CAST(list_dot_product([64, 8, 1], CAST(string_split(lpad(e[2:], 3, '0'), '') AS INTEGER[])) AS INTEGER)
  )
  ELSE translate(e[2], 'bfnrtv', chr(8) || chr(12) || chr(10) || chr(13) || chr(9) || chr(11))
END;

CREATE MACRO bq_json_unescaped(s) AS
  list_aggr(
    list_transform(
      regexp_extract_all(s, '(?s)\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[0-7]{1,3}|\\.|[^\\]+'),
      lambda e: bq_json_character(e)
    ),
    'string_agg',
    ''
  );

CREATE MACRO bq_json_unquoted(t) AS
  list_transform(
    [regexp_extract(t, '(?s)^.(.*)["''][\s\x0b]*:?$', 1)],
    lambda s: CASE WHEN contains(s, '\') THEN bq_json_unescaped(s) ELSE s END
  )[1];

CREATE MACRO bq_json_leaf_text(e) AS CASE
  WHEN e IN ('{', '[', 'null') THEN NULL
  WHEN e[1] IN ('"', '''') THEN bq_json_unquoted(e)
  ELSE e
END;

CREATE MACRO bq_json_read_value(s, p) AS
  list_transform([bq_json_range(s, p)[1]], lambda e: bq_json_leaf_text(e))[1];

-- Up to each number, with the strings before it. The number is then quoted, in a list whose last element is one.
CREATE MACRO bq_json_before_number() AS '((?:[^"0-9-]|"(?:[^"\\]|\\.)*")*)(-?[0-9][-+0-9.eE]*)';

CREATE MACRO bq_json_number_quoted(s) AS
  regexp_replace('[' || s || ',0]', bq_json_before_number(), '\1"\2"', 'g');

-- A number that may be written in another way than DuckDB writes it, in text of JSON that may also be a number alone:
-- one with many digits, with a zero at the end, small, with an exponent, or -0.
CREATE MACRO bq_json_own_form() AS
  '(?:^|[:,\[])\s*(?:-?[0-9.]{17}'
  '|-?[0-9]+(?:\.[0-9]*[1-9]0+(?:[^0-9]|$)|\.00|(?:\.[0-9]+)?[eE])|-0(?:[^.0-9]|$))';

CREATE MACRO bq_json_value_of(s, pointer, wrapped, p, unlike) AS CASE
  WHEN json_valid(s) AND NOT regexp_matches(s, unlike) THEN (
    CASE
      WHEN regexp_matches(s, bq_json_own_form()) THEN json_value(bq_json_number_quoted(s), wrapped)
      ELSE json_value(s, pointer)
    END ->> '$'
  )
  ELSE bq_json_read_value(s, p)
END;

CREATE MACRO bq_json_value_at(s, pointer, wrapped, p, unlike) AS CASE
  WHEN regexp_matches(s, '^[\s\x0b]*[\[{]') THEN bq_json_value_of(s, pointer, wrapped, p, unlike)
END;

-- As GoogleSQL writes it again: without white space, and with null for what is left out.
CREATE MACRO bq_json_special(s) AS regexp_matches(s, '[\x00-\x1f"\\\x{2028}\x{2029}]');

CREATE MACRO bq_json_escaped_character(e) AS CASE e
  WHEN '"' THEN '\"'
  WHEN '\' THEN '\\'
  WHEN chr(8) THEN '\b'
  WHEN chr(9) THEN '\t'
  WHEN chr(10) THEN '\n'
  WHEN chr(12) THEN '\f'
  WHEN chr(13) THEN '\r'
  ELSE CASE WHEN bq_json_special(e) THEN printf('\u%04x', unicode(e)) ELSE e END
END;

CREATE MACRO bq_json_quoted(s, isPlain) AS CASE
  WHEN NOT bq_json_special(s) THEN '"' || s || '"'
  WHEN isPlain THEN error('JSON with a character that has several escapes')
  ELSE '"'
    || list_aggr(
      list_transform(
        regexp_extract_all(s, '[\x00-\x1f"\\\x{2028}\x{2029}]|[^\x00-\x1f"\\\x{2028}\x{2029}]+'),
        lambda e: bq_json_escaped_character(e)
      ),
      'string_agg',
      ''
    )
    || '"'
END;

CREATE MACRO bq_json_comma(before, after) AS
  CASE WHEN before IN ('[', ',') OR ends_with(before, ':') THEN 'null' ELSE '' END
    || CASE WHEN after IN (']', '}') THEN '' ELSE ',' END;

CREATE MACRO bq_json_token_text(t, e, i, older) AS CASE
  WHEN e = ',' THEN bq_json_comma(t[i - 1], t[i + 1])
  WHEN e[1] NOT IN ('"', '''') THEN e
  WHEN len(t) > 1 AND ends_with(e, ':') THEN bq_json_quoted(bq_json_unquoted(e), true) || ':'
  ELSE bq_json_quoted(bq_json_unquoted(e), older)
END;

CREATE MACRO bq_json_read_text(s, p, older) AS
  list_transform(
    [bq_json_range(s, p)],
    lambda t: CASE
      WHEN t[1] <> 'null'
        THEN list_aggr(list_transform(t, lambda e, i: bq_json_token_text(t, e, i, older)), 'string_agg', '')
    END
  )[1];

-- The character in front of a quoted number marks it as one that is to be a number again. Text that has this character
-- itself is read token by token.
CREATE MACRO bq_json_number_marked(s) AS
  regexp_replace('[' || s || ',0]', bq_json_before_number(), '\1"' || chr(57344) || '\2"', 'g');

CREATE MACRO bq_json_unmarked(s) AS regexp_replace(s, '"\x{e000}([^"]*)"', '\1', 'g');

CREATE MACRO bq_json_text_of(s, pointer, wrapped, p, unlike, older) AS CASE
  WHEN json_valid(s) AND NOT regexp_matches(s, unlike) THEN list_filter(
    [CASE
      WHEN regexp_matches(s, bq_json_own_form())
        THEN bq_json_unmarked(CAST(json_extract(bq_json_number_marked(s), wrapped) AS VARCHAR))
      ELSE CAST(json_extract(s, pointer) AS VARCHAR)
    END],
    lambda e: e <> 'null'
  )[1]
  ELSE bq_json_read_text(s, p, older)
END;

CREATE MACRO bq_json_text_at(s, pointer, wrapped, p, unlike, older) AS CASE
  WHEN regexp_matches(s, '^[\s\x0b]*[\[{]') THEN bq_json_text_of(s, pointer, wrapped, p, unlike, older)
END;

-- The elements of an array that is written as above.
CREATE MACRO bq_json_item(s) AS CASE
  WHEN regexp_matches(s, '\\u|[\x{2028}\x{2029}]') THEN error('JSON with a character that has several escapes')
  ELSE bq_json_unmarked(s)
END;

CREATE MACRO bq_json_items(s) AS CASE
  WHEN starts_with(s, '[') THEN list_transform(
    CAST(json_extract(bq_json_number_marked(s), '$[0][*]') AS VARCHAR[]),
    lambda e: bq_json_item(e)
  )
END;

CREATE MACRO bq_json_scalar_items(s) AS CASE
  WHEN starts_with(s, '[') THEN list_transform(
    [json_extract(bq_json_number_quoted(s), '$[0][*]')],
    lambda l: CASE
      WHEN len(list_filter(l, lambda e: CAST(e AS VARCHAR)[1] IN ('{', '['))) = 0
        THEN list_transform(l, lambda e: e ->> '$')
    END
  )[1]
END;
