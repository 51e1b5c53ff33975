import {
  type WrittenNode,
  type BinaryNode,
  type ExpressionNode,
  type PrefixNode,
} from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { coerce, type Expression, typed } from '../expression.js';
import { type Scope } from '../names/scope.js';
import { INT64, typeName } from '../../../../googlesql/types/types.js';
import { NOTHING, SQL, type Sql } from '../sql-tree/sql.js';

const OPERATORS: ReadonlyMap<string, (left: Sql, right: Sql) => Sql> = new Map([
  ['&', (left: Sql, right: Sql) => SQL`(${left} & ${right})`],
  ['|', (left, right) => SQL`(${left} | ${right})`],
  ['^', (left, right) => SQL`xor(${left}, ${right})`],
  ['<<', (left, right) => SQL`bq_shift_left(${left}, ${right})`],
  ['>>', (left, right) => SQL`bq_shift_right(${left}, ${right})`],
]);

export function isBitOperator(operator: string): boolean {
  return OPERATORS.has(operator);
}

/** `&`, `|`, `^`, `<<` and `>>` on INT64. */
export function bitOperator(node: BinaryNode, scope: Scope): Expression {
  const [left = NOTHING, right = NOTHING] = [node.left, node.right].map((side) => bits(node, side, scope));
  return typed(OPERATORS.get(node.operator)?.(left, right) ?? NOTHING, INT64);
}

/** `~x` */
export function bitInversion(node: PrefixNode, scope: Scope): Expression {
  return typed(SQL`(~ ${bits(node, node.operand, scope)})`, INT64);
}

function bits(node: WrittenNode, side: ExpressionNode, scope: Scope): Sql {
  const value = scope.value(side);
  const sql = value.type.kind === 'NULL' ? undefined : coerce(value, INT64);
  if (sql !== undefined) return sql;
  if (value.type.kind === 'BYTES') throw unsupportedAt(side, `"${node.text}" on BYTES`);
  throw errorAt(side, `"${node.text}" needs INT64, found ${typeName(value.type)}`);
}
