import { type Expression } from '../expression.js';
import { wordSql, SQL, type Sql } from '../sql-tree/sql.js';

/** Macros for arithmetic: GoogleSQL's overflow is an error, never an infinity, and so is a division by zero. */
const CHECKED: ReadonlyMap<string, string> = new Map([
  ['+', 'bq_add'],
  ['-', 'bq_subtract'],
  ['*', 'bq_multiply'],
  ['/', 'bq_divide'],
]);

/** The greatest absolute value of an INT64. */
const WHOLE = 2 ** 63;
/** Bound of numbers that do not change the greatest FLOAT64 when they are added to it. */
const LITTLE = 2 ** 969;

/**
 * Arithmetic over two operands that are FLOAT64 by now. Checks that could never fail are left out: DuckDB plans them anew for each run.
 */
export function floatArithmetic(
  operator: string,
  [a, b]: readonly [Sql, Sql],
  [left, right]: readonly [Expression, Expression],
): Sql {
  if (neverFails(operator, left, right)) return SQL`(${a} ${wordSql(operator)} ${b})`;
  if (operator === '/' && right.type.kind === 'INT64') return SQL`bq_divide_by_whole(${a}, ${b})`;
  return SQL`${wordSql(CHECKED.get(operator) ?? '')}(${a}, ${b})`;
}

/** Whether no two finite values of these have an infinite result, and none is divided by zero. */
function neverFails(operator: string, left: Expression, right: Expression): boolean {
  const least = Math.min(bound(left), bound(right));
  if (operator === '+' || operator === '-') return least < LITTLE;
  if (operator === '*') return least <= 1 || bound(left) * bound(right) < Number.MAX_VALUE;
  const divisor = distance(right);
  return divisor !== undefined && divisor > 0 && (divisor >= 1 || bound(left) / divisor < Number.MAX_VALUE);
}

/** Greatest distance from zero of the operand's values: infinity where nothing is known. */
function bound(operand: Expression): number {
  return distance(operand) ?? (operand.type.kind === 'INT64' ? WHOLE : Infinity);
}

/** Distance from zero of a literal. */
function distance({ literal }: Expression): number | undefined {
  return typeof literal === 'number' || typeof literal === 'bigint' ? Math.abs(Number(literal)) : undefined;
}
