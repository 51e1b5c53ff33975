import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed } from '../../expression.js';
import { literalText } from '../../literals/literal-argument.js';
import { type FunctionCall, type FunctionRule, type Rule } from '../../rule.js';
import { FLOAT64, NUMERIC } from '../../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql, typeSql, wordSql } from '../../sql-tree/sql.js';
import { isSame } from '../../sql-tree/folds.js';

/** Functions for whole numbers near a number, and for rounding to a number of digits. */
export const ROUNDING_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['CEIL', ['ceil', 'ceil']],
  ['CEILING', ['ceil', 'ceil']],
  ['FLOOR', ['floor', 'floor']],
  ['ROUND', digits('round')],
  ['TRUNC', digits('trunc')],
]);

/** BigQuery's 10^-digits has 64 bits of mantissa, here as m * 2^e. Up to 4 digits this makes no difference to a double. */
const SCALES: ReadonlyMap<bigint, readonly [string, number]> = new Map([
  [5n, ['12089258196146291746', -80]],
  [6n, ['9671406556917033397', -83]],
  [7n, ['15474250491067253435', -87]],
  [8n, ['12379400392853802748', -90]],
  [9n, ['9903520314283042198', -93]],
  [10n, ['15845632502852867517', -97]],
  [11n, ['12676506002282294014', -100]],
]);

function digits(name: 'round' | 'trunc'): FunctionRule {
  return (call) => {
    const value = number(call);
    if (call.args.length === 1) return ofType(SQL`${wordSql(name)}(${value.sql})`, value);
    const node = call.argument(1);
    const { literal, type } = call.value(node);
    if (type.kind === 'NULL') return ofType(SQL`NULL`, value);
    if (typeof literal !== 'bigint') {
      throw unsupportedAt(node, `a number of digits of ${call.name} other than a whole number written out`);
    }
    if (value.type.kind === 'NUMERIC') {
      return call.args.length === 3 ? byMode(call, value, literal) : ofType(exact(name, value, literal), value);
    }
    return ofType(floating(call, name, value, literal), value);
  };
}

function number(call: FunctionCall): Expression {
  const value = call.value(0);
  if (value.type.kind === 'NUMERIC' || value.type.kind === 'FLOAT64') return value;
  return typed(SQL`CAST(${value.sql} AS ${typeSql(FLOAT64)})`, FLOAT64);
}

function ofType(sql: Sql, { type }: Expression): Expression {
  return typed(type.kind === 'NUMERIC' || isSame(sql, SQL`NULL`) ? SQL`CAST(${sql} AS ${typeSql(type)})` : sql, type);
}

function exact(name: string, { sql }: Expression, count: bigint): Sql {
  if (count >= 9n) return sql;
  return SQL`${wordSql(name)}(${sql}, ${count < -30n ? -30n : count})`;
}

function floating(call: FunctionCall, name: 'round' | 'trunc', { sql }: Expression, count: bigint): Sql {
  if (count <= 0n) return SQL`${wordSql(`bq_${name}_tens`)}(${sql}, ${wordSql(`1e${count < -308n ? 308n : -count}`)})`;
  const power = wordSql(`1e${count}`);
  if (count <= 4n) return SQL`${wordSql(`bq_${name}`)}(${sql}, ${power})`;
  const scale = name === 'round' ? SCALES.get(count) : undefined;
  if (!scale) {
    throw unsupportedAt(call.argument(1), `${call.name} of a FLOAT64 to ${count} digits`);
  }
  return SQL`bq_round_long(${sql}, ${power}, ${wordSql(scale[0])}::HUGEINT, ${scale[1]})`;
}

/** ROUND(x, n, mode) */
function byMode(call: FunctionCall, value: Expression, count: bigint): Expression {
  if (call.value(2).literal === null) return ofType(SQL`NULL`, value);
  const mode = literalText(call, 2, 'a rounding mode');
  const rounded = exact('round', value, count);
  if (mode === 'ROUND_HALF_AWAY_FROM_ZERO' || count >= 9n) return ofType(rounded, value);
  if (count < -27n) throw unsupportedAt(call.argument(1), 'ROUND_HALF_EVEN to fewer than -27 digits');
  const down = SQL`CAST(${exact('trunc', value, count)} AS ${typeSql(NUMERIC)})`;
  const [half, two] = [unit(5n, count + 1n), unit(2n, count)];
  return ofType(
    SQL`CASE WHEN abs(${value.sql} - ${down}) = ${half} AND ${down} % ${two} = 0 THEN ${down} ELSE ${rounded} END`,
    value,
  );
}

/** A digit at a place after the point as NUMERIC, or before it. */
function unit(digit: bigint, place: bigint): Sql {
  const text = place > 0n ? `0.${'0'.repeat(Number(place) - 1)}${digit}` : `${digit}${'0'.repeat(Number(-place))}`;
  return SQL`CAST(${textSql(text)} AS ${typeSql(NUMERIC)})`;
}
