import { type CallNode, type ExpressionNode, type ParameterNode } from '../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../googlesql/ast/parts.js';
import { type Argument } from '../engine.js';

/** The number that an operand is with these values; undefined where only an engine can say. */
export function numberOf(node: ExpressionNode, given: readonly Argument[]): number | undefined {
  switch (node.type) {
    case 'Integer':
    case 'Float':
      return Number(node.value);
    case 'Parameter': {
      const value = argumentOf(node, given)?.value;
      return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined;
    }
    case 'Brackets':
      return numberOf(node.inner, given);
    case 'Prefix': {
      const value = numberOf(node.operand, given);
      return node.operator !== '-' || value === undefined ? undefined : -value;
    }
    case 'Binary': {
      const [left, right] = [numberOf(node.left, given), numberOf(node.right, given)];
      return left === undefined || right === undefined ? undefined : calculated(left, node.operator, right);
    }
    case 'Call':
      return ofCall(node, given);
    default:
      return undefined;
  }
}

/** The texts of a call that stand in an operand. */
export function textsOf(node: TreeNode, given: readonly Argument[]): readonly string[] {
  const value = node.type === 'Parameter' ? argumentOf(node, given)?.value : undefined;
  const own = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
  return [...own, ...partsOf(node).flatMap((part) => textsOf(part, given))];
}

function ofCall({ name, args }: CallNode, given: readonly Argument[]): number | undefined {
  const [first] = args;
  if (name === 'CAST') return first?.type === 'CastOperand' ? numberOf(first.value, given) : undefined;
  if (name !== 'COALESCE' && name !== 'IFNULL') return undefined;
  const chosen = args.find((each) => each.type !== 'Parameter' || argumentOf(each, given)?.value !== null);
  return chosen && numberOf(chosen, given);
}

function calculated(left: number, operator: string, right: number): number | undefined {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  return operator === '*' ? left * right : undefined;
}

function argumentOf({ text }: ParameterNode, given: readonly Argument[]): Argument | undefined {
  return given.find(({ name }) => text.toLowerCase() === `@${name.toLowerCase()}`);
}
