import { typed } from '../../expression.js';
import { expectArguments, type FunctionRule } from '../../rule.js';
import { FLOAT64, STRING } from '../../../../../googlesql/types/types.js';

/** The functions that answer differently each time; volatile-functions.ts in googlesql/ knows them, too. */
export const RANDOM_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  [
    'RAND',
    (call) => {
      expectArguments(call, 0);
      return typed('random()', FLOAT64);
    },
  ],
  [
    'GENERATE_UUID',
    (call) => {
      expectArguments(call, 0);
      return typed('CAST(uuid() AS VARCHAR)', STRING);
    },
  ],
]);
