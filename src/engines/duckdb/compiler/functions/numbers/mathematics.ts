import { form, type FunctionRule, plain, signatures } from '../../rule.js';
import { FLOAT64, NUMERIC } from '../../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql, wordSql } from '../../sql-tree/sql.js';

const float = (sql: (x: Sql) => Sql): FunctionRule => signatures(form([FLOAT64], FLOAT64, sql, { widens: true }));

/** A function of one number that has forms for FLOAT64 and NUMERIC. */
const either = (name: string, numeric: string): FunctionRule =>
  signatures(plain(name, [FLOAT64], FLOAT64), plain(numeric, [NUMERIC], NUMERIC));

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

const POWER = signatures(
  plain('bq_pow', [FLOAT64, FLOAT64], FLOAT64),
  plain('bq_numeric_pow', [NUMERIC, NUMERIC], NUMERIC),
);

/** Powers, logarithms, angles. */
export const MATHEMATICAL_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['SQRT', either('sqrt', 'bq_numeric_sqrt')],
  ['CBRT', either('bq_cbrt', 'bq_numeric_cbrt')],
  ['EXP', either('bq_exp', 'bq_numeric_exp')],
  ['LN', either('ln', 'bq_numeric_ln')],
  ['LOG10', either('log10', 'bq_numeric_log10')],
  [
    'LOG',
    signatures(
      plain('ln', [FLOAT64], FLOAT64),
      plain('bq_log', [FLOAT64, FLOAT64], FLOAT64),
      plain('bq_numeric_ln', [NUMERIC], NUMERIC),
      plain('bq_numeric_log', [NUMERIC, NUMERIC], NUMERIC),
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
  ['ATAN2', signatures(plain('atan2', [FLOAT64, FLOAT64], FLOAT64, { widens: true }))],
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
