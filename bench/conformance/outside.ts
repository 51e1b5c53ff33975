import { type ConformanceCase } from './conformance-case.js';

/**
 * Features, by googlesql's own names, that BigQuery does not document, and types that it has and nobody logs: BIGNUMERIC,
 * GEOGRAPHY, INTERVAL, RANGE.
 */
const FEATURES: ReadonlySet<string> = new Set([
  'AGGREGATE_FILTERING',
  'AGGREGATION_THRESHOLD',
  'ALIASES_FOR_STRING_AND_DATE_FUNCTIONS',
  'ANALYSIS_CONSTANT_PIVOT_COLUMN',
  'ANNOTATION_FRAMEWORK',
  'ARRAY_AGGREGATION_FUNCTIONS',
  'ARRAY_DISTINCT',
  'ARRAY_EQUALITY',
  'ARRAY_FIND_FUNCTIONS',
  'ARRAY_OF_ARRAY',
  'ARRAY_ORDERING',
  'ARRAY_ZIP',
  'BETWEEN_UINT64_INT64',
  'BIGNUMERIC_TYPE',
  'BITWISE_AGGREGATE_BYTES_SIGNATURES',
  'COLLATION_IN_EXPLICIT_CAST',
  'COLLATION_SUPPORT',
  'CREATE_TABLE_FUNCTION',
  'DIFFERENTIAL_PRIVACY',
  'ENFORCE_CONDITIONAL_EVALUATION',
  'FIRST_AND_LAST_N',
  'GENERAL_QUANTIFIED_COMPARISONS',
  'GEOGRAPHY',
  'IMPLICIT_COERCION_STRING_LITERAL_TO_BYTES',
  'INLINE_LAMBDA_ARGUMENT',
  'INTERVAL_TYPE',
  'JSON_ARRAY_VALUE_EXTRACTION_FUNCTIONS',
  'JSON_STRICT_NUMBER_PARSING',
  'LATERAL_COLUMN_REFERENCES',
  'LIMIT_ALL',
  'LITERAL_CONCATENATION',
  'MAP_TYPE',
  'MATCH_RECOGNIZE',
  'MULTILEVEL_AGGREGATION',
  'ORDER_BY_COLLATE',
  'RADIANS_DEGREES_FUNCTIONS',
  'RANGE_TYPE',
  'RELAXED_WITH_RECURSIVE',
  'SAFE_FUNCTION_CALL_WITH_LAMBDA_ARGS',
  'TABLE_VALUED_FUNCTIONS',
  'TABLESAMPLE',
  'TEMPLATE_FUNCTIONS',
  'TIMESTAMP_NANOS',
  'TIMESTAMP_PICOS',
  'TIMESTAMP_PRECISION',
  'UNNEST_AND_FLATTEN_ARRAYS',
  'UUID_TYPE',
  'WITH_EXPRESSION',
  'WITH_GROUP_ROWS',
  'WITH_RECURSIVE_DEPTH_MODIFIER',
]);

/** Marks of such features and types in a query, for cases that name no feature. */
const TEXTS: readonly RegExp[] = [
  /\b(?:u?int32|uint64|double|float|uuid|bignumeric|bigdecimal|map\s*<|range\s*<|tokenlist)\b/i,
  /googlesql_test|\bNEW\s+`?[\w.]+`?\s*\(|\bAS\s+ROUNDING_MODE\b|\b(?:FROM|TO)_PROTO\b|\bMEASURE\b/i,
  /\bRANGE\s*<|\bST_\w+\s*\(|\bPARSE_BIGNUMERIC\b/i,
  // Whole numbers of 64 bits without a sign, and times of nanoseconds.
  /\b(?:9223372036854775808|1[0-9]{19}|0x[89a-f][0-9a-f]{15})\b|:\d\d\.\d{7,}/i,
  /->/,
  /\b(?:(?:IF|IS|NULLIF)ERROR|MAP_\w+|FLATTEN|APPLY|[LU]CASE|SPLIT_SUBSTR|REGEXP_(?:MATCH|EXTRACT_GROUPS))\s*\(/i,
  /\bARRAY_(?:FIND|OFFSETS?|ZIP|TRANSFORM|FILTER|INCLUDES|IS_DISTINCT|DISTINCT|MAX|MIN|SUM|AVG|(?:\w+_)?N)\w*\s*\(/i,
  /\b(?:ADD_MONTHS|NEXT_DAY|MONTHS_BETWEEN|BIT_CAST_TO_\w+|PI(?:_\w+)?|TIMESTAMP_FROM_UNIX_\w+|RADIANS|DEGREES|NEW_UUID|HIGHWAY_\w+)\s*\(/i,
  /\b(?:ELEMENTWISE_\w+|SAFE_KEY|SAFE_TO_JSON|JSON_CONTAINS|KLL_QUANTILES\.\w+|IS_(?:FIRST|LAST)|COLLATE|GROUPING_ID)\s*\(/i,
  /\b(?:LAX_)?(?:U?INT32|UINT64|FLOAT|DOUBLE)(?:_ARRAY)?\s*\(/i,
  /\b(?:LAX_)?(?:BOOL|INT64|FLOAT64|STRING)_ARRAY\s*\(/i,
  /(?:=|<>|!=|<|>)\s*(?:ANY|ALL|SOME)\b/i,
  /\b(?:EXCEPT|INTERSECT)\s+ALL\b/i,
  /\bIS\s+(?:NOT\s+)?UNKNOWN\b/i,
  /\bLIMIT\s+(?:ALL|NULL|CAST)\b/i,
  /\bLATERAL\b|\bGROUP_ROWS\b|\bCOLLATE\b|\bWITH\s*\(|\bmode\s*=>/i,
  /\)\s*\.[0-9(]/,
  /\bRECURSIVE\b[^]*\bUNION\s+DISTINCT\b/i,
  // A STRUCT has a field at least; SAFE. is for scalar functions.
  /\bSTRUCT\s*(?:<\s*>|\(\s*\))/i,
  /\bSAFE\.(?:SUM|AVG|COUNT|MIN|MAX|ANY_VALUE|ARRAY_AGG|STRING_AGG|(?:DENSE_|PERCENT_)?RANK|ROW_NUMBER|NTILE|LEAD|LAG)\s*\(/i,
];

/** No aggregate takes a subquery without brackets of its own, so that these clauses are those of other products. */
const FILTERED_AGGREGATE =
  /\b(?:COUNT|SUM|AVG|MIN|MAX|ANY_VALUE|ARRAY_AGG|STRING_AGG|COUNTIF|LOGICAL_\w+)\s*\((?:[^()]|\([^()]*\))*?\b(?:WHERE|GROUP\s+BY)\b/i;

/**
 * Refusals that are due to the case: to tables that the suite's own program makes, to answers that BigQuery refuses, and to aggregate
 * functions that its PIVOT does not take: of several arguments, or such as do not pass over NULL.
 */
const REFUSALS = new RegExp(
  [
    '^two columns of the answer|^a STRUCT with two fields of one name in the answer|has a NULL element',
    '^there is no table "(?!.*CTE)',
    '^PIVOT takes aggregate functions (?:of one argument|that pass over NULL)',
  ].join('|'),
);

/** Whether a case needs something that BigQuery does not have, so that it tells nothing of a dialect that is BigQuery's. */
export function isOutside({ sql, features }: ConformanceCase, refusal: string): boolean {
  return (
    features.some((name) => FEATURES.has(name)) ||
    FILTERED_AGGREGATE.test(sql) ||
    TEXTS.some((text) => text.test(sql)) ||
    REFUSALS.test(refusal)
  );
}

/** Whether a case wants what the documentation does not say: a DATETIME as text has a space between the date and the time. */
export function isMistaken({ area, sql }: ConformanceCase): boolean {
  return area === 'functions/datetime' && /CAST\((?:DATETIME|PARSE_DATETIME)\w*\(.*AS STRING\)/i.test(sql);
}
