/** A JSON number or a decimal with more digits than every FLOAT64 keeps. */
const MANY_DIGITS = Array.from({ length: 16 }, (_, before) => `[0-9]{${before}}\\.[0-9]{${16 - before}}`).join('|');

/** What BigQuery's JSON values mean where DuckDB's JSON functions have another meaning; part of `macros.ts`. */
export const JSON_MACROS: readonly string[] = [
  // BigQuery writes the shortest digits, with an exponent below 1e-4 and from 1e15 on; DuckDB from 1e16 on.
  "bq_json_double(x) AS CASE WHEN abs(x) >= 1e15 AND abs(x) < 1e16 THEN error('a FLOAT64 from 1e15 to 1e16 as text of JSON') ELSE CAST(x AS VARCHAR) END",
  "bq_json_escaped(s) AS CASE WHEN regexp_matches(s, '\\\\u00[01][A-F]') THEN error('JSON with a control character') ELSE s END",
  "bq_json_leaf(j) AS CASE json_type(j) WHEN 'DOUBLE' THEN bq_json_double(CAST(j ->> '$' AS DOUBLE)) WHEN 'VARCHAR' THEN bq_json_escaped(CAST(json_extract(j, '$') AS VARCHAR)) ELSE coalesce(j ->> '$', 'null') END",

  // A value is folded from its leaves upwards: level by level, the last node first, so that the texts of a node's parts
  // stand at the head of a queue, the last part first, when its turn comes. A node is its kind and its keys or its text.
  "bq_json_node(j) AS CASE json_type(j) WHEN 'OBJECT' THEN list_prepend('{', json_keys(j)) WHEN 'ARRAY' THEN list_resize(['['], CAST(json_array_length(j) + 1 AS BIGINT), '') ELSE ['', bq_json_leaf(j)] END",
  "bq_json_nodes(j) AS list_transform(list_reverse(list_prepend(json_extract(j, '$'), CAST(json_extract(j, '$..*') AS JSON[]))), lambda node: bq_json_node(node))",
  // Keys in the order of their bytes; of several the same, the first counts.
  'bq_json_members(keys, parts) AS list_sort(list_transform(list_distinct(keys), lambda k: struct_pack(k := k, part := parts[list_position(keys, k)])))',
  "bq_json_object_text(members) AS '{' || coalesce(array_to_string(list_transform(members, lambda m: bq_json_escaped(CAST(to_json(m.k) AS VARCHAR)) || ':' || m.part), ','), '') || '}'",
  "bq_json_array_text(parts) AS '[' || coalesce(array_to_string(parts, ','), '') || ']'",
  // The lists are the texts that are left out of objects and of arrays.
  "bq_json_folded(node, parts, fromObjects, fromArrays) AS CASE node[1] WHEN '' THEN node[2] WHEN '[' THEN bq_json_array_text(list_filter(parts, lambda part: NOT list_contains(fromArrays, part))) ELSE bq_json_object_text(list_filter(bq_json_members(node[2:], parts), lambda m: NOT list_contains(fromObjects, m.part))) END",
  "bq_json_width(node) AS CASE node[1] WHEN '' THEN 0 ELSE len(node) - 1 END",
  // The queue is copied for each node, and nothing interrupts that.
  "bq_json_fold(j, fromObjects, fromArrays) AS CASE WHEN len(json_extract(j, '$..*')) > 10000 THEN bq_beyond('JSON of more than 10000 values as text') ELSE list_reduce(bq_json_nodes(j), lambda queue, node: list_append(queue[bq_json_width(node) + 1:], bq_json_folded(node, list_reverse(queue[1:bq_json_width(node)]), fromObjects, fromArrays)), CAST([] AS VARCHAR[]))[1] END",
  "bq_json_normal(j) AS CASE WHEN json_type(j) IN ('OBJECT', 'ARRAY') THEN bq_json_fold(j, CAST([] AS VARCHAR[]), CAST([] AS VARCHAR[])) WHEN j IS NOT NULL THEN bq_json_leaf(j) END",
  "bq_json_unless_empty(s, empties) AS CASE WHEN list_contains(empties, s) THEN 'null' ELSE s END",
  "bq_json_stripped(j, fromArrays, empties) AS CASE WHEN j IS NULL THEN NULL WHEN json_type(j) NOT IN ('OBJECT', 'ARRAY') THEN j ELSE CAST(bq_json_unless_empty(bq_json_fold(j, list_prepend('null', empties), CASE WHEN fromArrays THEN list_prepend('null', empties) ELSE CAST([] AS VARCHAR[]) END), empties) AS JSON) END",
  "bq_json_repeats(j) AS list_bool_or(list_transform(list_prepend(json_extract(j, '$'), CAST(json_extract(j, '$..*') AS JSON[])), lambda node: list_unique(json_keys(node)) < len(json_keys(node))))",
  'bq_json_answer(j) AS CASE WHEN bq_json_repeats(j) THEN CAST(bq_json_normal(j) AS JSON) ELSE j END',

  "bq_json_frame(s) AS regexp_replace(s, '\"([^\"\\\\]|\\\\.)*\"', '\"\"', 'g')",
  // DuckDB also takes commas at the end and NaN; numbers that no FLOAT64 holds exactly are errors in BigQuery.
  `bq_json_inexact(bare) AS regexp_matches(bare, '[0-9]{20}|${MANY_DIGITS}|[0-9]{16}[0-9.]*[eE]')`,
  "bq_json_loose(frame) AS regexp_matches(frame, '(?i)nan|inf|,\\s*[\\]}]')",
  "bq_json_huge(bare) AS regexp_matches(bare, '[eE][-+]?[0-9]{3}')",
  "bq_json_parsed(s) AS CASE WHEN s IS NULL THEN NULL WHEN NOT json_valid(s) OR bq_json_loose(bq_json_frame(s)) THEN error('invalid JSON') ELSE CAST(json(s) AS JSON) END",
  "bq_json_exact(s) AS CASE WHEN bq_json_inexact(bq_json_bare(s)) OR bq_json_huge(bq_json_bare(s)) THEN error('a number in JSON that is huge or has more digits than are kept; write wide_number_mode=>''round'' for the digits') ELSE s END",
  "bq_json_rounded(s) AS CASE WHEN bq_json_huge(bq_json_bare(s)) THEN error('a number in JSON with an exponent of three digits') ELSE s END",

  // The members of objects by name; a pointer, since a path has no way to write every name.
  "bq_json_field(j, name) AS CASE WHEN json_type(j) = 'OBJECT' THEN json_extract(j, '/' || replace(replace(name, '~', '~0'), '/', '~1')) END",
  "bq_json_element(j, i) AS CASE WHEN json_type(j) = 'ARRAY' AND i >= 0 THEN json_extract(j, '$[*]')[i + 1] END",

  "bq_json_bool(j) AS CASE WHEN json_type(j) = 'BOOLEAN' THEN (j ->> '$') = 'true' WHEN j IS NOT NULL THEN error('BOOL of JSON that is not a boolean') END",
  "bq_json_string(j) AS CASE WHEN json_type(j) = 'VARCHAR' THEN j ->> '$' WHEN j IS NOT NULL THEN error('STRING of JSON that is not a string') END",
  "bq_json_is_whole(j) AS json_type(j) IN ('UBIGINT', 'BIGINT')",
  "bq_json_whole(j) AS CASE WHEN bq_json_is_whole(j) THEN TRY_CAST(j ->> '$' AS BIGINT) END",
  "bq_json_float64(j) AS CASE WHEN json_type(j) IN ('DOUBLE', 'UBIGINT', 'BIGINT') THEN CAST(j ->> '$' AS DOUBLE) WHEN j IS NOT NULL THEN error('FLOAT64 of JSON that is not a number') END",
  "bq_json_float64_exact(j) AS CASE WHEN bq_json_is_whole(j) AND CAST(j ->> '$' AS HUGEINT) NOT BETWEEN -9007199254740992 AND 9007199254740992 THEN error('JSON number beyond 2^53 as FLOAT64; write wide_number_mode=>''round''') ELSE bq_json_float64(j) END",
  'bq_whole_double(x) AS CASE WHEN x = trunc(x) AND x >= -9223372036854775808.0 AND x < 9223372036854775808.0 THEN CAST(x AS BIGINT) END',
  "bq_json_int64(j) AS CASE WHEN j IS NULL THEN NULL WHEN bq_json_is_whole(j) THEN coalesce(bq_json_whole(j), error('JSON number beyond INT64')) WHEN json_type(j) = 'DOUBLE' THEN coalesce(bq_whole_double(CAST(j ->> '$' AS DOUBLE)), error('INT64 of a JSON number that is not a whole number of its range')) ELSE error('INT64 of JSON that is not a number') END",

  "bq_lax_bool(j) AS CASE json_type(j) WHEN 'BOOLEAN' THEN (j ->> '$') = 'true' WHEN 'VARCHAR' THEN CASE lower(j ->> '$') WHEN 'true' THEN true WHEN 'false' THEN false END WHEN 'UBIGINT' THEN CAST(j ->> '$' AS DOUBLE) <> 0 WHEN 'BIGINT' THEN CAST(j ->> '$' AS DOUBLE) <> 0 WHEN 'DOUBLE' THEN CAST(j ->> '$' AS DOUBLE) <> 0 END",
  // Half away from zero; beyond INT64 there is no value.
  'bq_lax_rounded(x) AS bq_whole_double(round(x))',
  "bq_lax_text_to_int(s) AS CASE WHEN regexp_full_match(s, '[-+]?[0-9]{1,18}') THEN CAST(s AS BIGINT) WHEN regexp_full_match(s, '[-+]?[0-9]{1,18}\\.[0-9]{1,9}') THEN CAST(round(CAST(s AS DECIMAL(38,9))) AS BIGINT) WHEN regexp_full_match(s, '\\s*[-+]?\\s*([0-9]|\\.[0-9]|0x).*') THEN error('LAX_INT64 of a string with a number in another form than 12 or 1.5') END",
  "bq_lax_int64(j) AS CASE json_type(j) WHEN 'BOOLEAN' THEN CASE j ->> '$' WHEN 'true' THEN 1::BIGINT ELSE 0::BIGINT END WHEN 'VARCHAR' THEN bq_lax_text_to_int(j ->> '$') WHEN 'UBIGINT' THEN TRY_CAST(j ->> '$' AS BIGINT) WHEN 'BIGINT' THEN TRY_CAST(j ->> '$' AS BIGINT) WHEN 'DOUBLE' THEN bq_lax_rounded(CAST(j ->> '$' AS DOUBLE)) END",
  "bq_lax_text_to_float(s) AS CASE WHEN regexp_full_match(s, '[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]{1,2})?') THEN CAST(s AS DOUBLE) WHEN lower(s) IN ('nan', 'inf', 'infinity', '+inf', '-inf', '+infinity', '-infinity') THEN CAST(s AS DOUBLE) WHEN regexp_full_match(s, '\\s*[-+]?\\s*([0-9]|\\.[0-9]|(?i:nan|inf)).*') THEN error('LAX_FLOAT64 of a string with a number in another form than 12, 1.5 or 1e10') END",
  "bq_lax_float64(j) AS CASE json_type(j) WHEN 'VARCHAR' THEN bq_lax_text_to_float(j ->> '$') WHEN 'UBIGINT' THEN CAST(j ->> '$' AS DOUBLE) WHEN 'BIGINT' THEN CAST(j ->> '$' AS DOUBLE) WHEN 'DOUBLE' THEN CAST(j ->> '$' AS DOUBLE) END",
  "bq_lax_string(j) AS CASE json_type(j) WHEN 'OBJECT' THEN NULL WHEN 'ARRAY' THEN NULL WHEN 'NULL' THEN NULL WHEN 'DOUBLE' THEN bq_float_text(CAST(j ->> '$' AS DOUBLE)) ELSE j ->> '$' END",
  "bq_json_type(j) AS CASE json_type(j) WHEN 'OBJECT' THEN 'object' WHEN 'ARRAY' THEN 'array' WHEN 'NULL' THEN 'null' WHEN 'BOOLEAN' THEN 'boolean' WHEN 'VARCHAR' THEN 'string' WHEN 'UBIGINT' THEN 'number' WHEN 'BIGINT' THEN 'number' WHEN 'DOUBLE' THEN 'number' END",
  // A scalar of a JSON value, whose numbers have one form each, other than those in a STRING.
  "bq_json_value(j) AS CASE json_type(j) WHEN 'OBJECT' THEN NULL WHEN 'ARRAY' THEN NULL WHEN 'DOUBLE' THEN bq_json_leaf(j) ELSE j ->> '$' END",
  "bq_json_values(j) AS CASE WHEN json_type(j) = 'ARRAY' AND NOT list_bool_or(list_transform(json_extract(j, '$[*]'), lambda e: json_type(e) IN ('OBJECT', 'ARRAY')) || [false]) THEN list_transform(json_extract(j, '$[*]'), lambda e: bq_json_value(e)) END",

  // Fifteen digits where they are the number again, else seventeen.
  "bq_float_digits(x) AS CASE WHEN CAST(printf('%.15g', x) AS DOUBLE) = x THEN printf('%.15g', x) ELSE printf('%.17g', x) END",
  "bq_float_text(x) AS CASE WHEN x = 0 AND CAST(x AS VARCHAR) = '-0.0' THEN error('-0.0 as text') WHEN isfinite(x) THEN bq_float_digits(x) WHEN isnan(x) THEN 'NaN' WHEN x > 0 THEN 'Infinity' WHEN x < 0 THEN '-Infinity' END",
  "bq_json_float_text(x) AS CASE WHEN isfinite(x) THEN bq_float_text(x) WHEN x IS NOT NULL THEN '\"' || bq_float_text(x) || '\"' END",
  "bq_json_float(x) AS CASE WHEN x = 0 AND CAST(x AS VARCHAR) = '-0.0' THEN error('-0.0 as JSON') WHEN isfinite(x) THEN bq_json_double(x) WHEN x IS NOT NULL THEN '\"' || bq_float_text(x) || '\"' END",
  "bq_json_wide_text(n) AS CASE WHEN n BETWEEN -9007199254740992 AND 9007199254740992 THEN CAST(n AS VARCHAR) ELSE '\"' || CAST(n AS VARCHAR) || '\"' END",
  "bq_numeric_text(x) AS rtrim(rtrim(CAST(x AS VARCHAR), '0'), '.')",
  "bq_json_numeric_text(x) AS CASE WHEN x = trunc(x) THEN bq_json_wide_text(CAST(trunc(x) AS DECIMAL(38,0))) ELSE '\"' || bq_numeric_text(x) || '\"' END",
  "bq_json_numeric(x) AS CASE WHEN x = trunc(x) AND x BETWEEN -9223372036854775808 AND 9223372036854775807 THEN CAST(CAST(x AS BIGINT) AS VARCHAR) WHEN length(replace(replace(bq_numeric_text(abs(x)), '.', ''), '-', '')) <= 15 THEN bq_json_double(CAST(bq_numeric_text(x) AS DOUBLE)) WHEN x IS NOT NULL THEN error('a NUMERIC with more than 15 digits as JSON') END",

  // Lines of keys, those of one path with a separator between them that stands in no key; arrays are marked by another.
  "bq_json_key(k) AS CASE WHEN k = '' OR regexp_matches(k, '[\\x00-\\x1f\\x7f\\x{2028}\\x{2029}]') THEN error('JSON_KEYS over a key that is empty or has control characters') WHEN regexp_matches(k, '[.\"\\\\]') THEN CAST(to_json(k) AS VARCHAR) ELSE k END",
  "bq_json_below(k, part) AS CASE WHEN ltrim(part, chr(30)) = '' THEN bq_json_key(k) ELSE bq_json_key(k) || chr(10) || array_to_string(list_transform(string_split(ltrim(part, chr(30)), chr(10)), lambda line: bq_json_key(k) || chr(31) || line), chr(10)) END",
  "bq_json_joined(parts) AS coalesce(array_to_string(list_filter(parts, lambda part: part <> ''), chr(10)), '')",
  "bq_json_key_lines(node, parts, mode) AS CASE node[1] WHEN '' THEN '' WHEN '[' THEN CASE mode WHEN 'strict' THEN '' WHEN 'lax' THEN chr(30) || bq_json_joined(list_filter(parts, lambda part: NOT starts_with(part, chr(30)))) ELSE bq_json_joined(parts) END ELSE bq_json_joined(list_transform(bq_json_members(node[2:], parts), lambda m: bq_json_below(m.k, m.part))) END",
  "bq_json_all_keys(j, mode) AS list_filter(string_split(ltrim(list_reduce(bq_json_nodes(j), lambda queue, node: list_append(queue[bq_json_width(node) + 1:], bq_json_key_lines(node, list_reverse(queue[1:bq_json_width(node)]), mode)), CAST([] AS VARCHAR[]))[1], chr(30)), chr(10)), lambda line: line <> '')",
  "bq_json_keys(j, depth, mode) AS CASE WHEN j IS NULL OR depth IS NULL THEN NULL WHEN depth < 1 THEN error('the depth of JSON_KEYS is a number from 1') ELSE list_sort(list_distinct(list_transform(list_filter(bq_json_all_keys(j, mode), lambda line: len(string_split(line, chr(31))) <= depth), lambda line: replace(line, chr(31), '.')))) END",
  // One level of arrays after the other, as many as there may be.
  "bq_json_opened(items) AS flatten(list_transform(items, lambda item: CASE WHEN json_type(item) = 'ARRAY' THEN json_extract(item, '$[*]') ELSE [item] END))",
  "bq_json_flatten(j) AS CASE WHEN j IS NULL THEN NULL WHEN json_type(j) <> 'ARRAY' THEN [j] ELSE list_reduce(list_resize([[j]], CAST(len(string_split(CAST(j AS VARCHAR), '[')) AS BIGINT), CAST([] AS JSON[])), lambda items, again: bq_json_opened(items)) END",

  "bq_json_listed(parts, keep) AS '{' || coalesce(array_to_string(CASE WHEN keep THEN parts ELSE parts[:len(parts) - 1] END, ','), '') || '}'",
  "bq_json_object(keys, parts) AS CASE WHEN keys IS NULL OR parts IS NULL THEN error('JSON_OBJECT of a NULL array') WHEN list_count(keys) < len(keys) THEN error('a key of JSON_OBJECT is NULL') WHEN len(keys) <> len(parts) THEN error('JSON_OBJECT needs as many values as keys') ELSE bq_json_object_text(bq_json_members(keys, parts)) END",

  "bq_json_replaced(j, keep, name, part) AS CAST(bq_json_listed(list_append(list_transform(list_filter(list_zip(json_keys(j), json_extract(j, '$.*')), lambda m: m[1] <> name), lambda m: CAST(to_json(m[1]) AS VARCHAR) || ':' || CAST(m[2] AS VARCHAR)), CAST(to_json(name) AS VARCHAR) || ':' || CAST(part AS VARCHAR)), keep) AS JSON)",
  // The elements of an array, at least n.
  "bq_json_padded(j, n) AS list_resize(json_extract(j, '$[*]'), greatest(len(json_extract(j, '$[*]')), n), CAST('null' AS JSON))",
  'bq_json_array(parts) AS CAST(to_json(parts) AS JSON)',
];
