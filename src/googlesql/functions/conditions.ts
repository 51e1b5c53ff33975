import { expression, pure, type FunctionTable } from './function-traits.js';

export const CONDITIONS: FunctionTable = {
  CAST: expression({ isMonotonic: true }),
  COALESCE: expression({ errors: 'none', leakproof: 'for authors' }),
  ERROR: pure({ errors: 'call' }),
  EXISTS: expression({ errors: 'none' }),
  GREATEST: pure({ errors: 'none' }),
  IF: expression({ errors: 'none' }),
  IFNULL: expression({ errors: 'none' }),
  LEAST: pure({ errors: 'none' }),
  NULLIF: expression({ errors: 'none' }),
  PARSE_NUMERIC: pure({ errors: 'steps' }),
  SAFE_CAST: expression({ errors: 'none' }),
};
