import { coerce, type Expression, typed } from '../expression.js';
import { compileAs, compileExpression } from '../expressions.js';
import { argument, type Call, expectArguments, type Rule } from '../rule.js';
import { FLOAT64, INT64, typeName } from '../types.js';
import { distinct } from './modifiers.js';

/** Spreads, correlations and bits. */
export const STATISTICAL_AGGREGATES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['STDDEV', spread('stddev_samp')],
  ['STDDEV_SAMP', spread('stddev_samp')],
  ['STDDEV_POP', spread('stddev_pop')],
  ['VARIANCE', spread('var_samp')],
  ['VAR_SAMP', spread('var_samp')],
  ['VAR_POP', spread('var_pop')],
  ['CORR', correlation],
  ['COVAR_POP', pairs('covar_pop')],
  ['COVAR_SAMP', pairs('covar_samp')],
  ['BIT_AND', bits('bit_and')],
  ['BIT_OR', bits('bit_or')],
  ['BIT_XOR', bits('bit_xor')],
]);

function spread(name: string): Rule {
  return (call) => {
    expectArguments(call, 1);
    return typed(`${name}(${distinct(call)}${float(call, 0)})${call.over}`, FLOAT64);
  };
}

/** NULL for fewer than two pairs, where DuckDB has NaN. */
function correlation(call: Call): Expression {
  const { sql } = pairs('corr')(call);
  return typed(`CASE WHEN ${pairs('regr_count')(call).sql} >= 2 THEN ${sql} END`, FLOAT64);
}

function pairs(name: string): Rule {
  return (call) => {
    expectArguments(call, 2);
    return typed(`${name}(${float(call, 0)}, ${float(call, 1)})${call.over}`, FLOAT64);
  };
}

function bits(name: string): Rule {
  return (call): Expression => {
    expectArguments(call, 1);
    const repeated = name === 'bit_xor' ? distinct(call) : '';
    return typed(`${name}(${repeated}${compileAs(argument(call, 0), call.scope, INT64)})${call.over}`, INT64);
  };
}

function float(call: Call, index: number): string {
  const node = argument(call, index);
  const value = compileExpression(node, call.scope);
  const sql = coerce(value, FLOAT64);
  if (sql === undefined) throw node.error(`${call.name} needs numbers, found ${typeName(value.type)}`);
  return sql;
}
