import { aggregateIn, firstNamed, windowIn } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { identifierText } from '../literals/literals.js';
import { type SelectItem } from '../queries/select.js';

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

/** Refuses aliases of window functions in HAVING, which comes before there are windows. */
export function refuseWindowAlias(having: CstNode, sql: string, items: readonly SelectItem[]): void {
  const used = items.find(({ node, expression }) => windowIn(node) && sql.includes(expression.sql));
  if (!used) return;
  const use = firstNamed(having, used.name ?? '') ?? having;
  throw use.error(
    `"${used.name ?? ''}" is an alias of a window function, and HAVING comes before there are windows; write the condition in QUALIFY`,
  );
}
