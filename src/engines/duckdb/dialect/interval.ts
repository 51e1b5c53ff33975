import { type CstNode } from './cst.js';
import { compileAs } from './expressions.js';
import { type Scope } from './scope.js';
import { INT64 } from './types.js';

/** The date parts of fixed length, in microseconds. Longer ones depend on the calendar. */
export const PART_MICROS: ReadonlyMap<string, bigint> = new Map([
  ['MICROSECOND', 1n],
  ['MILLISECOND', 1_000n],
  ['SECOND', 1_000_000n],
  ['MINUTE', 60_000_000n],
  ['HOUR', 3_600_000_000n],
  ['DAY', 86_400_000_000n],
]);

/** `INTERVAL n PART` as a BIGINT of microseconds. */
export function compileInterval(node: CstNode, scope: Scope): string {
  if (node.type !== 'IntervalLiteral') throw node.error('expected INTERVAL n <part>');
  node.only('expr', 'date_part');
  const part = node.need('date_part');
  return `(${compileAs(node.need('expr'), scope, INT64)} * ${microsOf(part)})`;
}

export function microsOf(part: CstNode): string {
  const micros = PART_MICROS.get(part.keyword);
  if (micros === undefined) {
    throw part.unsupported(`the date part ${part.text} here; MICROSECOND to DAY are, ${part.text}`);
  }
  return `${micros}::BIGINT`;
}
