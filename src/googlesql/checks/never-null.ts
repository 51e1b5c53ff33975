import { CATALOGUE } from '../functions/catalogue.js';
import type { SyntaxNode } from '../parser/syntax-node.js';
import { aliasOf } from './scan.js';

/** Operators of a pipe that leave the columns as they are. */
const KEEPS_COLUMNS = new Set(['WHERE', 'ORDER', 'LIMIT']);

/**
 * The names of the columns of an answer that are counts, which are 0 of no rows and never NULL. The query's own SELECT is looked at, or
 * the AGGREGATE at its end, and no other.
 */
export function neverNullColumns(query: SyntaxNode): ReadonlySet<string> {
  return new Set(itemsOf(query).flatMap((item) => (isCount(item) ? (aliasOf(item) ?? []) : [])));
}

function itemsOf(query: SyntaxNode): readonly SyntaxNode[] {
  const [left, right, inner] = [query.child('left'), query.child('right'), query.child('stmt')];
  switch (query.type) {
    case 'SelectStatement':
      return query.list('exprs');
    case 'GroupedStatement':
      return inner ? itemsOf(inner) : [];
    case 'PipeStatement':
      if (right && KEEPS_COLUMNS.has(right.keyword)) return left ? itemsOf(left) : [];
      return right?.type === 'SelectPipeOperator' || right?.type === 'AggregatePipeOperator' ? right.list('exprs') : [];
    default:
      return [];
  }
}

function isCount(item: SyntaxNode): boolean {
  return item.type === 'CallingFunction' && CATALOGUE.get(item.child('func')?.keyword ?? '')?.isCount === true;
}
