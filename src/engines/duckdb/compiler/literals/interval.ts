import { type WrittenNode, type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { type Values } from '../compiler.js';
import { errorAt } from '../dialect-error.js';
import { refusedPart } from '../times/date-part.js';
import { type Expression, typed } from '../expression.js';
import { converted } from '../expressions/unified.js';
import { INT64 } from '../../../../googlesql/types/types.js';
import { SQL, type Sql } from '../sql-tree/sql.js';

/** The date parts of fixed length, in microseconds. Longer ones depend on the calendar. */
export const PART_MICROS: ReadonlyMap<string, bigint> = new Map([
  ['MICROSECOND', 1n],
  ['MILLISECOND', 1_000n],
  ['SECOND', 1_000_000n],
  ['MINUTE', 60_000_000n],
  ['HOUR', 3_600_000_000n],
  ['DAY', 86_400_000_000n],
]);

/** `INTERVAL n PART` as an INT64 of microseconds; a literal amount stays a literal. */
export function compileInterval(node: ExpressionNode, values: Values, parts = PART_MICROS): Expression {
  if (node.type !== 'Interval') throw errorAt(node, 'expected INTERVAL n <part>');
  const unit = partMicros(node.part, parts);
  const amount = node.amount;
  const expression = values.value(amount);
  const sql = converted(expression, INT64, amount);
  if (typeof expression.literal !== 'bigint') return typed(SQL`(${sql} * ${unit}::BIGINT)`, INT64);
  const micros = expression.literal * unit;
  if (BigInt.asIntN(64, micros) !== micros)
    throw errorAt(amount, 'this INTERVAL is beyond what a TIMESTAMP can be moved by');
  return { sql: SQL`${micros}::BIGINT`, type: INT64, literal: micros };
}

/** The length of a date part as a BIGINT of microseconds. */
export function microsOf(part: WrittenNode): Sql {
  return SQL`${partMicros(part, PART_MICROS)}::BIGINT`;
}

function partMicros(part: WrittenNode, parts: ReadonlyMap<string, bigint>): bigint {
  const micros = parts.get(part.text.toUpperCase());
  if (micros === undefined) {
    throw refusedPart(part, 'here (there are MICROSECOND to DAY)');
  }
  return micros;
}
