import { type FunctionRule, signatures, type Signature } from '../../rule.js';
import { FLOAT64, NUMERIC } from '../../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, textSql, typeSql, wordSql } from '../../sql-tree/sql.js';

const one = (sql: (x: Sql) => Sql): Signature => ({ args: [FLOAT64], returns: FLOAT64, sql: (x = NOTHING) => sql(x) });

const float = (sql: (x: Sql) => Sql): FunctionRule => signatures({ ...one(sql), widens: true });

/** A function of NUMERIC. */
const numeric = (name: string, count: number): Signature => ({
  args: Array.from({ length: count }, () => NUMERIC),
  returns: NUMERIC,
  sql: (...args) => SQL`CAST(${wordSql(`bq_numeric_${name}`)}(${joinSql(args, ', ')}) AS ${typeSql(NUMERIC)})`,
});

const either = (name: string, sql: (x: Sql) => Sql): FunctionRule => signatures(one(sql), numeric(name, 1));

/** A function with an error for a finite number whose result is not finite. */
const checked = (name: string) =>
  float((x) => SQL`bq_overflow(${wordSql(name)}(${x}), isfinite(${x}), ${textSql(name.toUpperCase())})`);

/** A function for which DuckDB has errors for infinities, where GoogleSQL has NaN. */
const ofFinite = (name: string) =>
  float((x) => SQL`bq_of_finite(${x}, ${wordSql(name)}(CASE WHEN isinf(${x}) THEN 0 ELSE ${x} END))`);

const inverse = (name: string, sql: (x: Sql) => Sql) =>
  float(
    (x) => SQL`bq_inverse(${x}, ${sql(SQL`CASE WHEN isinf(${x}) THEN 'nan'::DOUBLE ELSE ${x} END`)}, ${textSql(name)})`,
  );

const hyperbolicInverse = (name: string, sql: (x: Sql) => Sql) =>
  float((x) => SQL`bq_inverse(${x}, ${sql(x)}, ${textSql(name)})`);

const two = (sql: (a: Sql, b: Sql) => Sql): Signature => ({
  args: [FLOAT64, FLOAT64],
  returns: FLOAT64,
  sql: (a = NOTHING, b = NOTHING) => sql(a, b),
});

const POWER = signatures(
  two((a, b) => SQL`bq_pow(${a}, ${b})`),
  numeric('pow', 2),
);

/** Powers, logarithms, angles. */
export const MATHEMATICAL_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['SQRT', either('sqrt', (x) => SQL`sqrt(${x})`)],
  ['CBRT', either('cbrt', (x) => SQL`bq_cbrt(${x})`)],
  ['EXP', either('exp', (x) => SQL`bq_exp(${x})`)],
  ['LN', either('ln', (x) => SQL`ln(${x})`)],
  ['LOG10', either('log10', (x) => SQL`log10(${x})`)],
  [
    'LOG',
    signatures(
      one((x) => SQL`ln(${x})`),
      two((x, base) => SQL`bq_log(${x}, ${base})`),
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
  ['ATAN', float((x) => SQL`atan(${x})`)],
  ['ATAN2', signatures({ ...two((a, b) => SQL`atan2(${a}, ${b})`), widens: true })],
  ['SINH', checked('sinh')],
  ['COSH', checked('cosh')],
  ['TANH', float((x) => SQL`tanh(${x})`)],
  ['ASINH', float((x) => SQL`asinh(${x})`)],
  ['ACOSH', checked('acosh')],
  ['ATANH', checked('atanh')],
  ['COT', inverse('COT', (x) => SQL`tan(${x})`)],
  ['SEC', inverse('SEC', (x) => SQL`cos(${x})`)],
  ['CSC', inverse('CSC', (x) => SQL`sin(${x})`)],
  ['COTH', hyperbolicInverse('COTH', (x) => SQL`tanh(${x})`)],
  ['SECH', hyperbolicInverse('SECH', (x) => SQL`cosh(${x})`)],
  ['CSCH', hyperbolicInverse('CSCH', (x) => SQL`sinh(${x})`)],
]);
