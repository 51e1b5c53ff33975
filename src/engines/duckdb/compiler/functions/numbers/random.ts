import { typed } from '../../expression.js';
import { expectArguments, type FunctionRule } from '../../rule.js';
import { FLOAT64, STRING } from '../../../../../googlesql/types/types.js';
import { SQL } from '../../sql-tree/sql.js';

/** The functions that answer differently each time. */
export const RANDOM_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  [
    'RAND',
    (call) => {
      expectArguments(call, 0);
      return typed(SQL`random()`, FLOAT64);
    },
  ],
  [
    'GENERATE_UUID',
    (call) => {
      expectArguments(call, 0);
      return typed(SQL`CAST(uuid() AS VARCHAR)`, STRING);
    },
  ],
]);
