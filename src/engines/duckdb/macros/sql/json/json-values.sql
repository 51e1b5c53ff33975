-- Values of JSON, where DuckDB's JSON functions have another meaning, and their text.

-- BigQuery writes the shortest digits, with an exponent below 1e-4 and from 1e15 on; DuckDB from 1e16 on.
CREATE MACRO bq_json_double(x) AS CASE
  WHEN abs(x) >= 1e15 AND abs(x) < 1e16 THEN error('a FLOAT64 from 1e15 to 1e16 as text of JSON')
  ELSE CAST(x AS VARCHAR)
END;

CREATE MACRO bq_json_escaped(s) AS CASE
  WHEN regexp_matches(s, '\\u00[01][A-F]') THEN error('JSON with a control character')
  ELSE s
END;

CREATE MACRO bq_json_leaf(j) AS CASE json_type(j)
  WHEN 'DOUBLE' THEN bq_json_double(CAST(j ->> '$' AS DOUBLE))
  WHEN 'VARCHAR' THEN bq_json_escaped(CAST(json_extract(j, '$') AS VARCHAR))
  ELSE coalesce(j ->> '$', 'null')
END;

-- A value is folded from its leaves upwards: level by level, the last node first, so that the texts of a node's parts
-- stand at the head of a queue, the last part first, when its turn comes. A node is its kind and its keys or its text.
CREATE MACRO bq_json_node(kind, keys, width, leaf) AS CASE kind
  WHEN 'OBJECT' THEN list_prepend('{', keys)
  WHEN 'ARRAY' THEN list_resize(['['], CAST(width + 1 AS BIGINT), '')
  ELSE ['', bq_json_leaf(leaf)]
END;

-- The text of each node, by json_extract, would be that of the whole as often as it is nested.
CREATE MACRO bq_json_kinds(j) AS list_prepend(json_type(j), CAST(json_type(j, '$..*') AS VARCHAR[]));
CREATE MACRO bq_json_all_names(j) AS list_prepend(json_keys(j), CAST(json_keys(j, '$..*') AS VARCHAR[][]));

-- The number of values is bounded, since the queue is copied for each node and nothing interrupts that.
CREATE MACRO bq_json_nodes(j) AS CASE
  WHEN len(bq_json_kinds(j)) > 10001 THEN bq_beyond('JSON of more than 10000 values as text')
  WHEN len(bq_json_kinds(j)) * strlen(CAST(j AS VARCHAR)) > 1000000000
    THEN bq_beyond('JSON of many values and of a long text as text')
  WHEN bq_json_is_deep(CAST(j AS VARCHAR)) THEN error('JSON that is nested more than 500 levels deep')
  ELSE list_transform(
    list_reverse(
      list_zip(
        bq_json_kinds(j),
        bq_json_all_names(j),
        list_prepend(json_array_length(j), CAST(json_array_length(j, '$..*') AS UBIGINT[])),
        list_prepend(json_value(j, '$'), CAST(json_value(j, '$..*') AS JSON[]))
      )
    ),
    lambda node: bq_json_node(node[1], node[2], node[3], node[4])
  )
END;

-- Keys in the order of their bytes; of several the same, the first counts.
CREATE MACRO bq_json_members(keys, parts) AS
  list_sort(
    list_transform(list_distinct(keys), lambda k: struct_pack(k := k, part := parts[list_position(keys, k)]))
  );

CREATE MACRO bq_json_object_text(members) AS
  '{'
    || coalesce(
      array_to_string(
        list_transform(members, lambda m: bq_json_escaped(CAST(to_json(m.k) AS VARCHAR)) || ':' || m.part),
        ','
      ),
      ''
    )
    || '}';

CREATE MACRO bq_json_array_text(parts) AS '[' || coalesce(array_to_string(parts, ','), '') || ']';

-- The lists are the texts that are left out of objects and of arrays.
CREATE MACRO bq_json_folded(node, parts, fromObjects, fromArrays) AS CASE node[1]
  WHEN '' THEN node[2]
  WHEN '[' THEN bq_json_array_text(list_filter(parts, lambda part: NOT list_contains(fromArrays, part)))
  ELSE bq_json_object_text(
    list_filter(bq_json_members(node[2:], parts), lambda m: NOT list_contains(fromObjects, m.part))
  )
END;

CREATE MACRO bq_json_width(node) AS CASE node[1] WHEN '' THEN 0 ELSE len(node) - 1 END;

CREATE MACRO bq_json_fold(j, fromObjects, fromArrays) AS
  list_reduce(
    bq_json_nodes(j),
    lambda queue, node: list_append(
      queue[bq_json_width(node) + 1:],
      bq_json_folded(node, list_reverse(queue[1:bq_json_width(node)]), fromObjects, fromArrays)
    ),
    CAST([] AS VARCHAR[])
  )[1];

CREATE MACRO bq_json_normal(j) AS CASE
  WHEN json_type(j) IN ('OBJECT', 'ARRAY') THEN bq_json_fold(j, CAST([] AS VARCHAR[]), CAST([] AS VARCHAR[]))
  WHEN j IS NOT NULL THEN bq_json_leaf(j)
END;

CREATE MACRO bq_json_unless_empty(s, empties) AS CASE WHEN list_contains(empties, s) THEN 'null' ELSE s END;

CREATE MACRO bq_json_stripped(j, fromArrays, empties) AS CASE
  WHEN j IS NULL THEN NULL
  WHEN json_type(j) NOT IN ('OBJECT', 'ARRAY') THEN j
  ELSE CAST(
    bq_json_unless_empty(
      bq_json_fold(
        j,
        list_prepend('null', empties),
        CASE WHEN fromArrays THEN list_prepend('null', empties) ELSE CAST([] AS VARCHAR[]) END
      ),
      empties
    ) AS JSON
  )
END;

CREATE MACRO bq_json_repeats(j) AS
  list_bool_or(list_transform(bq_json_all_names(j), lambda names: list_unique(names) < len(names)));

CREATE MACRO bq_json_answer(j) AS CASE WHEN bq_json_repeats(j) THEN CAST(bq_json_normal(j) AS JSON) ELSE j END;

-- Whether it is nested more than 500 levels deep: of the brackets outside of strings, all that are nested up to twenty
-- levels deep are taken out, 25 times. That is not done for texts with fewer brackets, as most have.
CREATE MACRO bq_json_brackets(s) AS
  translate(regexp_replace(s, '(?:[^"\[\]{}]|"(?:[^"\\]|\\.)*")+', '', 'g'), '{}', '[]');

CREATE MACRO bq_json_deeper(brackets) AS
  regexp_replace(brackets, repeat('\[(?:', 19) || '\[\]' || repeat(')*\]', 19), '', 'g');

CREATE MACRO bq_json_is_deep(s) AS
  strlen(s) > 1000
    AND len(string_split(s, '[')) + len(string_split(s, '{')) > 502
    AND list_reduce(
      list_resize([''], 25, ''),
      lambda rest, again: bq_json_deeper(rest),
      bq_json_brackets(s)
    ) <> '';

-- DuckDB also takes commas at the end and NaN; numbers that no FLOAT64 holds exactly are errors in BigQuery.
CREATE MACRO bq_json_inexact(bare) AS
  regexp_matches(
    bare,
    '[0-9]{20}'
    '|[0-9]{0}\.[0-9]{16}|[0-9]{1}\.[0-9]{15}|[0-9]{2}\.[0-9]{14}|[0-9]{3}\.[0-9]{13}'
    '|[0-9]{4}\.[0-9]{12}|[0-9]{5}\.[0-9]{11}|[0-9]{6}\.[0-9]{10}|[0-9]{7}\.[0-9]{9}'
    '|[0-9]{8}\.[0-9]{8}|[0-9]{9}\.[0-9]{7}|[0-9]{10}\.[0-9]{6}|[0-9]{11}\.[0-9]{5}'
    '|[0-9]{12}\.[0-9]{4}|[0-9]{13}\.[0-9]{3}|[0-9]{14}\.[0-9]{2}|[0-9]{15}\.[0-9]{1}'
    '|[0-9]{16}[0-9.]*[eE]'
  );

CREATE MACRO bq_json_loose(s) AS
  regexp_matches(regexp_replace(s, '"([^"\\]|\\.)*"', '""', 'g'), '(?i)nan|inf|,\s*[\]}]');

CREATE MACRO bq_json_huge(bare) AS regexp_matches(bare, '[eE][-+]?[0-9]{3}');

CREATE MACRO bq_json_parsed(s) AS CASE
  WHEN s IS NULL THEN NULL
  WHEN NOT json_valid(s) OR bq_json_loose(s) THEN error('invalid JSON')
  WHEN bq_json_is_deep(s) THEN error('JSON that is nested more than 500 levels deep')
  ELSE CAST(json(s) AS JSON)
END;

CREATE MACRO bq_json_exact(s) AS CASE
  WHEN bq_json_inexact(bq_json_bare(s)) OR bq_json_huge(bq_json_bare(s)) THEN error(
    'a number in JSON that is huge or has more digits than are kept; write wide_number_mode=>''round'' for the digits'
  )
  ELSE s
END;

CREATE MACRO bq_json_rounded(s) AS CASE
  WHEN bq_json_huge(bq_json_bare(s)) THEN error('a number in JSON with an exponent of three digits')
  ELSE s
END;

CREATE MACRO bq_json_bare(s) AS regexp_replace(CAST(s AS VARCHAR), '"([^"\\]|\\.)*"', '', 'g');
CREATE MACRO bq_json_elements(j) AS CASE WHEN json_type(j) = 'ARRAY' THEN CAST(json_extract(j, '$[*]') AS JSON[]) END;

CREATE MACRO bq_to_json_string(j) AS CASE
  WHEN j IS NULL THEN 'null'
  WHEN regexp_matches(CAST(j AS VARCHAR), '\\u|[\x{2028}\x{2029}]')
    THEN error('TO_JSON_STRING of a character that has several escapes')
  ELSE CAST(j AS VARCHAR)
END;

-- The members of objects by name; a pointer, since a path has no way to write every name.
CREATE MACRO bq_json_field(j, name) AS CASE
  WHEN json_type(j) = 'OBJECT' THEN json_extract(j, '/' || replace(replace(name, '~', '~0'), '/', '~1'))
END;

CREATE MACRO bq_json_element(j, i) AS CASE
  WHEN json_type(j) = 'ARRAY' AND i >= 0 THEN json_extract(j, '$[*]')[i + 1]
END;

CREATE MACRO bq_json_type(j) AS CASE json_type(j)
  WHEN 'OBJECT' THEN 'object'
  WHEN 'ARRAY' THEN 'array'
  WHEN 'NULL' THEN 'null'
  WHEN 'BOOLEAN' THEN 'boolean'
  WHEN 'VARCHAR' THEN 'string'
  WHEN 'UBIGINT' THEN 'number'
  WHEN 'BIGINT' THEN 'number'
  WHEN 'DOUBLE' THEN 'number'
END;

-- A scalar of a JSON value, whose numbers have one form each, other than those in a STRING.
CREATE MACRO bq_json_value(j) AS CASE json_type(j)
  WHEN 'OBJECT' THEN NULL
  WHEN 'ARRAY' THEN NULL
  WHEN 'DOUBLE' THEN bq_json_leaf(j)
  ELSE j ->> '$'
END;

CREATE MACRO bq_json_values(j) AS CASE
  WHEN json_type(j) = 'ARRAY'
      AND NOT list_bool_or(
        list_transform(CAST(json_extract(j, '$[*]') AS JSON[]), lambda e: json_type(e) IN ('OBJECT', 'ARRAY')) || [false]
      )
    THEN list_transform(CAST(json_extract(j, '$[*]') AS JSON[]), lambda e: bq_json_value(e))
END;
