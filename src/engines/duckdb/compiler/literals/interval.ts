import { type WrittenNode, type ExpressionNode, type IntervalNode } from '../../../../googlesql/ast/nodes.js';
import { type Values } from '../compiler.js';
import { literalMicros } from '../../../../googlesql/resolver/expressions/intervals.js';
import { errorAt } from '../../../../googlesql/resolver/dialect-error.js';
import { DATE_PARTS, microsOf, refusedPart } from '../times/date-part.js';
import { type Expression, typed } from '../expression.js';
import { INT64 } from '../../../../googlesql/types/types.js';
import { SQL } from '../sql-tree/sql.js';

/** An argument that must be `INTERVAL n PART`. */
export function intervalOf(node: ExpressionNode): IntervalNode {
  if (node.type !== 'Interval') throw errorAt(node, 'expected INTERVAL n <part>');
  return node;
}

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

/** The length of a date part of fixed length, in microseconds. */
export function partMicros(part: WrittenNode): bigint {
  const micros = microsOf(part.text.toUpperCase());
  if (micros === undefined) throw refusedPart(part, 'here (there are MICROSECOND to DAY)');
  return micros;
}

/** `INTERVAL n PART` as a number of days or of months; undefined for shorter parts. */
export function calendarDistance({ amount, part }: IntervalNode, values: Values) {
  const { days, months } = DATE_PARTS.get(part.text.toUpperCase()) ?? {};
  const each = days ?? months;
  if (each === undefined) return undefined;
  return { unit: days === undefined ? 'months' : 'days', count: SQL`${values.as(amount, INT64)} * ${each}` } as const;
}
