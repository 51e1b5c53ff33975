import { type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { literalText } from '../literals/literal-argument.js';
import { type FunctionCall, type FunctionRule } from '../rule.js';

/** A function whose named arguments (`name => value`) come after all others; those not in `names` do not exist. */
export function naming(names: readonly string[], rule: FunctionRule): FunctionRule {
  return (call) => {
    const named = new Map<string, ExpressionNode>();
    const positional: ExpressionNode[] = [];
    for (const arg of call.args) {
      if (arg.type !== 'NamedArgument') {
        if (named.size > 0) throw errorAt(arg, `${call.name} takes its named arguments after all others`);
        positional.push(arg);
        continue;
      }
      const { name, value } = arg;
      if (!names.includes(name))
        throw errorAt(arg, `${call.name} has no argument ${name}; there is ${names.join(', ')}`);
      if (named.has(name)) throw errorAt(arg, `argument ${name} is given twice`);
      named.set(name, value);
    }
    return rule(call.naming(positional, named));
  };
}

/** A named argument that is TRUE or FALSE, known when the query is loaded. */
export function namedFlag({ name: called, named }: FunctionCall, name: string, otherwise: boolean): boolean {
  const node = named.get(name);
  if (!node) return otherwise;
  if (node.type !== 'Boolean') throw unsupportedAt(node, `${name} of ${called} other than TRUE or FALSE`);
  return node.value;
}

/** A named argument that is one of these words, known when the query is loaded. */
export function namedWord(call: FunctionCall, name: string, words: readonly string[]): string | undefined {
  const node = call.named.get(name);
  if (!node) return undefined;
  const literal = literalText(call, node, name);
  if (!words.includes(literal)) throw errorAt(node, `${name} is ${words.map((word) => `'${word}'`).join(' or ')}`);
  return literal;
}
