import {
  type FunctionTable,
  type Traits,
  pure,
  volatile,
  clock,
  expression,
  type DecidingArgument,
  session,
  aggregate,
  ofWindow,
} from './function-traits.js';

/** The known facts about a function, which decide everything that depends on its name. */
export interface CatalogueEntry extends Traits {
  readonly name: string;
  /** Subject in the words of the documentation. */
  readonly subject: string;
}

const TEXTS: FunctionTable = {
  ASCII: pure({ errors: 'call' }),
  BYTE_LENGTH: pure({ errors: 'none' }),
  CHARACTER_LENGTH: pure({ errors: 'none' }),
  CHAR_LENGTH: pure({ errors: 'none' }),
  CHR: pure({ errors: 'call' }),
  CODE_POINTS_TO_BYTES: pure({ errors: 'call' }),
  CODE_POINTS_TO_STRING: pure({ errors: 'call' }),
  CONCAT: pure({ errors: 'none' }),
  CONTAINS_SUBSTR: pure({ errors: 'limits', literals: [1] }),
  EDIT_DISTANCE: pure(),
  ENDS_WITH: pure({ errors: 'none', leakproof: 'always' }),
  FORMAT: pure({ literals: [0] }),
  FROM_BASE32: pure(),
  FROM_BASE64: pure({ errors: 'call' }),
  FROM_HEX: pure({ errors: 'call' }),
  INITCAP: pure({ errors: 'limits' }),
  INSTR: pure({
    errors: 'call',
    deciding: [
      [2, 'option', "INSTR('', 'a', @value)"],
      [3, 'option', "INSTR('', 'a', 1, @value)"],
    ],
  }),
  LEFT: pure({ errors: 'call', deciding: [[1, 'length', "LEFT('', @value)"]] }),
  LENGTH: pure({ errors: 'none' }),
  LOWER: pure({ errors: 'limits' }),
  LPAD: pure({
    errors: 'call',
    deciding: [
      [1, 'length', "LPAD('', @value)"],
      [2, 'option', "LPAD('', 1, @value)"],
    ],
  }),
  LTRIM: pure({ errors: 'none' }),
  MD5: pure({ errors: 'none' }),
  'NET.HOST': pure({ errors: 'none' }),
  'NET.REG_DOMAIN': pure({ errors: 'none' }),
  OCTET_LENGTH: pure({ errors: 'none' }),
  REPEAT: pure({ errors: 'call', deciding: [[1, 'length', "REPEAT('a', @value)"]] }),
  REPLACE: pure({ errors: 'none' }),
  REVERSE: pure({ errors: 'none' }),
  RIGHT: pure({ errors: 'call', deciding: [[1, 'length', "RIGHT('', @value)"]] }),
  RPAD: pure({
    errors: 'call',
    deciding: [
      [1, 'length', "RPAD('', @value)"],
      [2, 'option', "RPAD('', 1, @value)"],
    ],
  }),
  RTRIM: pure({ errors: 'none' }),
  SAFE_CONVERT_BYTES_TO_STRING: pure({ errors: 'none' }),
  SHA1: pure({ errors: 'none' }),
  SHA256: pure({ errors: 'none' }),
  SHA512: pure({ errors: 'none', isElsewhere: true }),
  SOUNDEX: pure({ errors: 'none' }),
  SPLIT: pure({ errors: 'none' }),
  STARTS_WITH: pure({ errors: 'none', leakproof: 'always' }),
  STRPOS: pure({ errors: 'none' }),
  SUBSTR: pure({ errors: 'call', deciding: [[2, 'length', "SUBSTR('', 1, @value)"]] }),
  SUBSTRING: pure({ errors: 'call', deciding: [[2, 'length', "SUBSTR('', 1, @value)"]] }),
  TO_BASE32: pure({ errors: 'none' }),
  TO_BASE64: pure({ errors: 'none' }),
  TO_CODE_POINTS: pure({ errors: 'none' }),
  TO_HEX: pure({ errors: 'none' }),
  TRANSLATE: pure({ errors: 'call', deciding: [[1, 'option', "TRANSLATE('', @value, @value)"]] }),
  TRIM: pure({ errors: 'none' }),
  UNICODE: pure({ errors: 'none' }),
  UPPER: pure({ errors: 'limits' }),
};

const NUMBERS: FunctionTable = {
  ABS: pure({ errors: 'engine' }),
  ACOS: pure({ errors: 'engine' }),
  ACOSH: pure({ errors: 'engine' }),
  ASIN: pure({ errors: 'engine' }),
  ASINH: pure(),
  ATAN: pure(),
  ATAN2: pure(),
  ATANH: pure({ errors: 'engine' }),
  BIT_COUNT: pure(),
  CBRT: pure(),
  CEIL: pure(),
  CEILING: pure(),
  COS: pure(),
  COSH: pure({ errors: 'engine' }),
  COSINE_DISTANCE: pure(),
  COT: pure({ errors: 'engine' }),
  COTH: pure({ errors: 'engine' }),
  CSC: pure({ errors: 'engine' }),
  CSCH: pure({ errors: 'engine' }),
  DIV: pure({ errors: 'engine', deciding: [[1, 'divisor', 'DIV(1, @value)']] }),
  EUCLIDEAN_DISTANCE: pure(),
  EXP: pure({ errors: 'engine' }),
  FLOOR: pure(),
  GENERATE_UUID: volatile(),
  IEEE_DIVIDE: pure(),
  IS_INF: pure(),
  IS_NAN: pure(),
  LN: pure({ errors: 'engine' }),
  LOG: pure({ errors: 'engine' }),
  LOG10: pure({ errors: 'engine' }),
  MOD: pure({ errors: 'engine', deciding: [[1, 'divisor', 'MOD(1, @value)']] }),
  POW: pure({ errors: 'engine' }),
  POWER: pure({ errors: 'engine' }),
  RAND: volatile(),
  RANGE_BUCKET: pure({ deciding: [[1, 'option', 'RANGE_BUCKET(1, @value)']] }),
  ROUND: pure({ literals: [1, 2] }),
  SAFE_ADD: pure({ errors: 'none' }),
  SAFE_DIVIDE: pure({ errors: 'limits' }),
  SAFE_MULTIPLY: pure({ errors: 'none' }),
  SAFE_NEGATE: pure({ errors: 'none' }),
  SAFE_SUBTRACT: pure({ errors: 'none' }),
  SEC: pure({ errors: 'engine' }),
  SECH: pure({ errors: 'engine' }),
  SIGN: pure(),
  SIN: pure(),
  SINH: pure({ errors: 'engine' }),
  SQRT: pure({ errors: 'engine' }),
  TAN: pure(),
  TANH: pure(),
  TRUNC: pure({ literals: [1] }),
};

const TIMES: FunctionTable = {
  CURRENT_DATE: clock({ ofInstant: 'DATE', errors: 'none', zone: 0 }),
  CURRENT_DATETIME: clock({ ofInstant: 'DATETIME', errors: 'none', zone: 0 }),
  CURRENT_TIME: clock({ ofInstant: 'TIME', errors: 'none', zone: 0 }),
  CURRENT_TIMESTAMP: clock({ ofInstant: '', errors: 'none', leakproof: 'always' }),
  DATE: pure({ errors: 'engine', isMonotonic: true, zone: 1 }),
  DATETIME: pure({ errors: 'engine', isMonotonic: true, zone: 1 }),
  DATETIME_ADD: pure({
    errors: 'engine',
    deciding: [[1, 'option', "DATETIME_ADD(DATETIME '2000-01-01 00:00:00', INTERVAL @value PART)"]],
  }),
  DATETIME_BUCKET: pure(),
  DATETIME_DIFF: pure({ errors: 'none' }),
  DATETIME_SUB: pure({
    errors: 'engine',
    deciding: [[1, 'option', "DATETIME_SUB(DATETIME '2000-01-01 00:00:00', INTERVAL @value PART)"]],
  }),
  DATETIME_TRUNC: pure({ isMonotonic: true, zone: 2 }),
  DATE_ADD: pure({ errors: 'engine', deciding: [[1, 'option', "DATE_ADD(DATE '2000-01-01', INTERVAL @value PART)"]] }),
  DATE_BUCKET: pure(),
  DATE_DIFF: pure({ errors: 'none' }),
  DATE_FROM_UNIX_DATE: pure({ errors: 'engine' }),
  DATE_SUB: pure({ errors: 'engine', deciding: [[1, 'option', "DATE_SUB(DATE '2000-01-01', INTERVAL @value PART)"]] }),
  DATE_TRUNC: pure({ isMonotonic: true, zone: 2 }),
  EXTRACT: pure({ errors: 'none', isMonotonic: true, zone: 0 }),
  FORMAT_DATE: pure({ errors: 'limits', zone: 2, literals: [0] }),
  FORMAT_DATETIME: pure({ errors: 'limits', zone: 2, literals: [0] }),
  FORMAT_TIME: pure({ errors: 'none', literals: [0] }),
  FORMAT_TIMESTAMP: pure({ errors: 'limits', zone: 2, literals: [0] }),
  GENERATE_DATE_ARRAY: pure(),
  LAST_DAY: pure({ errors: 'call' }),
  PARSE_DATE: pure({ errors: 'steps', literals: [0] }),
  PARSE_DATETIME: pure({ errors: 'steps', literals: [0] }),
  PARSE_TIME: pure({ errors: 'steps', literals: [0] }),
  PARSE_TIMESTAMP: pure({ errors: 'steps', zone: 2, literals: [0] }),
  STRING: pure({ errors: 'call', zone: 1 }),
  TIME: pure({ errors: 'engine', zone: 1 }),
  TIMESTAMP: pure({ errors: 'steps', isMonotonic: true, zone: 1 }),
  TIMESTAMP_ADD: pure({
    errors: 'engine',
    deciding: [[1, 'option', "TIMESTAMP_ADD(TIMESTAMP '2000-01-01 00:00:00+00', INTERVAL @value PART)"]],
  }),
  TIMESTAMP_BUCKET: pure(),
  TIMESTAMP_DIFF: pure({ errors: 'none' }),
  TIMESTAMP_MICROS: pure({ errors: 'engine' }),
  TIMESTAMP_MILLIS: pure({ errors: 'engine' }),
  TIMESTAMP_SECONDS: pure({ errors: 'engine' }),
  TIMESTAMP_SUB: pure({
    errors: 'engine',
    leakproof: 'in a form',
    deciding: [[1, 'option', "TIMESTAMP_SUB(TIMESTAMP '2000-01-01 00:00:00+00', INTERVAL @value PART)"]],
  }),
  TIMESTAMP_TRUNC: pure({ isMonotonic: true, leakproof: 'in a form', zone: 2 }),
  TIME_ADD: pure({ errors: 'limits' }),
  TIME_DIFF: pure({ errors: 'none' }),
  TIME_SUB: pure({ errors: 'limits' }),
  TIME_TRUNC: pure(),
  UNIX_DATE: pure({ errors: 'none' }),
  UNIX_MICROS: pure({ errors: 'none' }),
  UNIX_MILLIS: pure({ errors: 'none' }),
  UNIX_SECONDS: pure({ errors: 'none' }),
};

const JSON_FUNCTIONS: FunctionTable = {
  BOOL: pure({ errors: 'call' }),
  FLOAT64: pure({ errors: 'call' }),
  INT64: pure({ errors: 'call' }),
  JSON_ARRAY: pure(),
  JSON_ARRAY_APPEND: pure({ literals: [1] }),
  JSON_ARRAY_INSERT: pure({ literals: [1] }),
  JSON_EXTRACT: pure({ errors: 'limits', literals: [1] }),
  JSON_EXTRACT_ARRAY: pure({ errors: 'limits', literals: [1] }),
  JSON_EXTRACT_SCALAR: pure({ errors: 'limits', literals: [1] }),
  JSON_EXTRACT_STRING_ARRAY: pure({ errors: 'limits', literals: [1] }),
  JSON_FLATTEN: pure(),
  JSON_KEYS: pure(),
  JSON_OBJECT: pure(),
  JSON_QUERY: pure({ errors: 'limits', literals: [1] }),
  JSON_QUERY_ARRAY: pure({ errors: 'limits', literals: [1] }),
  JSON_REMOVE: pure({ literals: [1] }),
  JSON_SET: pure({ literals: [1] }),
  JSON_STRIP_NULLS: pure(),
  JSON_TYPE: pure({ errors: 'none' }),
  JSON_VALUE: pure({ errors: 'limits', literals: [1] }),
  JSON_VALUE_ARRAY: pure({ errors: 'limits', literals: [1] }),
  LAX_BOOL: pure({ errors: 'none' }),
  LAX_FLOAT64: pure({ errors: 'limits' }),
  LAX_INT64: pure({ errors: 'limits' }),
  LAX_STRING: pure({ errors: 'limits' }),
  PARSE_JSON: pure({ errors: 'call' }),
  TO_JSON: pure({ errors: 'limits' }),
  TO_JSON_STRING: pure({ errors: 'limits' }),
};

const ARRAYS: FunctionTable = {
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

const PATTERN: DecidingArgument = [1, 'option', "REGEXP_CONTAINS('', @value)"];

const REGULAR_EXPRESSIONS: FunctionTable = {
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

const CONDITIONS: FunctionTable = {
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

/** Functions for the identity that runs a query, and for keys of encryption. */
const IDENTITIES: FunctionTable = {
  CURRENT_USER: session({ isElsewhere: true }),
  SESSION_USER: session({ isElsewhere: true }),
  'AEAD.ENCRYPT': volatile({ isElsewhere: true }),
  'KEYS.NEW_KEYSET': volatile({ isElsewhere: true }),
  'KEYS.NEW_WRAPPED_KEYSET': volatile({ isElsewhere: true }),
  'KEYS.ROTATE_KEYSET': volatile({ isElsewhere: true }),
  'KEYS.ROTATE_WRAPPED_KEYSET': volatile({ isElsewhere: true }),
};

const AGGREGATES: FunctionTable = {
  ANY_VALUE: aggregate(),
  APPROX_COUNT_DISTINCT: aggregate({ isCount: true }),
  APPROX_QUANTILES: aggregate({ literals: [1] }),
  APPROX_TOP_COUNT: aggregate({ literals: [1] }),
  APPROX_TOP_SUM: aggregate({ literals: [2] }),
  ARRAY_AGG: aggregate(),
  ARRAY_CONCAT_AGG: aggregate(),
  AVG: aggregate(),
  BIT_AND: aggregate(),
  BIT_OR: aggregate(),
  BIT_XOR: aggregate(),
  CORR: aggregate(),
  COUNT: aggregate({ leakproof: 'always', isCount: true }),
  COUNTIF: aggregate({ leakproof: 'always', isCount: true }),
  COVAR_POP: aggregate(),
  COVAR_SAMP: aggregate(),
  GROUPING: aggregate(),
  LOGICAL_AND: aggregate(),
  LOGICAL_OR: aggregate(),
  MAX: aggregate({ leakproof: 'always' }),
  MAX_BY: aggregate(),
  MIN: aggregate({ leakproof: 'always' }),
  MIN_BY: aggregate(),
  STDDEV: aggregate(),
  STDDEV_POP: aggregate(),
  STDDEV_SAMP: aggregate(),
  STRING_AGG: aggregate({ literals: [1] }),
  SUM: aggregate(),
  VARIANCE: aggregate(),
  VAR_POP: aggregate(),
  VAR_SAMP: aggregate(),
};

const WINDOWS: FunctionTable = {
  CUME_DIST: ofWindow({ order: 'needed', frame: 'refused' }),
  DENSE_RANK: ofWindow({ order: 'needed', frame: 'refused' }),
  FIRST_VALUE: ofWindow(),
  LAG: ofWindow({ order: 'needed', frame: 'refused', literals: [1, 2] }),
  LAST_VALUE: ofWindow(),
  LEAD: ofWindow({ order: 'needed', frame: 'refused', literals: [1, 2] }),
  NTH_VALUE: ofWindow({ literals: [1] }),
  NTILE: ofWindow({ order: 'needed', frame: 'refused', literals: [0] }),
  PERCENTILE_CONT: ofWindow({ order: 'refused', frame: 'refused', literals: [1] }),
  PERCENTILE_DISC: ofWindow({ order: 'refused', frame: 'refused', literals: [1] }),
  PERCENT_RANK: ofWindow({ order: 'needed', frame: 'refused' }),
  RANK: ofWindow({ order: 'needed', frame: 'refused' }),
  ROW_NUMBER: ofWindow({ frame: 'refused' }),
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
