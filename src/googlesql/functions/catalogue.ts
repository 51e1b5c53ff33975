import {
  type FunctionTable,
  type FurtherTraits,
  type Traits,
  alike,
  pure,
  volatile,
  expression,
  session,
  aggregate,
  ofWindow,
} from './function-traits.js';
import { REGULAR_EXPRESSIONS, TEXTS } from './texts.js';
import { TIMES } from './times.js';

/** The known facts about a function, which decide everything that depends on its name. */
export interface CatalogueEntry extends Traits {
  readonly name: string;
  /** Subject in the words of the documentation. */
  readonly subject: string;
}

const NUMBERS: FunctionTable = {
  ...alike(
    pure({ signature: 'FLOAT64 -> FLOAT64', errors: 'engine' }),
    'ACOS ACOSH ASIN ATANH COSH COT COTH CSC CSCH SEC SECH SINH',
  ),
  ...alike(pure({ signature: 'FLOAT64 -> FLOAT64' }), 'ASINH ATAN COS SIN TAN TANH'),
  ...alike(pure({ signature: 'FLOAT64 -> BOOL' }), 'IS_INF IS_NAN'),
  ...alike(pure({ signature: 'FLOAT64, FLOAT64 -> FLOAT64' }), 'ATAN2 IEEE_DIVIDE'),
  ...alike(pure({ signature: 'FLOAT64 -> FLOAT64 | NUMERIC -> NUMERIC', errors: 'engine' }), 'EXP LN LOG10 SQRT'),
  ...alike(
    pure({ signature: 'FLOAT64, FLOAT64 -> FLOAT64 | NUMERIC, NUMERIC -> NUMERIC', errors: 'engine' }),
    'POW POWER',
  ),
  ...alike(
    pure({
      signature: 'INT64, INT64 -> INT64 | NUMERIC, NUMERIC -> NUMERIC | FLOAT64, FLOAT64 -> FLOAT64',
      errors: 'none',
    }),
    'SAFE_ADD SAFE_MULTIPLY SAFE_SUBTRACT',
  ),
  ...alike(pure({ signature: 'FLOAT64 -> FLOAT64 | NUMERIC -> NUMERIC' }), 'CBRT CEIL CEILING FLOOR'),
  ...alike(pure({ signature: 'ARRAY<FLOAT64>, ARRAY<FLOAT64> -> FLOAT64' }), 'COSINE_DISTANCE EUCLIDEAN_DISTANCE'),
  ABS: pure({ signature: 'INT64 -> INT64 | NUMERIC -> NUMERIC | FLOAT64 -> FLOAT64', errors: 'engine' }),
  BIT_COUNT: pure({ signature: 'INT64 -> INT64 | BYTES -> INT64' }),
  DIV: pure({
    signature: 'INT64, INT64 -> INT64 | NUMERIC, NUMERIC -> NUMERIC',
    errors: 'engine',
    deciding: [[1, 'divisor', 'DIV(1, @value)']],
  }),
  GENERATE_UUID: volatile({ signature: '-> STRING' }),
  LOG: pure({ signature: 'FLOAT64 [, FLOAT64] -> FLOAT64 | NUMERIC [, NUMERIC] -> NUMERIC', errors: 'engine' }),
  MOD: pure({
    signature: 'INT64, INT64 -> INT64 | NUMERIC, NUMERIC -> NUMERIC',
    errors: 'engine',
    deciding: [[1, 'divisor', 'MOD(1, @value)']],
  }),
  RAND: volatile({ signature: '-> FLOAT64' }),
  RANGE_BUCKET: pure({ signature: 'T, ARRAY<T> -> INT64', deciding: [[1, 'option', 'RANGE_BUCKET(1, @value)']] }),
  ROUND: pure({ count: [1, 3], literals: [1, 2] }),
  SAFE_DIVIDE: pure({
    signature: 'FLOAT64, FLOAT64 -> FLOAT64 | NUMERIC, NUMERIC -> NUMERIC',
    errors: 'limits',
  }),
  SAFE_NEGATE: pure({ signature: 'INT64 -> INT64 | NUMERIC -> NUMERIC | FLOAT64 -> FLOAT64', errors: 'none' }),
  SIGN: pure({ signature: 'INT64 -> INT64 | NUMERIC -> NUMERIC | FLOAT64 -> FLOAT64' }),
  TRUNC: pure({ count: [1, 2], literals: [1] }),
};

/** A function of the value at a JSONPath. */
const AT_PATH: FurtherTraits = { errors: 'limits', literals: [1] };

const JSON_FUNCTIONS: FunctionTable = {
  ...alike(pure(), 'JSON_ARRAY JSON_OBJECT'),
  ...alike(
    pure({ ...AT_PATH, signature: 'STRING [, STRING] -> STRING | JSON [, STRING] -> STRING' }),
    'JSON_EXTRACT_SCALAR JSON_VALUE',
  ),
  ...alike(
    pure({ ...AT_PATH, signature: 'STRING [, STRING] -> ARRAY<STRING> | JSON [, STRING] -> ARRAY<STRING>' }),
    'JSON_EXTRACT_STRING_ARRAY JSON_VALUE_ARRAY',
  ),
  ...alike(
    pure({ ...AT_PATH, signature: 'STRING [, STRING] -> STRING | JSON [, STRING] -> JSON' }),
    'JSON_EXTRACT JSON_QUERY',
  ),
  ...alike(
    pure({ ...AT_PATH, signature: 'STRING [, STRING] -> ARRAY<STRING> | JSON [, STRING] -> ARRAY<JSON>' }),
    'JSON_EXTRACT_ARRAY JSON_QUERY_ARRAY',
  ),
  BOOL: pure({ signature: 'JSON -> BOOL', errors: 'call' }),
  FLOAT64: pure({ signature: 'JSON -> FLOAT64', named: ['wide_number_mode'], errors: 'call' }),
  INT64: pure({ signature: 'JSON -> INT64', errors: 'call' }),
  JSON_ARRAY_APPEND: pure({ named: ['append_each_element'], literals: [1] }),
  JSON_ARRAY_INSERT: pure({ named: ['insert_each_element'], literals: [1] }),
  JSON_FLATTEN: pure({ signature: 'JSON -> ARRAY<JSON>' }),
  JSON_KEYS: pure({ signature: 'JSON [, INT64] -> ARRAY<STRING>', named: ['mode'] }),
  JSON_REMOVE: pure({ count: [2, 1000], literals: [1] }),
  JSON_SET: pure({ named: ['create_if_missing'], literals: [1] }),
  JSON_STRIP_NULLS: pure({ signature: 'JSON [, STRING] -> JSON', named: ['include_arrays', 'remove_empty'] }),
  JSON_TYPE: pure({ signature: 'JSON -> STRING', errors: 'none' }),
  LAX_BOOL: pure({ signature: 'JSON -> BOOL', errors: 'none' }),
  LAX_FLOAT64: pure({ signature: 'JSON -> FLOAT64', errors: 'limits' }),
  LAX_INT64: pure({ signature: 'JSON -> INT64', errors: 'limits' }),
  LAX_STRING: pure({ signature: 'JSON -> STRING', errors: 'limits' }),
  PARSE_JSON: pure({ signature: 'STRING -> JSON', named: ['wide_number_mode'], errors: 'call' }),
  TO_JSON: pure({ signature: 'T -> JSON', named: ['stringify_wide_numbers'], errors: 'limits' }),
  TO_JSON_STRING: pure({ signature: 'T [, BOOL] -> STRING', named: ['pretty_print'], errors: 'limits' }),
};

const ARRAYS: FunctionTable = {
  ARRAY: expression({ count: 1, errors: 'none' }),
  ARRAY_CONCAT: pure({ count: [1, 1000] }),
  ARRAY_FIRST: pure({ signature: 'ARRAY<T> -> T', errors: 'call' }),
  ARRAY_LAST: pure({ signature: 'ARRAY<T> -> T', errors: 'call' }),
  ARRAY_LENGTH: pure({ signature: 'ARRAY<T> -> INT64', errors: 'none' }),
  ARRAY_REVERSE: pure({ signature: 'ARRAY<T> -> ARRAY<T>', errors: 'none' }),
  ARRAY_SLICE: pure({ signature: 'ARRAY<T>, INT64, INT64 -> ARRAY<T>' }),
  ARRAY_TO_STRING: pure({
    signature: 'ARRAY<STRING>, STRING [, STRING] -> STRING | ARRAY<BYTES>, BYTES [, BYTES] -> BYTES',
    errors: 'limits',
  }),
  GENERATE_ARRAY: pure({
    signature:
      'INT64, INT64 [, INT64] -> ARRAY<INT64> | NUMERIC, NUMERIC [, NUMERIC] -> ARRAY<NUMERIC> | FLOAT64, FLOAT64 [, FLOAT64] -> ARRAY<FLOAT64>',
    errors: 'call',
    deciding: [[2, 'option', 'GENERATE_ARRAY(1, 1, @value)']],
  }),
  GENERATE_TIMESTAMP_ARRAY: pure({ count: 3 }),
};

const CONDITIONS: FunctionTable = {
  ...alike(expression({ count: 1, errors: 'none' }), 'EXISTS SAFE_CAST'),
  ...alike(expression({ count: 2, errors: 'none' }), 'IFNULL NULLIF'),
  CAST: expression({ count: 1, isMonotonic: true }),
  COALESCE: expression({ count: [1, 1000], errors: 'none', leakproof: 'for authors' }),
  ERROR: pure({ count: 1, errors: 'call' }),
  GREATEST: pure({ count: [1, 1000], errors: 'none' }),
  IF: expression({ count: 3, errors: 'none' }),
  LEAST: pure({ count: [1, 1000], errors: 'none' }),
  PARSE_NUMERIC: pure({ signature: 'STRING -> NUMERIC', errors: 'steps' }),
};

/** Functions for the identity that runs a query, and for keys of encryption. */
const IDENTITIES: FunctionTable = {
  ...alike(
    volatile({ isElsewhere: true }),
    `AEAD.ENCRYPT KEYS.NEW_KEYSET KEYS.NEW_WRAPPED_KEYSET KEYS.ROTATE_KEYSET KEYS.ROTATE_WRAPPED_KEYSET`,
  ),
  CURRENT_USER: session({ isElsewhere: true }),
  SESSION_USER: session({ isElsewhere: true }),
};

const AGGREGATES: FunctionTable = {
  ...alike(aggregate({ count: 1, clauses: ['distinct'] }), 'AVG SUM'),
  ...alike(aggregate({ signature: 'INT64 -> INT64', clauses: ['distinct'] }), 'BIT_AND BIT_OR BIT_XOR'),
  ...alike(aggregate({ signature: 'BOOL -> BOOL', clauses: ['distinct'] }), 'LOGICAL_AND LOGICAL_OR'),
  ...alike(
    aggregate({ signature: 'FLOAT64 -> FLOAT64', clauses: ['distinct'] }),
    'STDDEV STDDEV_POP STDDEV_SAMP VARIANCE VAR_POP VAR_SAMP',
  ),
  ...alike(aggregate({ signature: 'FLOAT64, FLOAT64 -> FLOAT64' }), 'CORR COVAR_POP COVAR_SAMP'),
  ...alike(aggregate({ count: 2 }), 'MAX_BY MIN_BY'),
  ...alike(aggregate({ count: 1, clauses: ['distinct'], leakproof: 'always' }), 'MAX MIN'),
  ANY_VALUE: aggregate({ signature: 'T -> T', clauses: ['distinct'] }),
  APPROX_COUNT_DISTINCT: aggregate({ count: 1, over: 'refused', isCount: true }),
  APPROX_QUANTILES: aggregate({ count: 2, clauses: ['distinct', 'nulls'], over: 'refused', literals: [1] }),
  APPROX_TOP_COUNT: aggregate({ count: 2, over: 'refused', literals: [1] }),
  APPROX_TOP_SUM: aggregate({ count: 3, over: 'refused', literals: [2] }),
  ARRAY_AGG: aggregate({ count: 1, clauses: ['distinct', 'nulls', 'orderBy', 'limit'] }),
  ARRAY_CONCAT_AGG: aggregate({ signature: 'ARRAY<T> -> ARRAY<T>', clauses: ['orderBy', 'limit'] }),
  COUNT: aggregate({ count: 1, clauses: ['distinct'], leakproof: 'always', isCount: true }),
  COUNTIF: aggregate({ signature: 'BOOL -> INT64', clauses: ['distinct'], leakproof: 'always', isCount: true }),
  GROUPING: aggregate({ signature: 'T -> INT64', over: 'refused' }),
  STRING_AGG: aggregate({ count: [1, 2], clauses: ['distinct', 'orderBy', 'limit'], literals: [1] }),
};

const WINDOWS: FunctionTable = {
  ...alike(ofWindow({ signature: '-> FLOAT64', order: 'needed', frame: 'refused' }), 'CUME_DIST PERCENT_RANK'),
  ...alike(ofWindow({ signature: '-> INT64', order: 'needed', frame: 'refused' }), 'DENSE_RANK RANK'),
  ...alike(ofWindow({ signature: 'T -> T', clauses: ['nulls'] }), 'FIRST_VALUE LAST_VALUE'),
  ...alike(ofWindow({ count: [1, 3], order: 'needed', frame: 'refused', literals: [1, 2] }), 'LAG LEAD'),
  ...alike(
    ofWindow({ count: 2, clauses: ['nulls'], order: 'refused', frame: 'refused', literals: [1] }),
    'PERCENTILE_CONT PERCENTILE_DISC',
  ),
  NTH_VALUE: ofWindow({ signature: 'T, INT64 -> T', clauses: ['nulls'], literals: [1] }),
  NTILE: ofWindow({ signature: 'INT64 -> INT64', order: 'needed', frame: 'refused', literals: [0] }),
  ROW_NUMBER: ofWindow({ signature: '-> INT64', frame: 'refused' }),
};

const TABLES: readonly (readonly [subject: string, functions: FunctionTable])[] = [
  ['aggregate functions', AGGREGATES],
  ['window functions', WINDOWS],
  ['numbers', NUMBERS],
  ['texts and BYTES', TEXTS],
  ['regular expressions', REGULAR_EXPRESSIONS],
  ['JSON', JSON_FUNCTIONS],
  ['dates and times', TIMES],
  ['arrays', ARRAYS],
  ['conditions and conversions', CONDITIONS],
  ['users and keys', IDENTITIES],
];

/** Every function of GoogleSQL that is known here, of any engine, by its name in capitals. */
export const CATALOGUE: ReadonlyMap<string, CatalogueEntry> = new Map(
  TABLES.flatMap(([subject, functions]) =>
    Object.entries(functions).map(([name, traits]) => [name, { name, subject, ...traits }] as const),
  ),
);

/** The names of the functions that meet a condition. */
export function functionsThat(holds: (entry: CatalogueEntry) => boolean): ReadonlySet<string> {
  return new Set([...CATALOGUE.values()].flatMap((entry) => (holds(entry) ? [entry.name] : [])));
}

const ofKind = (wanted: Traits['kind']) => functionsThat(({ kind }) => kind === wanted);

export const AGGREGATE_NAMES = ofKind('aggregate');
export const WINDOW_NAMES = ofKind('window');

/** Functions that answer differently each time, even in the same row. */
export const RANDOM_NAMES = functionsThat(({ volatility }) => volatility === 'volatile');

/** Functions of the clock, which may be written without brackets. */
export const CLOCK_NAMES = functionsThat(({ volatility }) => volatility === 'clock');
