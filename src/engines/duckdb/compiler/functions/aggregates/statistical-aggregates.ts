import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { FLOAT64, INT64, NUMERIC } from '../../../../../googlesql/types/types.js';
import { distinct } from '../modifiers.js';
import { joinSql, NOTHING, SQL, type Sql, wordSql } from '../../sql-tree/sql.js';

/** Spreads, correlations and bits. */
export const STATISTICAL_AGGREGATES: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['STDDEV', measure('stddev_samp', 2, 1)],
  ['STDDEV_SAMP', measure('stddev_samp', 2, 1)],
  ['STDDEV_POP', measure('stddev_pop', 1, 1)],
  ['VARIANCE', measure('var_samp', 2, 1)],
  ['VAR_SAMP', measure('var_samp', 2, 1)],
  ['VAR_POP', measure('var_pop', 1, 1)],
  ['CORR', measure('corr', 2, 2)],
  ['COVAR_POP', measure('covar_pop', 1, 2)],
  ['COVAR_SAMP', measure('covar_samp', 2, 2)],
  ['BIT_AND', bits('bit_and')],
  ['BIT_OR', bits('bit_or')],
  ['BIT_XOR', bits('bit_xor')],
]);

/**
 * A measure of values or, for two arguments, of pairs; those with a NULL do not count. NULL for fewer than `least`; NaN if one of them is
 * not finite, where DuckDB has an error.
 */
function measure(name: string, least: number, size: 1 | 2): FunctionRule {
  return (call) => {
    const exact = exactSums(call, name, least);
    if (exact) return exact;
    const sql = call.args.map((_, index) => call.as(index, FLOAT64));
    const all = (test: (each: Sql) => Sql) => joinSql(sql.map(test), ' AND ');
    const values = size === 1 ? SQL`${distinct(call)}${joinSql(sql)}` : joinSql(sql);
    const count = size === 1 ? SQL`count(${values})` : SQL`regr_count(${values})`;
    const finite = all((each) => SQL`isfinite(${each})`);
    const isPair = size === 1 ? NOTHING : SQL` FILTER (WHERE ${all((each) => SQL`${each} IS NOT NULL`)})`;
    const measured = SQL`${wordSql(name)}(${values}) FILTER (WHERE ${finite})${call.over}`;
    return typed(
      SQL`CASE WHEN ${count}${call.over} >= ${least} THEN CASE WHEN bool_and(${finite})${isPair}${call.over} THEN ${measured} ELSE 'nan'::DOUBLE END END`,
      FLOAT64,
    );
  };
}

/** A number's part before the point, and the billionths behind it. */
type Parts = readonly [whole: Sql, billionths: Sql];

/** Exact sums over NUMERIC; undefined where one of the arguments is of another type. */
function exactSums(call: FunctionCall, name: string, least: number): Expression | undefined {
  const values = call.values();
  const sql = values.map((value) => coerce(value, NUMERIC));
  if (!values.some(({ type }) => type.kind === 'NUMERIC') || sql.includes(undefined)) return undefined;
  if (distinct(call).length > 0) throw unsupportedAt(call.node, `${call.name}(DISTINCT …) over NUMERIC`);
  const isThere = sql.map((each) => SQL`${each ?? NOTHING} IS NOT NULL`);
  const rows = SQL`FILTER (WHERE ${joinSql(isThere, ' AND ')})${call.over}`;
  const count = SQL`count(*) ${rows}`;
  const sum = (of: Sql) => SQL`sum(${of}) ${rows}`;
  const comoment = ([h, l]: Parts, [i, m]: Parts) =>
    SQL`bq_comoment(${joinSql([count, ...[h, l, i, m, SQL`${h} * ${i}`, SQL`${h} * ${m} + ${i} * ${l}`, SQL`${l} * ${m}`].map(sum)])})`;
  const [y = [NOTHING, NOTHING], x = y] = sql.map((each = NOTHING): Parts => [
    SQL`CAST(trunc(${each}) AS HUGEINT)`,
    SQL`CAST((${each} - trunc(${each})) * 1000000000 AS HUGEINT)`,
  ]);
  const size = SQL`CAST(CAST(1000000000000000000 AS HUGEINT) * ${count} * (${count} - ${least - 1}) AS DOUBLE)`;
  const divided = SQL`${comoment(y, x)} / ${size}`;
  const measured =
    name === 'corr'
      ? SQL`bq_correlation(${comoment(y, y)}, ${comoment(x, x)}, ${comoment(y, x)})`
      : name.startsWith('stddev')
        ? SQL`sqrt(${divided})`
        : divided;
  return typed(SQL`CASE WHEN ${count} >= ${least} THEN ${measured} END`, FLOAT64);
}

function bits(name: string): FunctionRule {
  return (call) => {
    const repeated = distinct(call);
    return SQL`${wordSql(name)}(${repeated}${call.as(0, INT64)})${call.over}`;
  };
}
