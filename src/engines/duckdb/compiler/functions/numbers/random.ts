import { typed } from '../../expression.js';
import { type FunctionRule, taking } from '../../rule.js';
import { FLOAT64, STRING } from '../../../../../googlesql/types/types.js';
import { SQL } from '../../sql-tree/sql.js';

/** The functions that answer differently each time. */
export const RANDOM_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['RAND', taking(0, () => typed(SQL`random()`, FLOAT64))],
  ['GENERATE_UUID', taking(0, () => typed(SQL`CAST(uuid() AS VARCHAR)`, STRING))],
]);
