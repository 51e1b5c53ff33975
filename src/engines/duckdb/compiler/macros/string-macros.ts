/** All of Unicode's white space. */
const WHITE_SPACE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

/** What a word begins behind, for INITCAP. */
const WORD_DELIMITERS = `${WHITE_SPACE}[](){}/|\\<>!?@"^#$&~_,.:;*%+-`;

/** Characters of one byte each, other than the quote. */
const ALPHABET = String.fromCharCode(...Array.from({ length: 127 }, (_, index) => index + 1)).replace("'", '');

/** One digit for each run of it. */
const unrepeated = (text: string): string =>
  ['1', '2', '3', '4', '5', '6'].reduce(
    (inner, digit) => `regexp_replace(${inner}, '${digit}+', '${digit}', 'g')`,
    text,
  );

/** GoogleSQL's functions of STRING that DuckDB has not. */
export const STRING_MACROS: readonly string[] = [
  "bq_text_within(s, most) AS CASE WHEN length(s) > most THEN error('a STRING longer than its type allows') ELSE s END",
  "bq_ltrim(s) AS regexp_replace(s, '^[\\s\\p{Z}\\x0b\\x85]+', '')",
  "bq_rtrim(s) AS regexp_replace(s, '[\\s\\p{Z}\\x0b\\x85]+$', '')",

  // Occurrences may overlap. From the end, they are looked for from the left in the text reversed.
  'bq_instr_next(s, f, p) AS CASE WHEN p > length(s) OR strpos(substr(s, p), f) = 0 THEN 0 ELSE strpos(substr(s, p), f) + p - 1 END',
  'bq_instr_from(s, f, p, k) AS CASE WHEN k > length(s) THEN 0 WHEN k = 1 THEN bq_instr_next(s, f, p) ELSE list_reduce(range(k - 1), lambda found, i: CASE WHEN found = 0 THEN 0 ELSE bq_instr_next(s, f, found + 1) END, bq_instr_next(s, f, p)) END',
  'bq_instr_mirrored(n, m, p) AS CASE WHEN p = 0 THEN 0 ELSE n - m + 2 - p END',
  'bq_instr_of_nothing(n, p, k) AS CASE WHEN p > 0 AND p - 1 + k BETWEEN 1 AND n + 1 THEN p - 1 + k WHEN p < 0 AND n + 2 + p - (k - 1) BETWEEN 1 AND n + 1 THEN n + 2 + p - (k - 1) ELSE 0 END',
  "bq_instr(s, f, p, k) AS CASE WHEN s IS NULL OR f IS NULL OR p IS NULL OR k IS NULL THEN NULL WHEN p = 0 THEN error('the position of INSTR is 0') WHEN k < 1 THEN error('the occurrence of INSTR is below 1') WHEN abs(CAST(p AS HUGEINT)) > length(s) + 1 OR k > length(s) + 1 THEN 0 WHEN k > 1 AND CAST(k AS HUGEINT) * length(s) > 10000000 THEN bq_beyond('that many occurrences in a text this long') WHEN f = '' THEN bq_instr_of_nothing(length(s), p, k) WHEN p > 0 THEN bq_instr_from(s, f, p, k) ELSE bq_instr_mirrored(length(s), length(f), bq_instr_from(bq_reverse(s), bq_reverse(f), greatest(1, 1 - p - length(f)), k)) END",
  "bq_bytes_letters(b) AS array_to_string(list_transform(bq_bytes_to_code_points(b), lambda n: chr(CAST(n + 256 AS INTEGER))), '')",
  'bq_bytes_instr(b, f, p, k) AS list_transform([row(bq_bytes_letters(b), bq_bytes_letters(f), p, k)], lambda e: bq_instr(e[1], e[2], e[3], e[4]))[1]',

  // The letter behind a delimiter, and the first one.
  "bq_initcap_letters(a, d) AS array_to_string(list_transform(a, lambda c, i: CASE WHEN strpos(d, c) > 0 THEN c WHEN i = 1 OR strpos(d, a[i - 1]) > 0 THEN bq_capital(c) ELSE bq_small(c) END), '')",
  "bq_initcap_after(s, d) AS CASE WHEN d IS NOT NULL THEN bq_initcap_letters(string_split(s, ''), d) END",
  `bq_initcap(s) AS bq_initcap_after(s, '${WORD_DELIMITERS}')`,

  `bq_soundex_codes(s) AS substr(${unrepeated("substr(s, 1, 1) || replace(substr(s, 2), '0', '')")}, 2, 3)`,
  "bq_soundex_letters(s) AS CASE WHEN s = '' THEN '' ELSE substr(s, 1, 1) || rpad(bq_soundex_codes(translate(lower(s), 'abcdefghijklmnopqrstuvwxyz', '01230120022455012623010202')), 3, '0') END",
  "bq_soundex(s) AS bq_soundex_letters(regexp_replace(s, '[^A-Za-z]', '', 'g'))",

  'bq_regexp_part(s, p, skipped) AS length(regexp_extract_all(substr(s, skipped + 1), p, 1)[1])',
  // Past the match, or past the character behind an empty one.
  'bq_regexp_skip(s, before, whole, skipped) AS skipped + greatest(bq_regexp_part(s, whole, skipped), bq_regexp_part(s, before, skipped) + 1)',
  "bq_regexp_skipped(s, before, whole, p, k) AS CASE WHEN k = 1 THEN p - 1 WHEN k * length(s) > 10000000 THEN bq_beyond('that many occurrences in a text this long') ELSE list_reduce(range(k - 1), lambda skipped, i: bq_regexp_skip(s, before, whole, skipped), p - 1) END",
  // Where a match has taken the last character, there is no other.
  'bq_regexp_instr_after(s, wanted, skipped) AS CASE WHEN skipped < length(s) THEN coalesce(skipped + bq_regexp_part(s, wanted, skipped) + 1, 0) ELSE 0 END',
  'bq_regexp_instr_from(s, before, whole, wanted, p, k) AS CASE WHEN s IS NULL THEN NULL WHEN p > length(s) THEN 0 ELSE bq_regexp_instr_after(s, wanted, bq_regexp_skipped(s, before, whole, p, k)) END',

  // DuckDB counts the differences of bytes: each character that occurs becomes a byte.
  `bq_edit_bytes(a, b, characters) AS CASE WHEN length(characters) > 126 THEN error('EDIT_DISTANCE between texts with more than 126 different characters') ELSE levenshtein(translate(a, characters, '${ALPHABET}'), translate(b, characters, '${ALPHABET}')) END`,
  // The work of one row cannot be interrupted.
  "bq_edit_distance(a, b) AS CASE WHEN strlen(a) * strlen(b) > 1000000 THEN bq_beyond('EDIT_DISTANCE of long texts') WHEN strlen(a) = length(a) AND strlen(b) = length(b) THEN levenshtein(a, b) ELSE bq_edit_bytes(a, b, array_to_string(list_distinct(string_split(a || b, '')), '')) END",
  "bq_edit_distance_to(a, b, n) AS CASE WHEN n < 0 THEN error('max_distance is negative') WHEN bq_edit_distance(a, b) > n THEN n WHEN n IS NOT NULL THEN bq_edit_distance(a, b) END",

  "bq_bits(b) AS array_to_string(list_transform(bq_bytes_to_code_points(b), lambda n: lpad(bin(n), 8, '0')), '')",
  "bq_base32_letters(s) AS array_to_string(list_transform(regexp_extract_all(rpad(s, CAST((length(s) + 4) // 5 * 5 AS INTEGER), '0'), '.....'), lambda e: substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', CAST('0b' || e AS BIGINT) + 1, 1)), '')",
  "bq_base32_padded(s) AS rpad(s, CAST((length(s) + 7) // 8 * 8 AS INTEGER), '=')",
  'bq_to_base32(b) AS bq_base32_padded(bq_base32_letters(bq_bits(b)))',
  "bq_base32_bits(s) AS array_to_string(list_transform(string_split(rtrim(s, '='), ''), lambda e: lpad(bin(strpos('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', e) - 1), 5, '0')), '')",
  "bq_base32_bytes(s) AS unhex(array_to_string(list_transform(regexp_extract_all(bq_base32_bits(s), '........'), lambda e: printf('%02X', CAST('0b' || e AS BIGINT))), ''))",
  "bq_from_base32(s) AS CASE WHEN s = '' THEN unhex('') WHEN regexp_full_match(s, '([A-Z2-7]{8})*([A-Z2-7]{2}={6}|[A-Z2-7]{4}={4}|[A-Z2-7]{5}={3}|[A-Z2-7]{7}=)?') AND list_transform([bq_base32_bytes(s)], lambda e: bq_to_base32(e))[1] = s THEN bq_base32_bytes(s) WHEN regexp_full_match(s, '[A-Za-z2-7=\\s]*') THEN bq_beyond('text of another form than padded base32') WHEN s IS NOT NULL THEN error('bad base32 text') END",

  "bq_format_digits(f, n) AS CASE WHEN n < 0 THEN '-' ELSE '' END || printf(f, abs(CAST(n AS HUGEINT)))",
  "bq_format_float_text(x) AS CASE WHEN NOT isfinite(x) THEN error('FORMAT of a FLOAT64 that is not finite') WHEN x = 0 AND signbit(x) THEN error('FORMAT of the FLOAT64 -0') ELSE regexp_replace(bq_float_text(x), '^(-?[0-9]+)$', '\\1.0') END",
  // Which escapes there would be is not known here.
  "bq_format_literal(s) AS CASE WHEN regexp_matches(s, '[\\x00-\\x1f\"\\\\\\x7f-\\x{a0}\\x{ad}\\x{2000}-\\x{200f}\\x{2028}-\\x{202f}\\x{fff0}-\\x{ffff}]') THEN error('FORMAT with %T of a text with characters that are escaped') ELSE '\"' || s || '\"' END",
];
