import type { SyntaxNode } from '../parser/syntax-node.js';

/**
 * The `*` or `item.*` that decides which columns a query returns, if there is one; in pipe syntax also a FROM that no SELECT or
 * AGGREGATE follows. One in a subquery or a WITH query is no matter: the query around it names what it takes.
 */
export function topStar(query: SyntaxNode): SyntaxNode | undefined {
  const [left, right, inner] = [query.child('left'), query.child('right'), query.child('stmt')];
  switch (query.type) {
    case 'SelectStatement':
      return starIn(query);
    case 'SetOperator':
      return (left && topStar(left)) ?? (right && topStar(right));
    case 'GroupedStatement':
      return inner && topStar(inner);
    case 'PipeStatement':
      if (right?.type === 'SelectPipeOperator') return starIn(right);
      return right?.type === 'AggregatePipeOperator' ? undefined : left && topStar(left);
    case 'FromStatement':
      return query;
    default:
      return undefined;
  }
}

function starIn(select: SyntaxNode): SyntaxNode | undefined {
  const stars = select.list('exprs').map((item) => (item.type === 'DotOperator' ? item.child('right') : item));
  return stars.find((item) => item?.type === 'Asterisk');
}
