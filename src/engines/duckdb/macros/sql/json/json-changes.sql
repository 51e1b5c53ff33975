-- JSON put together and changed, and its keys.

-- Lines of keys, those of one path with a separator between them that stands in no key; arrays are marked by another.
CREATE MACRO bq_json_key(k) AS CASE
  WHEN k = '' OR regexp_matches(k, '[\x00-\x1f\x7f\x{2028}\x{2029}]')
    THEN error('JSON_KEYS over a key that is empty or has control characters')
  WHEN regexp_matches(k, '[."\\]') THEN CAST(to_json(k) AS VARCHAR)
  ELSE k
END;

CREATE MACRO bq_json_below(k, part) AS CASE
  WHEN ltrim(part, chr(30)) = '' THEN bq_json_key(k)
  ELSE bq_json_key(k)
    || chr(10)
    || array_to_string(
      list_transform(
        string_split(ltrim(part, chr(30)), chr(10)),
        lambda line: bq_json_key(k) || chr(31) || line
      ),
      chr(10)
    )
END;

CREATE MACRO bq_json_joined(parts) AS
  coalesce(array_to_string(list_filter(parts, lambda part: part <> ''), chr(10)), '');

CREATE MACRO bq_json_key_lines(node, parts, mode) AS CASE node[1]
  WHEN '' THEN ''
  WHEN '[' THEN CASE mode
    WHEN 'strict' THEN ''
    WHEN 'lax' THEN chr(30) || bq_json_joined(list_filter(parts, lambda part: NOT starts_with(part, chr(30))))
    ELSE bq_json_joined(parts)
  END
  ELSE bq_json_joined(list_transform(bq_json_members(node[2:], parts), lambda m: bq_json_below(m.k, m.part)))
END;

CREATE MACRO bq_json_all_keys(j, mode) AS
  list_filter(
    string_split(
      ltrim(
        list_reduce(
          bq_json_nodes(j),
          lambda queue, node: list_append(
            queue[bq_json_width(node) + 1:],
            bq_json_key_lines(node, list_reverse(queue[1:bq_json_width(node)]), mode)
          ),
          CAST([] AS VARCHAR[])
        )[1],
        chr(30)
      ),
      chr(10)
    ),
    lambda line: line <> ''
  );

CREATE MACRO bq_json_keys(j, depth, mode) AS CASE
  WHEN j IS NULL OR depth IS NULL THEN NULL
  WHEN depth < 1 THEN error('the depth of JSON_KEYS is a number from 1')
  WHEN strlen(CAST(j AS VARCHAR)) > 20000 AND bq_json_deeper(bq_json_brackets(CAST(j AS VARCHAR))) <> ''
    THEN bq_beyond('JSON_KEYS of JSON that is long and nested deeply')
  ELSE list_sort(
    list_distinct(
      list_transform(
        list_filter(bq_json_all_keys(j, mode), lambda line: len(string_split(line, chr(31))) <= depth),
        lambda line: replace(line, chr(31), '.')
      )
    )
  )
END;

-- One level of arrays after the other, as many as there may be. Nothing interrupts that.
CREATE MACRO bq_json_opened(items) AS
  flatten(
    list_transform(
      items,
      lambda item: CASE WHEN json_type(item) = 'ARRAY' THEN json_extract(item, '$[*]') ELSE [item] END
    )
  );

CREATE MACRO bq_json_opened_often(j, levels) AS
  list_reduce(
    list_resize([[j]], levels + 1, CAST([] AS JSON[])),
    lambda items, again: bq_json_opened(items)
  );

CREATE MACRO bq_json_flatten(j) AS CASE
  WHEN j IS NULL THEN NULL
  WHEN json_type(j) <> 'ARRAY' THEN [j]
  WHEN bq_json_is_deep(CAST(j AS VARCHAR)) THEN error('JSON that is nested more than 500 levels deep')
  WHEN bq_json_deeper(bq_json_brackets(CAST(j AS VARCHAR))) = '' THEN bq_json_opened_often(j, 20)
  WHEN len(bq_json_kinds(j)) > 10000 THEN bq_beyond('JSON_FLATTEN of more than 10000 values that are nested deeply')
  ELSE bq_json_opened_often(j, 500)
END;

CREATE MACRO bq_json_listed(parts, keep) AS
  '{' || coalesce(array_to_string(CASE WHEN keep THEN parts ELSE parts[:len(parts) - 1] END, ','), '') || '}';

CREATE MACRO bq_json_object(keys, parts) AS CASE
  WHEN keys IS NULL OR parts IS NULL THEN error('JSON_OBJECT of a NULL array')
  WHEN list_count(keys) < len(keys) THEN error('a key of JSON_OBJECT is NULL')
  WHEN len(keys) <> len(parts) THEN error('JSON_OBJECT needs as many values as keys')
  ELSE bq_json_object_text(bq_json_members(keys, parts))
END;

CREATE MACRO bq_json_replaced(j, keep, name, part) AS
  CAST(
    bq_json_listed(
      list_append(
        list_transform(
          list_filter(list_zip(json_keys(j), json_extract(j, '$.*')), lambda m: m[1] <> name),
          lambda m: CAST(to_json(m[1]) AS VARCHAR) || ':' || CAST(m[2] AS VARCHAR)
        ),
        CAST(to_json(name) AS VARCHAR) || ':' || CAST(part AS VARCHAR)
      ),
      keep
    ) AS JSON
  );

-- The elements of an array, at least n.
CREATE MACRO bq_json_padded(j, n) AS
  list_resize(json_extract(j, '$[*]'), greatest(len(json_extract(j, '$[*]')), n), CAST('null' AS JSON));

CREATE MACRO bq_json_array(parts) AS CAST(to_json(parts) AS JSON);
