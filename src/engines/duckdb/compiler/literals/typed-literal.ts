import { type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { type Expression, typed } from '../expression.js';
import { writtenText } from './literals.js';
import { hasZone, temporalLiteral, TIME_TEXTS } from './time-literal.js';

/** `TIMESTAMP '2026-11-20 10:00:00'`. */
export function temporalPrefix(text: ExpressionNode, kind: 'DATE' | 'TIME' | 'DATETIME' | 'TIMESTAMP'): Expression {
  const literal = writtenText(text);
  const sql = literal === undefined ? undefined : temporalLiteral(literal, { kind });
  if (sql !== undefined) return typed(sql, { kind });
  const what = `${kind} written as ${text.text}; write ${TIME_TEXTS[kind] ?? ''}, of one that exists`;
  // Zones have further names, which are not read here.
  throw kind === 'TIMESTAMP' && literal !== undefined && hasZone(literal)
    ? unsupportedAt(text, `${what}, which`)
    : errorAt(text, what);
}
