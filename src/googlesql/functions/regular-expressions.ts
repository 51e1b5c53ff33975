import { type DecidingArgument, pure, type FunctionTable } from './function-traits.js';

const PATTERN: DecidingArgument = [1, 'option', "REGEXP_CONTAINS('', @value)"];

export const REGULAR_EXPRESSIONS: FunctionTable = {
  REGEXP_CONTAINS: pure({ errors: 'engine', leakproof: 'in a form', deciding: [PATTERN] }),
  REGEXP_EXTRACT: pure({ errors: 'none', deciding: [PATTERN], literals: [1, 2, 3] }),
  REGEXP_EXTRACT_ALL: pure({ errors: 'limits', deciding: [PATTERN], literals: [1] }),
  REGEXP_INSTR: pure({ errors: 'limits', deciding: [PATTERN], literals: [1, 2, 3, 4] }),
  REGEXP_REPLACE: pure({
    errors: 'none',
    deciding: [PATTERN, [2, 'option', "REGEXP_REPLACE('a', 'a', @value)"]],
    literals: [1, 2],
  }),
  REGEXP_SUBSTR: pure({ errors: 'none', deciding: [PATTERN], literals: [1, 2, 3] }),
};
