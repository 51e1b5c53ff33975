import { type CallNode, type ExpressionNode } from '../../ast/nodes.js';
import { CATALOGUE } from '../../functions/catalogue.js';
import { errorAt } from '../dialect-error.js';

/** The arguments of a call by their places, and those by name (`name => value`), which come after all others. */
export function namedArguments({ name: called, args }: CallNode) {
  const { named: names } = CATALOGUE.get(called) ?? {};
  const named = new Map<string, ExpressionNode>();
  if (!names) return { args, named };
  const positional: ExpressionNode[] = [];
  for (const arg of args) {
    if (arg.type !== 'NamedArgument') {
      if (named.size > 0) throw errorAt(arg, `${called} takes its named arguments after all others`);
      positional.push(arg);
      continue;
    }
    const { name, value } = arg;
    if (!names.includes(name)) throw errorAt(arg, `${called} has no argument ${name}; there is ${names.join(', ')}`);
    if (named.has(name)) throw errorAt(arg, `argument ${name} is given twice`);
    named.set(name, value);
  }
  return { args: positional, named };
}
