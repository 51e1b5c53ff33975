import { type SyntaxNode } from '../../googlesql/parser/syntax-node.js';
import { type Argument } from '../engine.js';

/** The number that an operand is with these values; undefined where it takes an engine to say. */
export function numberOf(node: SyntaxNode, given: readonly Argument[]): number | undefined {
  switch (node.type) {
    case 'NumericLiteral':
      return Number(node.text);
    case 'Parameter': {
      const value = argumentOf(node, given)?.value;
      return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined;
    }
    case 'GroupedExpr':
      return inner(node.child('expr'), given);
    case 'UnaryOperator': {
      const value = inner(node.child('right'), given);
      return node.text !== '-' || value === undefined ? undefined : -value;
    }
    case 'BinaryOperator': {
      const [left, right] = [inner(node.child('left'), given), inner(node.child('right'), given)];
      return left === undefined || right === undefined ? undefined : calculated(left, node.text, right);
    }
    case 'CallingFunction':
      return ofCall(node, given);
    default:
      return undefined;
  }
}

/** The texts of a call that an operand is made of. */
export function textsOf(node: SyntaxNode, given: readonly Argument[]): readonly string[] {
  const value = node.type === 'Parameter' ? argumentOf(node, given)?.value : undefined;
  const own = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
  return [...own, ...node.children().flatMap((child) => textsOf(child, given))];
}

function ofCall(node: SyntaxNode, given: readonly Argument[]): number | undefined {
  const args = node.list('args');
  const name = node.child('func')?.keyword;
  if (name === 'CAST') return inner(args[0]?.child('cast_from'), given);
  if (name !== 'COALESCE' && name !== 'IFNULL') return undefined;
  const first = args.find(({ type, text }) => type !== 'Parameter' || !isNull(text, given));
  return inner(first, given);
}

function inner(node: SyntaxNode | undefined, given: readonly Argument[]): number | undefined {
  return node && numberOf(node, given);
}

function calculated(left: number, operator: string, right: number): number | undefined {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  return operator === '*' ? left * right : undefined;
}

function isNull(text: string, given: readonly Argument[]): boolean {
  return given.find(({ name }) => isName(text, name))?.value === null;
}

function argumentOf({ text }: SyntaxNode, given: readonly Argument[]): Argument | undefined {
  return given.find(({ name }) => isName(text, name));
}

function isName(parameter: string, name: string): boolean {
  return parameter.toLowerCase() === `@${name.toLowerCase()}`;
}
