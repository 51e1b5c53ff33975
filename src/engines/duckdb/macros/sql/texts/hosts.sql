-- The host of a URL, and the domain in it that somebody has registered.

-- A scheme without slashes is taken for a user, or for the host itself; what an "@" ends is the user. A bracket in front is that of IPv6,
-- and goes as far as the next bracket. Dots in front fall away, and those at the end but for one.
CREATE MACRO bq_net_host(s) AS
  nullif(
    regexp_replace(
      ltrim(
        regexp_extract(
          trim(s, E' \t\n\x0b\f\r'),
          '^(?:(?:[^#/?\\:]*:)?[/\\]{2})?(?:[^#/?\\]*@)?((?:\[[^\[\]#/?\\]*[\[\]]?)?[^:#/?\\]*)',
          1
        ),
        '.'
      ),
      '\.+$',
      '.'
    ),
    ''
  );

-- The number of labels that are a public suffix, of the last four, since no rule has more. The longest rule counts. In a rule, `*` stands for any
-- label, and `!` says that the first label is not part of the suffix although a rule with `*` has it.
CREATE MACRO bq_suffix_labels(l) AS
  [3, 4, 4, 2, 3, 3, 1, 2, 2, 1][
    list_position(
      list_transform(
        [
          '!' || array_to_string(l, '.'),
          array_to_string(l, '.'),
          '*.' || array_to_string(l[2:], '.'),
          '!' || array_to_string(l[2:], '.'),
          array_to_string(l[2:], '.'),
          '*.' || array_to_string(l[3:], '.'),
          '!' || array_to_string(l[3:], '.'),
          array_to_string(l[3:], '.'),
          '*.' || l[4],
          l[4]
        ],
        lambda r: bq_is_suffix_rule(r)
      ),
      true
    )
  ];

-- The last four labels of a host, with `?` for those that it has not.
CREATE MACRO bq_four_labels(h) AS string_split('?.?.?.' || lower(rtrim(h, '.')), '.')[-4:];

CREATE MACRO bq_last_labels(h, n) AS CASE
  WHEN contains(h, '..') OR len(string_split(rtrim(h, '.'), '.')) <= n THEN NULL
  ELSE array_to_string(string_split(h, '.')[-(n + CASE WHEN ends_with(h, '.') THEN 2 ELSE 1 END):], '.')
END;

-- Lambdas, since what stands in for a macro's argument runs, and the ENUM is made, as often as the macro names it.
CREATE MACRO bq_net_reg_domain(s) AS
  list_transform(
    [bq_net_host(s)],
    lambda h: list_transform(
      list_transform([bq_four_labels(h)], lambda l: bq_suffix_labels(l)),
      lambda n: bq_last_labels(h, n)
    )[1]
  )[1];
