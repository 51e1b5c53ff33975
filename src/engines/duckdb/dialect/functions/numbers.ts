import { type Rule, signatures, type Signature } from '../rule.js';
import { FLOAT64, INT64, NUMERIC, type SqlType } from '../types.js';

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
  ['DIV', signatures(binary(INT64, INT64, 'bq_div'))],
  ['MOD', signatures(binary(INT64, INT64, 'bq_mod'))],
  ['SAFE_DIVIDE', signatures(binary(FLOAT64, FLOAT64, 'bq_safe_divide'))],
  ['IEEE_DIVIDE', signatures(binary(FLOAT64, FLOAT64, 'bq_ieee_divide'))],
]);
