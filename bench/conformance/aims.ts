/**
 * The areas of both suites that are about what people write against log tables: queries over nested rows, their functions,
 * windows, pipes. The others are about data definition, encryption, geography, graphs, machine learning, privacy and so on.
 */
const AIMS: readonly RegExp[] = [
  // googlesql's files.
  /^(?:aggregation_(?:distinct|having|order_by|queries)|approx_aggregation)/,
  /^analytic_(?!approx|array_concat|bignumeric|hll|kll|is_first|stat_)/,
  /^(?:any_value_aggregation|arithmetic_functions|array_(?:aggregation|constructors|functions|joins|queries)|bytes)$/,
  /^(?:case_statement_queries|cast_function|cast_timestamp\w*|civil_time|comparison_functions|concat_function)$/,
  /^(?:conditional_evaluation|constant_queries|date|default_timezone_utc|except_intersect_queries|exists_functions)$/,
  /^(?:group_by_all|groupby_queries\w*|grouping_sets_queries|having_queries|in_queries|join_queries|limit_queries)$/,
  /^json_queries$/,
  /^(?:like_a\w+|logical_functions|math_functions|misc|numeric|orderby_(?:numeric_)?queries)$/,
  /^(?:pipe_(?:assert|operators|syntax)|pivot|qualify|regexp_functions|round|safe_function|select_distinct|strings)$/,
  /^(?:struct_queries|subquery_\w+|type_queries|union\w+|unnest_queries|unpivot|value_table_queries|with_(?:queries|recursive))$/,
  // googlesqlite's folders.
  /^functions\/(?:aggregate(?:\/approximate)?|array|bit|conversion|date|datetime|json|math|string|time|timestamp|window)$/,
  /^syntax\/|^types$/,
];

/** Whether the embedded engine is to take what an area is about. */
export function isAim(area: string): boolean {
  return AIMS.some((name) => name.test(area));
}
