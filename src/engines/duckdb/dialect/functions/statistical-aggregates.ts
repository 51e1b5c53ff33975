import { coerce, type Expression, typed } from '../expression.js';
import { compileAs, compileExpression } from '../expressions.js';
import { argument, type Call, expectArguments, type Rule } from '../rule.js';
import { FLOAT64, INT64, typeName } from '../types.js';
import { distinct } from './modifiers.js';

/** Spreads, correlations and bits. */
export const STATISTICAL_AGGREGATES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
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
function spread(name: string, least: number): Rule {
  return (call) => {
    expectArguments(call, 1);
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
function pairs(name: string, least: number): Rule {
  return (call) => {
    expectArguments(call, 2);
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

function bits(name: string): Rule {
  return (call): Expression => {
    expectArguments(call, 1);
    const repeated = distinct(call);
    return typed(`${name}(${repeated}${compileAs(argument(call, 0), call.scope, INT64)})${call.over}`, INT64);
  };
}

function float(call: Call, index: number): string {
  const node = argument(call, index);
  const value = compileExpression(node, call.scope);
  // BigQuery is exact here up to the last step.
  if (value.type.kind === 'NUMERIC') throw node.unsupported(`${call.name} over NUMERIC`);
  const sql = coerce(value, FLOAT64);
  if (sql === undefined) throw node.error(`${call.name} needs numbers, found ${typeName(value.type)}`);
  return sql;
}
