import { coerce, type Expression, typed } from '../../expression.js';
import { compileAs, compileExpression } from '../../expressions/expressions.js';
import { argument, type FunctionCall, expectArguments, type FunctionRule } from '../../rule.js';
import { FLOAT64, INT64, NUMERIC, typeName } from '../../../../../googlesql/types/types.js';
import { distinct } from '../modifiers.js';

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
  return (call) => {
    expectArguments(call, 1);
    const exact = exactSums(call, name, least);
    if (exact) return exact;
    const value = `${distinct(call)}${float(call, 0)}`;
    const finite = `isfinite(${float(call, 0)})`;
    const measured = `${name}(${value}) FILTER (WHERE ${finite})${call.over}`;
    return typed(
      `CASE WHEN count(${value})${call.over} >= ${least} THEN CASE WHEN bool_and(${finite})${call.over} THEN ${measured} ELSE 'nan'::DOUBLE END END`,
      FLOAT64,
    );
  };
}

/** The same for pairs, of which those with a NULL do not count. */
function pairs(name: string, least: number): FunctionRule {
  return (call) => {
    expectArguments(call, 2);
    const exact = exactSums(call, name, least);
    if (exact) return exact;
    const [y, x] = [float(call, 0), float(call, 1)];
    const finite = `isfinite(${y}) AND isfinite(${x})`;
    const measured = `${name}(${y}, ${x}) FILTER (WHERE ${finite})${call.over}`;
    const isFinite = `bool_and(${finite}) FILTER (WHERE ${y} IS NOT NULL AND ${x} IS NOT NULL)${call.over}`;
    return typed(
      `CASE WHEN regr_count(${y}, ${x})${call.over} >= ${least} THEN CASE WHEN ${isFinite} THEN ${measured} ELSE 'nan'::DOUBLE END END`,
      FLOAT64,
    );
  };
}

/** What stands before the point, and the billionths behind it. */
type Parts = readonly [whole: string, billionths: string];

/** Over NUMERIC the sums are exact; undefined where one of the arguments is none. */
function exactSums(call: FunctionCall, name: string, least: number): Expression | undefined {
  const values = call.args.map((arg) => compileExpression(arg, call.scope));
  const sql = values.map((value) => coerce(value, NUMERIC));
  if (!values.some(({ type }) => type.kind === 'NUMERIC') || sql.includes(undefined)) return undefined;
  if (distinct(call)) throw call.node.unsupported(`${call.name}(DISTINCT …) over NUMERIC`);
  const rows = `FILTER (WHERE ${sql.map((each) => `${each ?? ''} IS NOT NULL`).join(' AND ')})${call.over}`;
  const count = `count(*) ${rows}`;
  const sum = (of: string) => `sum(${of}) ${rows}`;
  const comoment = ([h, l]: Parts, [i, m]: Parts) =>
    `bq_comoment(${[count, ...[h, l, i, m, `${h} * ${i}`, `${h} * ${m} + ${i} * ${l}`, `${l} * ${m}`].map(sum)].join(', ')})`;
  const [y = ['', ''], x = y] = sql.map((each = ''): Parts => [
    `CAST(trunc(${each}) AS HUGEINT)`,
    `CAST((${each} - trunc(${each})) * 1000000000 AS HUGEINT)`,
  ]);
  const size = `CAST(CAST(1000000000000000000 AS HUGEINT) * ${count} * (${count} - ${least - 1}) AS DOUBLE)`;
  const divided = `${comoment(y, x)} / ${size}`;
  const measured =
    name === 'corr'
      ? `bq_correlation(${comoment(y, y)}, ${comoment(x, x)}, ${comoment(y, x)})`
      : name.startsWith('stddev')
        ? `sqrt(${divided})`
        : divided;
  return typed(`CASE WHEN ${count} >= ${least} THEN ${measured} END`, FLOAT64);
}

function bits(name: string): FunctionRule {
  return (call): Expression => {
    expectArguments(call, 1);
    const repeated = distinct(call);
    return typed(`${name}(${repeated}${compileAs(argument(call, 0), call.scope, INT64)})${call.over}`, INT64);
  };
}

function float(call: FunctionCall, index: number): string {
  const node = argument(call, index);
  const value = compileExpression(node, call.scope);
  const sql = coerce(value, FLOAT64);
  if (sql === undefined) throw node.error(`${call.name} needs numbers, found ${typeName(value.type)}`);
  return sql;
}
