import { type CstNode } from '../cst.js';
import { type Expression, refuseStored, typed } from '../expression.js';
import { compileAs, compileCondition, compileExpression } from '../expressions.js';
import { argument, type Call, expectArguments, type Rule } from '../rule.js';
import { arrayOf, BOOL, FLOAT64, INT64, isNested, isNumeric, STRING, type SqlType, typeName } from '../types.js';

export const AGGREGATE_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['COUNT', count],
  [
    'COUNTIF',
    (call) => {
      expectArguments(call, 1);
      return typed(`count(CASE WHEN ${compileCondition(argument(call, 0), call.scope)} THEN 1 END)`, INT64);
    },
  ],
  [
    'SUM',
    (call) => numeric(call, (sql, type) => (type.kind === 'INT64' ? `CAST(sum(${sql}) AS BIGINT)` : `sum(${sql})`)),
  ],
  ['AVG', average],
  ['MIN', (call) => extreme(call, 'min')],
  ['MAX', (call) => extreme(call, 'max')],
  ['ANY_VALUE', (call) => typed(`any_value(${onlyArgument(call).sql})`, onlyArgument(call).type)],
  ['LOGICAL_OR', (call) => logical(call, 'bool_or')],
  ['LOGICAL_AND', (call) => logical(call, 'bool_and')],
  ['APPROX_COUNT_DISTINCT', (call) => typed(`count(DISTINCT ${countable(call).sql})`, INT64)],
  ['APPROX_QUANTILES', approximateQuantiles],
  [
    'STRING_AGG',
    (call) => {
      expectArguments(call, 2);
      const [value, delimiter] = call.args.map((arg) => compileAs(arg, call.scope, STRING));
      return typed(`string_agg(${distinct(call)}${value ?? ''}, ${delimiter ?? ''})`, STRING);
    },
  ],
]);

function onlyArgument(call: Call): Expression {
  expectArguments(call, 1);
  return compileExpression(argument(call, 0), call.scope);
}

function distinct(call: Call): string {
  return call.node.claim('distinct').has('distinct') ? 'DISTINCT ' : '';
}

function count(call: Call): Expression {
  expectArguments(call, 1);
  const star: CstNode = argument(call, 0);
  if (star.type === 'Asterisk') {
    star.only();
    return typed('count(*)', INT64);
  }
  const value = call.node.has('distinct') ? countable(call) : onlyArgument(call);
  refuseStored(value, call.node, 'COUNT');
  return typed(`count(${distinct(call)}${value.sql})`, INT64);
}

/** A value that can be compared for DISTINCT. */
function countable(call: Call): Expression {
  const value = onlyArgument(call);
  if (isNested(value.type)) throw call.node.error(`DISTINCT over ${typeName(value.type)} is not possible`);
  return value;
}

function numeric(call: Call, sql: (sql: string, type: SqlType) => string): Expression {
  const value = onlyArgument(call);
  if (!isNumeric(value.type)) throw call.node.error(`${call.name} needs numbers, found ${typeName(value.type)}`);
  return typed(sql(`${distinct(call)}${value.sql}`, value.type), value.type);
}

function average(call: Call): Expression {
  const value = onlyArgument(call);
  if (value.type.kind === 'NUMERIC') throw call.node.unsupported('AVG over NUMERIC');
  return { ...numeric(call, (sql) => `avg(${sql})`), type: FLOAT64 };
}

function extreme(call: Call, name: 'min' | 'max'): Expression {
  const value = onlyArgument(call);
  if (isNested(value.type)) throw call.node.error(`${call.name} over ${typeName(value.type)} is not possible`);
  // GoogleSQL: one NaN makes the answer NaN.
  const sql = value.type.kind === 'FLOAT64' ? `bq_${name}_float(${value.sql})` : `${name}(${value.sql})`;
  return typed(sql, value.type);
}

function logical(call: Call, name: string): Expression {
  expectArguments(call, 1);
  return typed(`${name}(${compileCondition(argument(call, 0), call.scope)})`, BOOL);
}

const QUANTILES = /^[1-9]\d{0,2}$/;

interface Quantiles {
  readonly value: Expression;
  readonly number: number;
}

/**
 * APPROX_QUANTILES(x, n): n + 1 elements of x, the least first. Here they are exact, which is within what
 * "approximate" promises; elements, never interpolations.
 */
function approximateQuantiles(call: Call): Expression {
  const { value, number } = readQuantiles(call);
  const fractions = Array.from({ length: number + 1 }, (_, index) => String(index / number)).join(', ');
  return typed(quantiles(value, `[${fractions}]`), arrayOf(value.type));
}

/** APPROX_QUANTILES(x, n)[OFFSET(k)], as people write percentiles: one quantile, not n + 1 to take one from. */
export function oneQuantile(call: Call, offset: bigint): Expression | undefined {
  const { value, number } = readQuantiles(call);
  if (offset < 0n || offset > BigInt(number)) return undefined;
  return typed(quantiles(value, String(Number(offset) / number)), value.type);
}

/** NaN has its place among the quantiles, and it is not the one where DuckDB sorts it. */
function quantiles({ sql, type }: Expression, fractions: string): string {
  return `${type.kind === 'FLOAT64' ? 'bq_quantiles_float' : 'quantile_disc'}(${sql}, ${fractions})`;
}

function readQuantiles(call: Call): Quantiles {
  expectArguments(call, 2);
  const value = compileExpression(argument(call, 0), call.scope);
  const number = argument(call, 1);
  number.only();
  if (!QUANTILES.test(number.text)) {
    throw number.unsupported('a number of quantiles other than a literal from 1 to 999');
  }
  if (isNested(value.type)) {
    throw call.node.error(`APPROX_QUANTILES over ${typeName(value.type)} is not possible`);
  }
  return { value, number: Number(number.text) };
}
