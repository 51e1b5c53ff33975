import { type Rule, signatures, type Signature } from '../rule.js';
import { BOOL, FLOAT64, INT64, NUMERIC, type SqlType } from '../types.js';

const over = (types: readonly SqlType[], sql: Signature['sql']): Signature[] =>
  types.map((type) => ({ args: [type], returns: type, sql }));

const binary = (type: SqlType, returns: SqlType, macro: string): Signature => ({
  args: [type, type],
  returns,
  sql: (a, b) => `${macro}(${a}, ${b})`,
});

export const NUMBER_FUNCTIONS: ReadonlyMap<string, Rule> = new Map([
  ['ABS', signatures(...over([INT64, NUMERIC, FLOAT64], (x) => `abs(${x})`))],
  ['SIGN', signatures(...over([INT64], (x) => `CAST(sign(${x}) AS BIGINT)`))],
  ['FLOOR', signatures(...over([FLOAT64], (x) => `floor(${x})`))],
  ['CEIL', signatures(...over([FLOAT64], (x) => `ceil(${x})`))],
  ['SQRT', signatures(...over([FLOAT64], (x) => `sqrt(${x})`))],
  ['ROUND', signatures({ args: [FLOAT64], returns: FLOAT64, sql: (x) => `round(${x})` })],
  ['TRUNC', signatures(...over([FLOAT64], (x) => `trunc(${x})`))],
  ['EXP', signatures(...over([FLOAT64], (x) => `bq_exp(${x})`))],
  ['LN', signatures(...over([FLOAT64], (x) => `ln(${x})`))],
  ['LOG10', signatures(...over([FLOAT64], (x) => `log10(${x})`))],
  ['POW', signatures(binary(FLOAT64, FLOAT64, 'bq_pow'))],
  ['POWER', signatures(binary(FLOAT64, FLOAT64, 'bq_pow'))],
  ['IS_NAN', signatures({ args: [FLOAT64], returns: BOOL, sql: (x) => `isnan(${x})` })],
  ['IS_INF', signatures({ args: [FLOAT64], returns: BOOL, sql: (x) => `isinf(${x})` })],
  ['BIT_COUNT', signatures({ args: [INT64], returns: INT64, sql: (x) => `CAST(bit_count(${x}) AS BIGINT)` })],
  ['SAFE_ADD', safe('+')],
  ['SAFE_SUBTRACT', safe('-')],
  ['SAFE_MULTIPLY', safe('*')],
  [
    'SAFE_NEGATE',
    signatures(
      { args: [INT64], returns: INT64, sql: (x) => `bq_safe_int(- CAST(${x} AS HUGEINT))` },
      { args: [FLOAT64], returns: FLOAT64, sql: (x) => `(- ${x})` },
    ),
  ],
  ['DIV', signatures(binary(INT64, INT64, 'bq_div'))],
  ['MOD', signatures(binary(INT64, INT64, 'bq_mod'))],
  ['SAFE_DIVIDE', signatures(binary(FLOAT64, FLOAT64, 'bq_safe_divide'))],
  ['IEEE_DIVIDE', signatures(binary(FLOAT64, FLOAT64, 'bq_ieee_divide'))],
]);

/** NULL where the operator would be an error for the size of its result. */
function safe(operator: string): Rule {
  return signatures(
    {
      args: [INT64, INT64],
      returns: INT64,
      sql: (a, b) => `bq_safe_int(CAST(${a} AS HUGEINT) ${operator} CAST(${b} AS HUGEINT))`,
    },
    { args: [FLOAT64, FLOAT64], returns: FLOAT64, sql: (a, b) => `bq_safe_float(${a} ${operator} ${b}, ${a}, ${b})` },
  );
}
