import { expression, pure, type FunctionTable } from './function-traits.js';

export const ARRAYS: FunctionTable = {
  ARRAY: expression({ errors: 'none' }),
  ARRAY_CONCAT: pure(),
  ARRAY_FIRST: pure({ errors: 'call' }),
  ARRAY_LAST: pure({ errors: 'call' }),
  ARRAY_LENGTH: pure({ errors: 'none' }),
  ARRAY_REVERSE: pure({ errors: 'none' }),
  ARRAY_SLICE: pure(),
  ARRAY_TO_STRING: pure({ errors: 'limits' }),
  GENERATE_ARRAY: pure({ errors: 'call', deciding: [[2, 'option', 'GENERATE_ARRAY(1, 1, @value)']] }),
  GENERATE_TIMESTAMP_ARRAY: pure(),
};
