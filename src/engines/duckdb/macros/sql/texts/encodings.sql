-- BYTES as text, in the encodings of functions and in the formats of CAST, and back.
-- Digits are counted from the right, as those of a number are.

CREATE MACRO bq_from_base64(s) AS CASE
  WHEN regexp_full_match(
      s,
      '([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?'
    )
    THEN from_base64(s)
  WHEN regexp_full_match(s, '[A-Za-z0-9+/=.\s]*') THEN bq_beyond('text of another form than padded base64')
  WHEN s IS NOT NULL THEN error('bad base64 text')
END;

CREATE MACRO bq_from_hex(s) AS CASE
  WHEN regexp_full_match(s, '[0-9a-fA-F]*') THEN unhex(s)
  WHEN s IS NOT NULL THEN error('bad hexadecimal text')
END;

-- Bits as digits that stand for so many of them each, and back.
CREATE MACRO bq_digits_of(bits, width, digits) AS
  array_to_string(
    list_transform(
      regexp_extract_all(bits, repeat('.', width)),
      lambda e: substr(digits, CAST('0b' || e AS BIGINT) + 1, 1)
    ),
    ''
  );

CREATE MACRO bq_bits_of(s, width, digits) AS
  array_to_string(
    list_transform(regexp_extract_all(s, '.'), lambda e: lpad(bin(strpos(digits, e) - 1), width, '0')),
    ''
  );

CREATE MACRO bq_bits(b) AS bq_bits_of(hex(b), 4, '0123456789ABCDEF');
CREATE MACRO bq_up_to_multiple(n, width) AS CAST((n + width - 1) // width * width AS INTEGER);
CREATE MACRO bq_base32_letters() AS 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

CREATE MACRO bq_base32_of(bits) AS
  bq_digits_of(rpad(bits, bq_up_to_multiple(length(bits), 5), '0'), 5, bq_base32_letters());

CREATE MACRO bq_base32_padded(s) AS rpad(s, bq_up_to_multiple(length(s), 8), '=');
CREATE MACRO bq_to_base32(b) AS bq_base32_padded(bq_base32_of(bq_bits(b)));
CREATE MACRO bq_base32_bits(s) AS bq_bits_of(rtrim(s, '='), 5, bq_base32_letters());
CREATE MACRO bq_base32_bytes(s) AS unbin(left(bq_base32_bits(s), length(rtrim(s, '=')) * 5 // 8 * 8));

CREATE MACRO bq_from_base32(s) AS CASE
  WHEN s = '' THEN unhex('')
  WHEN regexp_full_match(s, '([A-Z2-7]{8})*([A-Z2-7]{2}={6}|[A-Z2-7]{4}={4}|[A-Z2-7]{5}={3}|[A-Z2-7]{7}=)?')
      AND list_transform([bq_base32_bytes(s)], lambda e: bq_to_base32(e))[1] = s
    THEN bq_base32_bytes(s)
  WHEN regexp_full_match(s, '[A-Za-z2-7=\s]*') THEN bq_beyond('text of another form than padded base32')
  WHEN s IS NOT NULL THEN error('bad base32 text')
END;

CREATE MACRO bq_to_octal(bits) AS
  bq_digits_of(lpad(bits, bq_up_to_multiple(length(bits), 3), '0'), 3, '01234567');

CREATE MACRO bq_octal_bits(s) AS
  right('0000000' || bq_bits_of(s, 3, '01234567'), (length(s) * 3 + 5) // 8 * 8);

CREATE MACRO bq_from_octal(s) AS CASE
  WHEN regexp_full_match(s, '[0-7]*') THEN unbin(bq_octal_bits(s))
  WHEN s IS NOT NULL THEN error('bad base8 text')
END;

CREATE MACRO bq_from_binary(s) AS CASE
  WHEN regexp_full_match(s, '[01]*') THEN unbin(s)
  WHEN s IS NOT NULL THEN error('bad base2 text')
END;

CREATE MACRO bq_in_lines(s) AS rtrim(regexp_replace(s, '(.{76})', '\1' || chr(10), 'g'), chr(10));

CREATE MACRO bq_utf8_text(b) AS CASE
  WHEN b IS NOT NULL THEN coalesce(bq_safe_bytes_to_text(b), error('BYTES that are not UTF-8'))
END;

CREATE MACRO bq_ascii_text(b) AS CASE
  WHEN regexp_full_match(hex(b), '([0-7].)*') THEN decode(b)
  WHEN b IS NOT NULL THEN error('BYTES that are not ASCII')
END;

CREATE MACRO bq_ascii_bytes(s) AS CASE
  WHEN strlen(s) = length(s) THEN encode(s)
  WHEN s IS NOT NULL THEN error('text that is not ASCII')
END;

CREATE MACRO bq_bytes_to_text(b, f) AS CASE
  WHEN b IS NULL OR f IS NULL THEN NULL
  ELSE CASE lower(f)
    WHEN 'hex' THEN lower(hex(b))
    WHEN 'base16' THEN lower(hex(b))
    WHEN 'base2' THEN bq_bits(b)
    WHEN 'base8' THEN bq_to_octal(bq_bits(b))
    WHEN 'base32' THEN bq_to_base32(b)
    WHEN 'base64' THEN to_base64(b)
    WHEN 'base64m' THEN bq_in_lines(to_base64(b))
    WHEN 'ascii' THEN bq_ascii_text(b)
    WHEN 'utf-8' THEN bq_utf8_text(b)
    WHEN 'utf8' THEN bq_utf8_text(b)
    ELSE error('no format of BYTES')
  END
END;

CREATE MACRO bq_text_to_bytes(s, f) AS CASE
  WHEN s IS NULL OR f IS NULL THEN NULL
  ELSE CASE lower(f)
    WHEN 'hex' THEN bq_from_hex(s)
    WHEN 'base16' THEN bq_from_hex(s)
    WHEN 'base2' THEN bq_from_binary(s)
    WHEN 'base8' THEN bq_from_octal(s)
    WHEN 'base32' THEN bq_from_base32(s)
    WHEN 'base64' THEN bq_from_base64(regexp_replace(s, '\s', '', 'g'))
    WHEN 'base64m' THEN bq_from_base64(regexp_replace(s, '\s', '', 'g'))
    WHEN 'ascii' THEN bq_ascii_bytes(s)
    WHEN 'utf-8' THEN encode(s)
    WHEN 'utf8' THEN encode(s)
    ELSE error('no format of BYTES')
  END
END;
