import { isQuery } from '../../../../googlesql/checks/constant-expression.js';
import { aggregateIn, windowIn } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { identifierText, partText } from '../literals/literals.js';

/** A place where a query names itself. */
export interface SelfReference {
  readonly node: CstNode;
  /** What around it GoogleSQL does not allow. */
  readonly obstacle: string | undefined;
}

type Walk = (node: CstNode, obstacle: string | undefined) => SelfReference[];

const SUBQUERY = 'a subquery in an expression';
const GROUPS = 'a query with DISTINCT, GROUP BY or an aggregate function';
const WINDOWS = 'a query with a window function';
const ORDER = 'a query with ORDER BY or LIMIT';

/** Operators of a pipe that leave the rows that came in as they are, or fewer of them. */
const ROW_OPERATORS = new Set(['WHERE', 'SELECT', 'EXTEND', 'SET', 'DROP', 'RENAME', 'AS', 'JOIN', 'WITH', 'UNPIVOT']);

/** Where FROM clauses of a query, and of those within it, read the table of this name. */
export function selfReferences(query: CstNode, name: string): SelfReference[] {
  const isIt = (node: CstNode) => node.type === 'Identifier' && partText(node).toLowerCase() === name;

  const inQuery: Walk = (node, obstacle) => {
    const clause = node.child('with');
    if (!clause) return inBody(node, obstacle);
    const queries = clause.list('queries');
    const own = queries.findIndex((each) => identifierText(each).toLowerCase() === name);
    const visible = own < 0 ? queries : clause.has('recursive') ? [] : queries.slice(0, own + 1);
    const found = visible.flatMap((each) => inQuery(each.need('stmt'), obstacle ?? 'an inner WITH'));
    return own < 0 ? [...found, ...inBody(node, obstacle)] : found;
  };

  const inBody: Walk = (node, obstacle) => {
    const around = obstacle ?? obstacleOf(node);
    const parts = node.childNames().filter((part) => part !== 'with');
    return parts.flatMap((part) =>
      [node.child(part) ?? node.list(part)].flat().flatMap((child) => {
        if (part === 'from') return inItem(child.need('expr'), around);
        if (node.type === 'FromStatement' && part === 'expr') return inItem(child, around);
        if (part === 'left' || part === 'stmt') return inQuery(child, around);
        if (part !== 'right') return inExpression(child, SUBQUERY);
        return node.type === 'SetOperator' ? inQuery(child, around) : inOperator(child, obstacle);
      }),
    );
  };

  const inOperator: Walk = (node, obstacle) => {
    const items = node.list('exprs');
    if (node.keyword === 'UNION') return items.flatMap((item) => inQuery(item, obstacle ?? obstacleOf(node)));
    if (node.keyword !== 'JOIN') return inExpression(node, SUBQUERY);
    const side = outerSide(node.child('method')?.keyword, 'LEFT');
    const conditions = [node.child('on') ?? []].flat();
    return [
      ...items.flatMap((item) => inItem(item, obstacle ?? side)),
      ...conditions.flatMap((each) => inExpression(each, SUBQUERY)),
    ];
  };

  const inItem: Walk = (node, obstacle) => {
    const around = obstacle ?? (node.has('pivot') ? 'PIVOT' : undefined);
    if (isIt(node)) return [{ node, obstacle: around }];
    if (isQuery(node)) return inQuery(node, around);
    if (node.type === 'GroupedExpr') return inItem(node.need('expr'), around);
    if (node.type !== 'JoinOperator') return inExpression(node, SUBQUERY);
    const type = node.child('join_type')?.keyword;
    return [
      ...inItem(node.need('left'), around ?? outerSide(type, 'RIGHT')),
      ...inItem(node.need('right'), around ?? outerSide(type, 'LEFT')),
      ...[node.child('on') ?? []].flat().flatMap((each) => inExpression(each, SUBQUERY)),
    ];
  };

  const inExpression: Walk = (node, obstacle) =>
    isQuery(node) ? inQuery(node, obstacle) : node.children().flatMap((child) => inExpression(child, obstacle));

  return inQuery(query, undefined);
}

function outerSide(type: string | undefined, which: string): string | undefined {
  return type === 'FULL' || type === which ? `the side of a ${type} JOIN that may be without a row` : undefined;
}

function obstacleOf(node: CstNode): string | undefined {
  if (node.has('orderby') || node.has('limit')) return ORDER;
  if (node.type === 'PipeStatement') return operatorObstacle(node.need('right'));
  if (node.type === 'SetOperator' || node.type === 'UnionPipeOperator') {
    const words = node.child('distinct_or_all') ?? node.child('keywords');
    return node.keyword === 'UNION' && words?.keyword === 'ALL' ? undefined : 'a set operation other than UNION ALL';
  }
  if (node.type !== 'SelectStatement') return undefined;
  const isDistinct = node.child('distinct_or_all')?.keyword === 'DISTINCT';
  const items = node.list('exprs');
  if (isDistinct || node.has('groupby') || node.has('having') || items.some((item) => aggregateIn(item))) return GROUPS;
  return node.has('qualify') || items.some((item) => windowIn(item)) ? WINDOWS : undefined;
}

function operatorObstacle(node: CstNode): string | undefined {
  if (node.type === 'UnionPipeOperator') return obstacleOf(node);
  if (node.keyword === 'JOIN') return outerSide(node.child('method')?.keyword, 'RIGHT');
  if (!ROW_OPERATORS.has(node.keyword) || node.has('distinct_or_all')) return `|> ${node.keyword}`;
  return node.children().some((child) => windowIn(child)) ? WINDOWS : undefined;
}
