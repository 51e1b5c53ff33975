import { quote } from '../../../../errors/excerpt.js';
import { isQuery } from '../../../../googlesql/checks/constant-expression.js';
import { aggregateIn, isAggregate, windowIn } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { identifierText } from '../literals/literals.js';
import { type Scope } from '../names/scope.js';

/** What to write for an alias of the SELECT list where it cannot be seen: in WHERE, in aggregate functions, in other items of the list. */
export function remarkOnAlias(select: CstNode): (name: string) => string | undefined {
  return (name) => {
    const item = select.list('exprs').find((each) => {
      const alias = each.child('alias');
      return alias !== undefined && identifierText(alias).toLowerCase() === name.toLowerCase();
    });
    return item && `is an alias of the SELECT list, which means nothing here; ${remedyFor(item)}`;
  };
}

function remedyFor(item: CstNode): string {
  if (windowIn(item)) return 'conditions on window functions go to QUALIFY; or name it in a WITH query first';
  if (aggregateIn(item)) return 'conditions on aggregate functions go to HAVING; or name it in a WITH query first';
  return 'write what it stands for, or name it in a WITH query first';
}

/** Refuses aliases of window functions where there are no windows yet, or in another one. */
export function refuseWindowAlias(
  node: CstNode,
  { windowAliases }: Scope,
  where: string,
  remedy = 'work it out in a WITH query first',
): void {
  const use = windowAliases.size > 0 ? firstNamed(node, windowAliases) : undefined;
  if (use)
    throw use.error(`${quote(use.text)} is an alias of a window function, which cannot stand in ${where}; ${remedy}`);
}

/** The first name at this level, or beginning of a path; the arguments of aggregate functions see no aliases. */
function firstNamed(node: CstNode, names: ReadonlySet<string>): CstNode | undefined {
  if (isAggregate(node) || isQuery(node)) return undefined;
  if (node.type === 'Identifier') return names.has(identifierText(node).toLowerCase()) ? node : undefined;
  const silent = ['func', 'alias', node.type === 'DotOperator' ? 'right' : ''];
  for (const child of node.childNames().filter((name) => !silent.includes(name))) {
    for (const each of [node.child(child) ?? node.list(child)].flat()) {
      const found = firstNamed(each, names);
      if (found) return found;
    }
  }
  return undefined;
}
