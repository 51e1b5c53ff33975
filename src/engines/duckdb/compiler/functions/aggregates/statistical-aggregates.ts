import { errorAt, unsupportedAt } from '../../dialect-error.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { type FunctionCall, type FunctionRule, taking } from '../../rule.js';
import { FLOAT64, INT64, NUMERIC, typeName } from '../../../../../googlesql/types/types.js';
import { distinct } from '../modifiers.js';
import { joinSql, NOTHING, SQL, type Sql, wordSql } from '../../sql-tree/sql.js';

/** Spreads, correlations and bits. */
export const STATISTICAL_AGGREGATES: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['STDDEV', spread('stddev_samp', 2)],
  ['STDDEV_SAMP', spread('stddev_samp', 2)],
  ['STDDEV_POP', spread('stddev_pop', 1)],
  ['VARIANCE', spread('var_samp', 2)],
  ['VAR_SAMP', spread('var_samp', 2)],
  ['VAR_POP', spread('var_pop', 1)],
  ['CORR', pairs('corr', 2)],
  ['COVAR_POP', pairs('covar_pop', 1)],
  ['COVAR_SAMP', pairs('covar_samp', 2)],
  ['BIT_AND', bits('bit_and')],
  ['BIT_OR', bits('bit_or')],
  ['BIT_XOR', bits('bit_xor')],
]);

/** NULL for fewer values than `least`; NaN if one of them is not finite, where DuckDB has an error. */
function spread(name: string, least: number): FunctionRule {
  return taking(1, (call) => {
    const exact = exactSums(call, name, least);
    if (exact) return exact;
    const value = SQL`${distinct(call)}${float(call, 0)}`;
    const finite = SQL`isfinite(${float(call, 0)})`;
    const measured = SQL`${wordSql(name)}(${value}) FILTER (WHERE ${finite})${call.over}`;
    return typed(
      SQL`CASE WHEN count(${value})${call.over} >= ${least} THEN CASE WHEN bool_and(${finite})${call.over} THEN ${measured} ELSE 'nan'::DOUBLE END END`,
      FLOAT64,
    );
  });
}

/** A function of pairs; those with a NULL do not count. */
function pairs(name: string, least: number): FunctionRule {
  return taking(2, (call) => {
    const exact = exactSums(call, name, least);
    if (exact) return exact;
    const [y, x] = [float(call, 0), float(call, 1)];
    const finite = SQL`isfinite(${y}) AND isfinite(${x})`;
    const measured = SQL`${wordSql(name)}(${y}, ${x}) FILTER (WHERE ${finite})${call.over}`;
    const isFinite = SQL`bool_and(${finite}) FILTER (WHERE ${y} IS NOT NULL AND ${x} IS NOT NULL)${call.over}`;
    return typed(
      SQL`CASE WHEN regr_count(${y}, ${x})${call.over} >= ${least} THEN CASE WHEN ${isFinite} THEN ${measured} ELSE 'nan'::DOUBLE END END`,
      FLOAT64,
    );
  });
}

/** A number's part before the point, and the billionths behind it. */
type Parts = readonly [whole: Sql, billionths: Sql];

/** Exact sums over NUMERIC; undefined where one of the arguments is of another type. */
function exactSums(call: FunctionCall, name: string, least: number): Expression | undefined {
  const values = call.values();
  const sql = values.map((value) => coerce(value, NUMERIC));
  if (!values.some(({ type }) => type.kind === 'NUMERIC') || sql.includes(undefined)) return undefined;
  if (distinct(call).length > 0) throw unsupportedAt(call.node, `${call.name}(DISTINCT …) over NUMERIC`);
  const rows = SQL`FILTER (WHERE ${joinSql(
    sql.map((each) => SQL`${each ?? NOTHING} IS NOT NULL`),
    ' AND ',
  )})${call.over}`;
  const count = SQL`count(*) ${rows}`;
  const sum = (of: Sql) => SQL`sum(${of}) ${rows}`;
  const comoment = ([h, l]: Parts, [i, m]: Parts) =>
    SQL`bq_comoment(${joinSql([count, ...[h, l, i, m, SQL`${h} * ${i}`, SQL`${h} * ${m} + ${i} * ${l}`, SQL`${l} * ${m}`].map(sum)], ', ')})`;
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
  return taking(1, (call) => {
    const repeated = distinct(call);
    return typed(SQL`${wordSql(name)}(${repeated}${call.as(0, INT64)})${call.over}`, INT64);
  });
}

function float(call: FunctionCall, index: number): Sql {
  const node = call.argument(index);
  const value = call.value(node);
  const sql = coerce(value, FLOAT64);
  if (sql === undefined) throw errorAt(node, `${call.name} needs numbers, found ${typeName(value.type)}`);
  return sql;
}
