import { type CstNode } from '../cst.js';
import { coerce, type Expression, typed } from '../expression.js';
import { compileExpression } from './expressions.js';
import { type Scope } from '../names/scope.js';
import { INT64, typeName } from '../../../../googlesql/types/types.js';

const OPERATORS: ReadonlyMap<string, (left: string, right: string) => string> = new Map([
  ['&', (left: string, right: string) => `(${left} & ${right})`],
  ['|', (left, right) => `(${left} | ${right})`],
  ['^', (left, right) => `xor(${left}, ${right})`],
  ['<<', (left, right) => `bq_shift_left(${left}, ${right})`],
  ['>>', (left, right) => `bq_shift_right(${left}, ${right})`],
]);

export function isBitOperator(operator: string): boolean {
  return OPERATORS.has(operator);
}

/** `&`, `|`, `^`, `<<` and `>>` on INT64. */
export function bitOperator(node: CstNode, scope: Scope): Expression {
  const [left = '', right = ''] = [node.need('left'), node.need('right')].map((side) => bits(node, side, scope));
  return typed(OPERATORS.get(node.keyword)?.(left, right) ?? '', INT64);
}

/** `~x` */
export function bitInversion(node: CstNode, scope: Scope): Expression {
  return typed(`(~ ${bits(node, node.need('right'), scope)})`, INT64);
}

function bits(node: CstNode, side: CstNode, scope: Scope): string {
  const value = compileExpression(side, scope);
  const sql = value.type.kind === 'NULL' ? undefined : coerce(value, INT64);
  if (sql !== undefined) return sql;
  if (value.type.kind === 'BYTES') throw side.unsupported(`"${node.text}" on BYTES`);
  throw side.error(`"${node.text}" needs INT64, found ${typeName(value.type)}`);
}
