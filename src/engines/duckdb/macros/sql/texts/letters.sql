-- Capitals and small letters by Unicode's full rules, in no language: "ß" is "SS" in capitals, and a sigma that
-- ends a word is "ς".

-- Letters that several capitals stand for, each with these: Unicode's unconditional special rules.
CREATE MACRO bq_special_capitals() AS
  '|ßSS|ŉʼN|ǰJ̌|ΐΪ́|ΰΫ́|ևԵՒ|ẖH̱|ẗT̈|ẘW̊|ẙY̊|ẚAʾ|ὐΥ̓|ὒΥ̓̀|ὔΥ̓́|ὖΥ̓͂|ᾀἈΙ|ᾁἉΙ|ᾂἊΙ|ᾃἋΙ'
  '|ᾄἌΙ|ᾅἍΙ|ᾆἎΙ|ᾇἏΙ|ᾈἈΙ|ᾉἉΙ|ᾊἊΙ|ᾋἋΙ|ᾌἌΙ|ᾍἍΙ|ᾎἎΙ|ᾏἏΙ|ᾐἨΙ|ᾑἩΙ|ᾒἪΙ|ᾓἫΙ|ᾔἬΙ|ᾕἭΙ|ᾖἮΙ|ᾗἯΙ'
  '|ᾘἨΙ|ᾙἩΙ|ᾚἪΙ|ᾛἫΙ|ᾜἬΙ|ᾝἭΙ|ᾞἮΙ|ᾟἯΙ|ᾠὨΙ|ᾡὩΙ|ᾢὪΙ|ᾣὫΙ|ᾤὬΙ|ᾥὭΙ|ᾦὮΙ|ᾧὯΙ|ᾨὨΙ|ᾩὩΙ|ᾪὪΙ|ᾫὫΙ'
  '|ᾬὬΙ|ᾭὭΙ|ᾮὮΙ|ᾯὯΙ|ᾲᾺΙ|ᾳΑΙ|ᾴΆΙ|ᾶΑ͂|ᾷΑ͂Ι|ᾼΑΙ|ῂῊΙ|ῃΗΙ|ῄΉΙ|ῆΗ͂|ῇΗ͂Ι|ῌΗΙ|ῒΪ̀|ΐΪ́|ῖΙ͂'
  '|ῗΪ͂|ῢΫ̀|ΰΫ́|ῤΡ̓|ῦΥ͂|ῧΫ͂|ῲῺΙ|ῳΩΙ|ῴΏΙ|ῶΩ͂|ῷΩ͂Ι|ῼΩΙ|ﬀFF|ﬁFI|ﬂFL|ﬃFFI|ﬄFFL|ﬅST'
  '|ﬆST|ﬓՄՆ|ﬔՄԵ|ﬕՄԻ|ﬖՎՆ|ﬗՄԽ';

CREATE MACRO bq_capitals(c) AS CASE
  WHEN contains(bq_special_capitals(), '|' || c)
    THEN split_part(split_part(bq_special_capitals(), '|' || c, 2), '|', 1)
  ELSE bq_capital(c)
END;

CREATE MACRO bq_upper(s) AS CASE
  WHEN regexp_matches(
      s,
      '[ßŉǰΐΰևẖẗẘẙẚὐὒὔὖᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏ'
      'ᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯ'
      'ᾲᾳᾴᾶᾷᾼῂῃῄῆῇῌῒΐῖῗῢΰῤῦῧῲῳῴῶῷῼﬀﬁﬂﬃﬄﬅﬆﬓﬔﬕﬖﬗ'
      -- Those that a newer Unicode than DuckDB's has in both cases.
      '\x{19b}\x{264}\x{1c8a}\x{a7cb}-\x{a7dc}\x{10d50}-\x{10d85}\x{16ea0}-\x{16ed3}]'
    )
    THEN array_to_string(list_transform(regexp_extract_all(s, '(?s).'), lambda c: bq_capitals(c)), '')
  ELSE upper(s)
END;

-- For what is seldom asked: DuckDB compiles the pattern of a regexp_matches as it plans, and that of others as it runs.
CREATE MACRO bq_has_letter(s, letters) AS regexp_extract(s, letters) <> '';

-- A sigma ends a word behind a letter, with what stands between letters without parting them, such as an apostrophe.
CREATE MACRO bq_small_sigmas(s) AS
  regexp_replace(
    s,
    '([\p{Lu}\p{Ll}\p{Lt}][''.:\x{b7}\x{387}\x{55f}\x{5f4}\x{2018}\x{2019}\x{2024}\x{2027}\p{Mn}\p{Me}\p{Cf}\p{Sk}]*)Σ'
    '([''.:\x{b7}\x{387}\x{55f}\x{5f4}\x{2018}\x{2019}\x{2024}\x{2027}\p{Mn}\p{Me}\p{Cf}\p{Sk}]*'
    '(?:[^\p{Lu}\p{Ll}\p{Lt}''.:\x{b7}\x{387}\x{55f}\x{5f4}\x{2018}\x{2019}\x{2024}\x{2027}\p{Mn}\p{Me}\p{Cf}\p{Sk}]|$))',
    '\1ς\2',
    'g'
  );

-- Beside letters in a wider sense it is not certain what ends a word. Other letters are new: a newer Unicode than DuckDB's
-- has them in both cases.
CREATE MACRO bq_lower(s) AS CASE
  WHEN NOT regexp_matches(s, '[İΣ\x{1c89}\x{a7cb}-\x{a7dc}\x{10d50}-\x{10d85}\x{16ea0}-\x{16ed3}]') THEN lower(s)
  WHEN bq_has_letter(
      s,
      '[\x{1c89}\x{a7cb}-\x{a7dc}\x{10d50}-\x{10d85}\x{16ea0}-\x{16ed3}'
      '\p{Lm}\x{aa}\x{ba}\x{2160}-\x{217f}\x{24b6}-\x{24e9}\x{1f130}-\x{1f189}]'
    )
    THEN error('LOWER of a letter that is new in Unicode, or of Σ or İ beside letters that are no plain ones')
  ELSE lower(bq_small_sigmas(replace(s, 'İ', 'i' || chr(775))))
END;

-- One letter for one letter. Some are new: a newer Unicode than DuckDB's has them in both cases.
CREATE MACRO bq_capital(c) AS CASE
  WHEN regexp_matches(c, '[\x{19b}\x{264}\x{1c8a}\x{a7cb}-\x{a7dc}\x{10d50}-\x{10d85}\x{16ea0}-\x{16ed3}]')
    THEN error('UPPER of a letter that is new in Unicode')
  WHEN c = 'ß' THEN c
  ELSE upper(c)
END;

CREATE MACRO bq_small(c) AS CASE
  WHEN bq_has_letter(c, '[\x{1c89}\x{a7cb}-\x{a7dc}\x{10d50}-\x{10d85}\x{16ea0}-\x{16ed3}]')
    THEN error('LOWER of a letter that is new in Unicode')
  ELSE lower(c)
END;
