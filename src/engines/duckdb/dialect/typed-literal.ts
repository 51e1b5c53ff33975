import { type CstNode } from './cst.js';
import { type Expression, typed } from './expression.js';
import { stringLiteral } from './literals.js';
import { hasZone, temporalLiteral } from './time-literal.js';
import { type ScalarKind } from './types.js';

const FORMS: Partial<Record<ScalarKind, string>> = {
  DATE: 'YYYY-MM-DD',
  TIME: 'hh:mm:ss[.ffffff]',
  DATETIME: 'YYYY-MM-DD[ hh:mm:ss[.ffffff]]',
  TIMESTAMP: 'YYYY-MM-DD[ hh:mm:ss[.ffffff][+hh:mm]]',
};

/** `TIMESTAMP '2026-11-20 10:00:00'`. */
export function temporalPrefix(node: CstNode, kind: 'DATE' | 'TIME' | 'DATETIME' | 'TIMESTAMP'): Expression {
  const text = node.need('right');
  const { literal } = text.type === 'StringLiteral' ? stringLiteral(text) : { literal: undefined };
  const sql = typeof literal === 'string' ? temporalLiteral(literal, { kind }) : undefined;
  if (sql !== undefined) return typed(sql, { kind });
  const what = `${kind} written as ${text.text}; write ${FORMS[kind] ?? ''}`;
  // Zones have names that are not read here.
  throw kind === 'TIMESTAMP' && typeof literal === 'string' && hasZone(literal)
    ? text.unsupported(`${what}, which`)
    : text.error(what);
}
