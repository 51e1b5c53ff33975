import { namedWord } from '../../expressions/named-arguments.js';
import { type FunctionCall, type Rule } from '../../rule.js';
import { JSON_TYPE } from '../../../../../googlesql/types/types.js';
import { SQL, type Sql } from '../../sql-tree/sql.js';

/** Functions from JSON values to SQL values: strictly, or, by the LAX functions, as far as it can be done. */
export const JSON_VALUE_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['BOOL', ['bq_json_bool']],
  ['INT64', ['bq_json_int64']],
  ['FLOAT64', float64],
  ['LAX_BOOL', ['bq_lax_bool']],
  ['LAX_INT64', ['bq_lax_int64']],
  ['LAX_FLOAT64', ['bq_lax_float64']],
  ['LAX_STRING', ['bq_lax_string']],
  // Everything but arrays, in the value or in arrays in it.
  ['JSON_FLATTEN', ['bq_json_flatten']],
  ['JSON_TYPE', ['bq_json_type']],
]);

function float64(call: FunctionCall): Sql {
  const isExact = namedWord(call, 'wide_number_mode') === 'exact';
  const macro = isExact ? SQL`bq_json_float64_exact` : SQL`bq_json_float64`;
  return SQL`${macro}(${call.as(0, JSON_TYPE)})`;
}
