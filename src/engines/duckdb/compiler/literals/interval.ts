import { type ExpressionNode, type IntervalNode } from '../../../../googlesql/ast/nodes.js';
import { type Values } from '../compiler.js';
import { literalMicros } from '../../../../googlesql/resolver/expressions/intervals.js';
import { DATE_PARTS, intervalOf, partMicros } from '../../../../googlesql/resolver/date-parts.js';
import { type Expression, typed } from '../expression.js';
import { INT64 } from '../../../../googlesql/types/types.js';
import { SQL } from '../sql-tree/sql.js';

/**
 * `INTERVAL n PART` as an INT64 of microseconds; a literal amount stays a literal.
 *
 * @param week microseconds of a WEEK, where there are weeks
 */
export function compileInterval(node: ExpressionNode, values: Values, week?: bigint): Expression {
  const { amount, part } = intervalOf(node);
  const unit = part.text.toUpperCase() === 'WEEK' && week !== undefined ? week : partMicros(part);
  const sql = values.as(amount, INT64);
  const { literal } = values.value(amount);
  const micros = literalMicros(amount, literal, unit);
  if (micros === undefined) return typed(SQL`(${sql} * ${unit}::BIGINT)`, INT64);
  return { sql: SQL`${micros}::BIGINT`, type: INT64, literal: micros };
}

/** `INTERVAL n PART` as a number of days or of months; undefined for shorter parts. */
export function calendarDistance({ amount, part }: IntervalNode, values: Values) {
  const { days, months } = DATE_PARTS.get(part.text.toUpperCase()) ?? {};
  const each = days ?? months;
  if (each === undefined) return undefined;
  return { unit: days === undefined ? 'months' : 'days', count: SQL`${values.as(amount, INT64)} * ${each}` } as const;
}
