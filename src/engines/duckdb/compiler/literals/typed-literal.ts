import { type CstNode } from '../cst.js';
import { type Expression, typed } from '../expression.js';
import { stringLiteral } from './literals.js';
import { hasZone, temporalLiteral, TIME_TEXTS } from './time-literal.js';

/** `TIMESTAMP '2026-11-20 10:00:00'`. */
export function temporalPrefix(node: CstNode, kind: 'DATE' | 'TIME' | 'DATETIME' | 'TIMESTAMP'): Expression {
  const text = node.need('right');
  const { literal } = text.type === 'StringLiteral' ? stringLiteral(text) : { literal: undefined };
  const sql = typeof literal === 'string' ? temporalLiteral(literal, { kind }) : undefined;
  if (sql !== undefined) return typed(sql, { kind });
  const what = `${kind} written as ${text.text}; write ${TIME_TEXTS[kind] ?? ''}, of one that exists`;
  // Zones have names that are not read here.
  throw kind === 'TIMESTAMP' && typeof literal === 'string' && hasZone(literal)
    ? text.unsupported(`${what}, which`)
    : text.error(what);
}
