/** Letters that a newer Unicode than DuckDB's has in both cases. */
const NEW = '\\x{a7cb}-\\x{a7dc}\\x{10d50}-\\x{10d85}\\x{16ea0}-\\x{16ed3}';
const NEW_LOWER = `\\x{19b}\\x{264}\\x{1c8a}${NEW}`;
const NEW_UPPER = `\\x{1c89}${NEW}`;

/** Where the letters are that several capitals stand for: Unicode's unconditional special rules, as JavaScript has them. */
const SEVERAL_WITHIN = [
  ...[[0xdf], [0x149], [0x1f0], [0x390], [0x3b0], [0x587], [0x1e96, 0x1e9a], [0x1f50, 0x1ffc], [0xfb00, 0xfb17]],
] as const;
const SEVERAL = SEVERAL_WITHIN.flatMap(([first = 0, last = first]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
).filter((letter) => letter.toUpperCase().length > letter.length);
/** `|ßSS|ŉʼN` and so on. */
const CAPITALS = SEVERAL.map((letter) => `|${letter}${letter.toUpperCase()}`).join('');

const CASED = '\\p{Lu}\\p{Ll}\\p{Lt}';
/** What stands between letters without parting them, such as an apostrophe. */
const IGNORED = "''.:\\x{b7}\\x{387}\\x{55f}\\x{5f4}\\x{2018}\\x{2019}\\x{2024}\\x{2027}\\p{Mn}\\p{Me}\\p{Cf}\\p{Sk}";
/** Letters in a wider sense, beside which it is not certain what ends a word. */
const DOUBTFUL = '[\\p{Lm}\\x{aa}\\x{ba}\\x{2160}-\\x{217f}\\x{24b6}-\\x{24e9}\\x{1f130}-\\x{1f189}]';
const FINAL_SIGMA = `([${CASED}][${IGNORED}]*)Σ([${IGNORED}]*(?:[^${CASED}${IGNORED}]|$))`;

/** Capitals and small letters by Unicode's full rules, in no language: "ß" is "SS" in capitals, and a sigma that ends a word is "ς". */
export const CASE_MACROS: readonly string[] = [
  `bq_several(c) AS split_part(split_part('${CAPITALS}', '|' || c, 2), '|', 1)`,
  `bq_capitals(c) AS CASE WHEN contains('${CAPITALS}', '|' || c) THEN bq_several(c) ELSE bq_capital(c) END`,
  `bq_upper(s) AS CASE WHEN regexp_matches(s, '[${SEVERAL.join('')}${NEW_LOWER}]') THEN array_to_string(list_transform(regexp_extract_all(s, '(?s).'), lambda c: bq_capitals(c)), '') ELSE upper(s) END`,
  `bq_small_sigmas(s) AS CASE WHEN regexp_matches(s, '${DOUBTFUL}') THEN error('LOWER of a sigma beside letters that are no plain ones') ELSE regexp_replace(s, '${FINAL_SIGMA}', '\\1ς\\2', 'g') END`,
  `bq_lower(s) AS CASE WHEN regexp_matches(s, '[İΣ${NEW_UPPER}]') THEN bq_small(bq_small_sigmas(replace(s, 'İ', 'i' || chr(775)))) ELSE lower(s) END`,
  // One for one.
  `bq_capital(c) AS CASE WHEN regexp_matches(c, '[${NEW_LOWER}]') THEN error('UPPER of a letter that is new in Unicode') WHEN c = 'ß' THEN c ELSE upper(c) END`,
  `bq_small(c) AS CASE WHEN regexp_matches(c, '[${NEW_UPPER}]') THEN error('LOWER of a letter that is new in Unicode') ELSE lower(c) END`,
];
