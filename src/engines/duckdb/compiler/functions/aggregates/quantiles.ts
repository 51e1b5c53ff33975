import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { type Expression } from '../../expression.js';
import { type FunctionCall } from '../../rule.js';
import { ascending, distinct, respectsNulls } from '../modifiers.js';
import { joinSql, SQL, type Sql, wordSql } from '../../sql-tree/sql.js';

const QUANTILES = /^[1-9]\d{0,2}$/;

interface Quantiles {
  readonly value: Expression;
  readonly number: number;
}

/** APPROX_QUANTILES(x, n): n + 1 elements of x, the least first. Here they are exact, as "approximate" allows; elements, never interpolations. */
export function approximateQuantiles(call: FunctionCall): Sql {
  const { value, number } = readQuantiles(call);
  if (respectsNulls(call)) return SQL`bq_all_quantiles(${inOrder(call, value)}, ${number})`;
  const fractions = Array.from({ length: number + 1 }, (_, index) => wordSql(String(index / number)));
  return quantiles(call, value, SQL`[${joinSql(fractions)}]`);
}

/** APPROX_QUANTILES(x, n)[OFFSET(k)], as people write percentiles: one quantile, not n + 1 to take one from. */
export function oneQuantile(call: FunctionCall, offset: bigint): Sql | undefined {
  const { value, number } = readQuantiles(call);
  if (offset < 0n || offset > BigInt(number)) return undefined;
  if (respectsNulls(call)) return SQL`bq_quantile(${inOrder(call, value)}, ${offset}, ${number})`;
  return quantiles(call, value, wordSql(String(Number(offset) / number)));
}

/** Quantiles in GoogleSQL's order, with NaN in another place than in DuckDB's. */
function quantiles(call: FunctionCall, { sql, type }: Expression, fractions: Sql): Sql {
  if (type.kind !== 'FLOAT64') return SQL`quantile_disc(${distinct(call)}${sql}, ${fractions})`;
  return SQL`bq_quantiles_float(${sql}, ${fractions})`;
}

function inOrder(call: FunctionCall, value: Expression): Sql {
  if (value.type.kind === 'FLOAT64' && call.node.distinct) {
    throw unsupportedAt(call.node, 'RESPECT NULLS over DISTINCT values of type FLOAT64');
  }
  return SQL`list(${distinct(call)}${value.sql} ORDER BY ${ascending(value)})`;
}

function readQuantiles(call: FunctionCall): Quantiles {
  const value = call.value(0);
  const number = call.argument(1);
  if (!QUANTILES.test(number.text)) {
    throw unsupportedAt(number, 'a number of quantiles other than a literal from 1 to 999');
  }
  return { value, number: Number(number.text) };
}
