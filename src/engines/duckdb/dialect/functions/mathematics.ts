import { type Rule, signatures, type Signature } from '../rule.js';
import { FLOAT64 } from '../types.js';

const float = (sql: (x: string) => string): Rule =>
  signatures({ args: [FLOAT64], returns: FLOAT64, sql: (x = '') => sql(x) });

/** An error where a finite number goes in and something else comes out. */
const checked = (name: string) => float((x) => `bq_overflow(${name}(${x}), isfinite(${x}), '${name.toUpperCase()}')`);

/** DuckDB has errors for infinities, where GoogleSQL has NaN. */
const ofFinite = (name: string) =>
  float((x) => `bq_of_finite(${x}, ${name}(CASE WHEN isinf(${x}) THEN 0 ELSE ${x} END))`);

const inverse = (name: string, sql: (x: string) => string) =>
  float((x) => `bq_inverse(${x}, ${sql(`CASE WHEN isinf(${x}) THEN 'nan'::DOUBLE ELSE ${x} END`)}, '${name}')`);

const hyperbolicInverse = (name: string, sql: (x: string) => string) =>
  float((x) => `bq_inverse(${x}, ${sql(x)}, '${name}')`);

const two = (sql: (a: string, b: string) => string): Signature => ({
  args: [FLOAT64, FLOAT64],
  returns: FLOAT64,
  sql: (a = '', b = '') => sql(a, b),
});

/** Powers, logarithms, angles. */
export const MATHEMATICAL_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['SQRT', float((x) => `sqrt(${x})`)],
  ['CBRT', float((x) => `bq_cbrt(${x})`)],
  ['EXP', float((x) => `bq_exp(${x})`)],
  ['LN', float((x) => `ln(${x})`)],
  ['LOG10', float((x) => `log10(${x})`)],
  [
    'LOG',
    signatures(
      { args: [FLOAT64], returns: FLOAT64, sql: (x) => `ln(${x})` },
      two((x, base) => `bq_log(${x}, ${base})`),
    ),
  ],
  ['POW', signatures(two((a, b) => `bq_pow(${a}, ${b})`))],
  ['POWER', signatures(two((a, b) => `bq_pow(${a}, ${b})`))],
  ['SIN', ofFinite('sin')],
  ['COS', ofFinite('cos')],
  ['TAN', ofFinite('tan')],
  ['ASIN', ofFinite('asin')],
  ['ACOS', ofFinite('acos')],
  ['ATAN', float((x) => `atan(${x})`)],
  ['ATAN2', signatures(two((a, b) => `atan2(${a}, ${b})`))],
  ['SINH', checked('sinh')],
  ['COSH', checked('cosh')],
  ['TANH', float((x) => `tanh(${x})`)],
  ['ASINH', float((x) => `asinh(${x})`)],
  ['ACOSH', checked('acosh')],
  ['ATANH', checked('atanh')],
  ['COT', inverse('COT', (x) => `tan(${x})`)],
  ['SEC', inverse('SEC', (x) => `cos(${x})`)],
  ['CSC', inverse('CSC', (x) => `sin(${x})`)],
  ['COTH', hyperbolicInverse('COTH', (x) => `tanh(${x})`)],
  ['SECH', hyperbolicInverse('SECH', (x) => `cosh(${x})`)],
  ['CSCH', hyperbolicInverse('CSCH', (x) => `sinh(${x})`)],
]);
