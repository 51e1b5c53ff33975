import { type SelectNode } from '../../ast/query-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { expectOnly, unknownSyntax } from '../node-refusals.js';
import { readLimit, readOrderBy } from '../read-order.js';
import { readWindowClause } from '../read-window.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { readCondition } from './read-condition.js';
import { readFromClause } from './read-from.js';
import { readGroupBy } from './read-group-by.js';
import { readSelectItem } from './read-select-item.js';

const CLAUSES = ['from', 'where', 'groupby', 'having', 'qualify', 'window', 'orderby', 'limit'] as const;

/** One SELECT; what stands `around` it, such as its WITH, is read by others. */
export function readSelect(node: SyntaxNode, read: ExpressionReader, around: readonly string[] = []): SelectNode {
  expectOnly(node, 'distinct_or_all', 'as_struct_or_value', 'exprs', ...CLAUSES, ...around);
  const quantifier = node.child('distinct_or_all');
  if (quantifier) expectOnly(quantifier);
  const clause = <T>(name: (typeof CLAUSES)[number], reader: (clause: SyntaxNode, read: ExpressionReader) => T) => {
    const found = node.child(name);
    return found && reader(found, read);
  };
  return {
    type: 'Select',
    ...writtenAt(node),
    distinct: quantifier?.keyword === 'DISTINCT' ? writtenAt(quantifier) : undefined,
    from: clause('from', readFromClause),
    where: clause('where', readCondition),
    window: clause('window', readWindowClause),
    items: node.list('exprs').map((item) => readSelectItem(item, read)),
    rowsAs: readRowsAs(node),
    groupBy: clause('groupby', readGroupBy),
    having: clause('having', readCondition),
    qualify: clause('qualify', readCondition),
    orderBy: clause('orderby', readOrderBy),
    limit: clause('limit', readLimit),
  };
}

function readRowsAs(node: SyntaxNode): SelectNode['rowsAs'] {
  const [as, what] = node.list('as_struct_or_value');
  if (!as || !what) return undefined;
  expectOnly(as);
  expectOnly(what);
  const { keyword } = what;
  if (keyword !== 'VALUE' && keyword !== 'STRUCT') throw unknownSyntax(what, `SELECT AS ${what.text}`);
  return keyword;
}
