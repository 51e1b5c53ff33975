import { type FunctionRule, signatures, type Signature } from '../../rule.js';
import { FLOAT64, NUMERIC } from '../../../../../googlesql/types/types.js';
import { duckDbType } from '../../types/duckdb-types.js';

const one = (sql: (x: string) => string): Signature => ({ args: [FLOAT64], returns: FLOAT64, sql: (x = '') => sql(x) });

const float = (sql: (x: string) => string): FunctionRule => signatures({ ...one(sql), widens: true });

/** The same of NUMERIC. */
const numeric = (name: string, count: number): Signature => ({
  args: Array.from({ length: count }, () => NUMERIC),
  returns: NUMERIC,
  sql: (...args) => `CAST(bq_numeric_${name}(${args.join(', ')}) AS ${duckDbType(NUMERIC)})`,
});

const either = (name: string, sql: (x: string) => string): FunctionRule => signatures(one(sql), numeric(name, 1));

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

const POWER = signatures(
  two((a, b) => `bq_pow(${a}, ${b})`),
  numeric('pow', 2),
);

/** Powers, logarithms, angles. */
export const MATHEMATICAL_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['SQRT', either('sqrt', (x) => `sqrt(${x})`)],
  ['CBRT', either('cbrt', (x) => `bq_cbrt(${x})`)],
  ['EXP', either('exp', (x) => `bq_exp(${x})`)],
  ['LN', either('ln', (x) => `ln(${x})`)],
  ['LOG10', either('log10', (x) => `log10(${x})`)],
  [
    'LOG',
    signatures(
      one((x) => `ln(${x})`),
      two((x, base) => `bq_log(${x}, ${base})`),
      numeric('ln', 1),
      numeric('log', 2),
    ),
  ],
  ['POW', POWER],
  ['POWER', POWER],
  ['SIN', ofFinite('sin')],
  ['COS', ofFinite('cos')],
  ['TAN', ofFinite('tan')],
  ['ASIN', ofFinite('asin')],
  ['ACOS', ofFinite('acos')],
  ['ATAN', float((x) => `atan(${x})`)],
  ['ATAN2', signatures({ ...two((a, b) => `atan2(${a}, ${b})`), widens: true })],
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
