import { quote } from '../../../errors/excerpt.js';
import { type ExpressionNode, type NameNode, type SelectItemNode, type SelectNode } from '../../ast/nodes.js';
import { partsOf, type TreeNode } from '../../ast/parts.js';
import { aggregateIn, isAggregate, windowIn } from '../aggregation.js';
import { errorAt } from '../dialect-error.js';

/** The remedy for an alias of the SELECT list where it cannot be seen: in WHERE, in aggregate functions, in other items of the list. */
export function remarkOnAlias(select: SelectNode): (name: string) => string | undefined {
  return (name) => {
    const item = select.items.find(
      (each) => each.type === 'ExpressionItem' && each.alias?.name.toLowerCase() === name.toLowerCase(),
    );
    return item && `is an alias of the SELECT list, which means nothing here; ${remedyFor(item)}`;
  };
}

function remedyFor(item: SelectItemNode): string {
  if (windowIn(item)) return 'conditions on window functions go to QUALIFY; or name it in a WITH query first';
  if (aggregateIn(item)) return 'conditions on aggregate functions go to HAVING; or name it in a WITH query first';
  return 'write what it stands for, or name it in a WITH query first';
}

/** Refuses aliases of window functions where there are no windows yet, or in another one. */
export function refuseWindowAlias(
  node: ExpressionNode,
  { windowAliases }: { readonly windowAliases: ReadonlySet<string> },
  where: string,
  remedy = 'work it out in a WITH query first',
): void {
  const use = windowAliases.size > 0 ? firstNamed(node, windowAliases) : undefined;
  if (use)
    throw errorAt(
      use,
      `${quote(use.text)} is an alias of a window function, which cannot stand in ${where}; ${remedy}`,
    );
}

/** The first of these names at this level, also at the beginning of a path; the arguments of aggregate functions see no aliases. */
function firstNamed(node: TreeNode, names: ReadonlySet<string>): NameNode | undefined {
  if (isAggregate(node) || node.type === 'Query') return undefined;
  if (node.type === 'Name') return names.has(node.name.toLowerCase()) ? node : undefined;
  for (const part of partsOf(node)) {
    const found = firstNamed(part, names);
    if (found) return found;
  }
  return undefined;
}
