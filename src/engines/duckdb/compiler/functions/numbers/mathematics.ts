import { type Lowering, type Rule } from '../../rule.js';
import { SQL, textSql, wordSql } from '../../sql-tree/sql.js';

/** A function with an error for a finite number whose result is not finite. */
const checked = (name: string): readonly Lowering[] => [
  (x) => SQL`bq_overflow(${wordSql(name)}(${x}), isfinite(${x}), ${textSql(name.toUpperCase())})`,
];

/** A function for which DuckDB has errors for infinities, where GoogleSQL has NaN. */
const ofFinite = (name: string): readonly Lowering[] => [
  (x) => SQL`bq_of_finite(${x}, ${wordSql(name)}(CASE WHEN isinf(${x}) THEN 0 ELSE ${x} END))`,
];

const inverse = (name: string, of: string): readonly Lowering[] => [
  (x) =>
    SQL`bq_inverse(${x}, ${wordSql(of)}(CASE WHEN isinf(${x}) THEN 'nan'::DOUBLE ELSE ${x} END), ${textSql(name)})`,
];

const hyperbolicInverse = (name: string, of: string): readonly Lowering[] => [
  (x) => SQL`bq_inverse(${x}, ${wordSql(of)}(${x}), ${textSql(name)})`,
];

const POWER = ['bq_pow', 'bq_numeric_pow'];

/** Powers, logarithms, angles. */
export const MATHEMATICAL_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['SQRT', ['sqrt', 'bq_numeric_sqrt']],
  ['CBRT', ['bq_cbrt', 'bq_numeric_cbrt']],
  ['EXP', ['bq_exp', 'bq_numeric_exp']],
  ['LN', ['ln', 'bq_numeric_ln']],
  ['LOG10', ['log10', 'bq_numeric_log10']],
  ['LOG', ['ln', 'bq_log', 'bq_numeric_ln', 'bq_numeric_log']],
  ['POW', POWER],
  ['POWER', POWER],
  ['SIN', ofFinite('sin')],
  ['COS', ofFinite('cos')],
  ['TAN', ofFinite('tan')],
  ['ASIN', ofFinite('asin')],
  ['ACOS', ofFinite('acos')],
  ['ATAN', ['atan']],
  ['ATAN2', ['atan2']],
  ['SINH', checked('sinh')],
  ['COSH', checked('cosh')],
  ['TANH', ['tanh']],
  ['ASINH', ['asinh']],
  ['ACOSH', checked('acosh')],
  ['ATANH', checked('atanh')],
  ['COT', inverse('COT', 'tan')],
  ['SEC', inverse('SEC', 'cos')],
  ['CSC', inverse('CSC', 'sin')],
  ['COTH', hyperbolicInverse('COTH', 'tanh')],
  ['SECH', hyperbolicInverse('SECH', 'cosh')],
  ['CSCH', hyperbolicInverse('CSCH', 'sinh')],
]);
