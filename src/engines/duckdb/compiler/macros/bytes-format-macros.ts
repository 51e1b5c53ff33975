/** BYTES as text in the formats of CAST, and back. Digits are counted from the right, as those of a number are. */
export const BYTES_FORMAT_MACROS: readonly string[] = [
  "bq_octal_digits(s) AS array_to_string(list_transform(regexp_extract_all(s, '...'), lambda e: CAST(CAST('0b' || e AS BIGINT) AS VARCHAR)), '')",
  "bq_to_octal(s) AS bq_octal_digits(lpad(s, CAST((length(s) + 2) // 3 * 3 AS INTEGER), '0'))",
  "bq_octal_bits(s) AS right('0000000' || array_to_string(list_transform(regexp_extract_all(s, '.'), lambda e: lpad(bin(CAST(e AS BIGINT)), 3, '0')), ''), (length(s) * 3 + 5) // 8 * 8)",
  "bq_from_octal(s) AS CASE WHEN regexp_full_match(s, '[0-7]*') THEN unbin(bq_octal_bits(s)) WHEN s IS NOT NULL THEN error('bad base8 text') END",
  "bq_from_binary(s) AS CASE WHEN regexp_full_match(s, '[01]*') THEN unbin(s) WHEN s IS NOT NULL THEN error('bad base2 text') END",
  "bq_in_lines(s) AS rtrim(regexp_replace(s, '(.{76})', '\\1' || chr(10), 'g'), chr(10))",
  "bq_utf8_text(b) AS CASE WHEN b IS NOT NULL THEN coalesce(bq_safe_bytes_to_text(b), error('BYTES that are not UTF-8')) END",
  "bq_ascii_text(b) AS CASE WHEN regexp_full_match(hex(b), '([0-7].)*') THEN decode(b) WHEN b IS NOT NULL THEN error('BYTES that are not ASCII') END",
  "bq_ascii_bytes(s) AS CASE WHEN strlen(s) = length(s) THEN encode(s) WHEN s IS NOT NULL THEN error('text that is not ASCII') END",

  "bq_bytes_to_text(b, f) AS CASE WHEN b IS NULL OR f IS NULL THEN NULL ELSE CASE lower(f) WHEN 'hex' THEN lower(hex(b)) WHEN 'base16' THEN lower(hex(b)) WHEN 'base2' THEN bq_bits(b) WHEN 'base8' THEN bq_to_octal(bq_bits(b)) WHEN 'base32' THEN bq_to_base32(b) WHEN 'base64' THEN to_base64(b) WHEN 'base64m' THEN bq_in_lines(to_base64(b)) WHEN 'ascii' THEN bq_ascii_text(b) WHEN 'utf-8' THEN bq_utf8_text(b) WHEN 'utf8' THEN bq_utf8_text(b) ELSE error('no format of BYTES') END END",
  "bq_text_to_bytes(s, f) AS CASE WHEN s IS NULL OR f IS NULL THEN NULL ELSE CASE lower(f) WHEN 'hex' THEN bq_from_hex(s) WHEN 'base16' THEN bq_from_hex(s) WHEN 'base2' THEN bq_from_binary(s) WHEN 'base8' THEN bq_from_octal(s) WHEN 'base32' THEN bq_from_base32(s) WHEN 'base64' THEN bq_from_base64(regexp_replace(s, '\\s', '', 'g')) WHEN 'base64m' THEN bq_from_base64(regexp_replace(s, '\\s', '', 'g')) WHEN 'ascii' THEN bq_ascii_bytes(s) WHEN 'utf-8' THEN encode(s) WHEN 'utf8' THEN encode(s) ELSE error('no format of BYTES') END END",
];
