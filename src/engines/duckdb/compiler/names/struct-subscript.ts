import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt } from '../dialect-error.js';
import { type Expression } from '../expression.js';
import { fieldAt } from '../expressions/struct-value.js';
import { typeName } from '../../../../googlesql/types/types.js';

/** `struct[0]`, `struct[OFFSET(0)]`, `struct[ORDINAL(1)]`: the position is a literal, since it decides on the type. */
export function fieldByPosition(value: Expression, kind: string, position: Expression, node: WrittenNode): Expression {
  if (kind.startsWith('SAFE_')) throw errorAt(node, `a field of a STRUCT has no ${kind}; write ${kind.slice(5)}`);
  const number = position.literal;
  if (typeof number !== 'bigint') throw errorAt(node, 'the position of a field is a number written out');
  const count = value.type.kind === 'STRUCT' ? value.type.fields.length : 0;
  const index = Number(number) - (kind === 'ORDINAL' ? 1 : 0);
  if (index < 0 || index >= count) throw errorAt(node, `${typeName(value.type)} has no field at ${kind}(${number})`);
  return fieldAt(value, index);
}
