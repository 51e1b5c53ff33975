import { type ConformanceCase } from './conformance-case.js';

/**
 * What GoogleSQL has in other products and BigQuery does not document
 * (https://cloud.google.com/bigquery/docs/reference/standard-sql), by what is written in the query.
 */
const OUTSIDE: readonly RegExp[] = [
  // Types, and literals of them.
  /\b(?:u?int32|uint64|double|float|uuid|map\s*<|tokenlist|timestamp_(?:nanos|picos))\b/i,
  /googlesql_test|\bNEW\s+`?\w+\s*\(|\b(?:FROM|TO)_PROTO\b|\bMEASURE\b/i,
  // Lambdas, and the functions for them.
  /->/,
  // Functions.
  /\b(?:(?:IF|IS|NULLIF)ERROR|MAP_\w+|FLATTEN|APPLY|SPLIT_SUBSTR|REGEXP_(?:MATCH|EXTRACT_GROUPS))\s*\(/i,
  /\bARRAY_(?:FIND|OFFSETS?|ZIP|TRANSFORM|FILTER|INCLUDES|IS_DISTINCT|DISTINCT|MAX|MIN|SUM|AVG|(?:\w+_)?N)\w*\s*\(/i,
  /\b(?:ADD_MONTHS|NEXT_DAY|MONTHS_BETWEEN|BIT_CAST_TO_\w+|PI(?:_\w+)?|RADIANS|DEGREES|NEW_UUID|HIGHWAY_\w+)\s*\(/i,
  /\b(?:ELEMENTWISE_\w+|SAFE_KEY|SAFE_TO_JSON|JSON_CONTAINS|KLL_QUANTILES\.\w+|IS_(?:FIRST|LAST)|COLLATE)\s*\(/i,
  /\b(?:LAX_)?(?:U?INT32|UINT64|FLOAT|DOUBLE)(?:_ARRAY)?\s*\(/i,
  // Syntax.
  /(?:=|<>|!=|<|>)\s*(?:ANY|ALL|SOME)\b/i,
  /\b(?:EXCEPT|INTERSECT)\s+ALL\b/i,
  /\bIS\s+(?:NOT\s+)?UNKNOWN\b/i,
  /\bLIMIT\s+(?:ALL|NULL|CAST)\b/i,
  /\bLATERAL\b|\bGROUP_ROWS\b|\bCOLLATE\b|\bWITH\s*\(|\bmode\s*=>/i,
  /\)\s*\.[0-9(]/,
];

/** No function of these takes a subquery, so that WHERE and GROUP BY in its brackets are those of the other products. */
const FILTERED_AGGREGATE =
  /\b(?:COUNT|SUM|AVG|MIN|MAX|ANY_VALUE|ARRAY_AGG|STRING_AGG|COUNTIF|LOGICAL_\w+)\s*\((?:[^()]|\([^()]*\))*?\b(?:WHERE|GROUP\s+BY)\b/i;

/** Whether a case needs something that BigQuery does not have, so that it tells nothing of a dialect that is BigQuery's. */
export function isOutside({ sql }: ConformanceCase): boolean {
  return FILTERED_AGGREGATE.test(sql) || OUTSIDE.some((text) => text.test(sql));
}
