import { type QueryNode, type PipeOperatorNode, type SelectNode, type SetOperatorNode } from '../../ast/nodes.js';
import { partsOf, type TreeNode } from '../../ast/parts.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { aggregateIn, windowIn } from '../aggregation.js';

/** A place where a query names itself. */
export interface SelfReference {
  readonly node: TextPosition;
  /** Syntax around it that GoogleSQL does not allow. */
  readonly obstacle: string | undefined;
}

const SUBQUERY = 'a subquery in an expression';
const GROUPS = 'a query with DISTINCT, GROUP BY or an aggregate function';
const WINDOWS = 'a query with a window function';
const ORDER = 'a query with ORDER BY or LIMIT';
const OTHER_SETS = 'a set operation other than UNION ALL';

/** Operators of a pipe that leave incoming rows as they are, or some of them. */
const ROW_OPERATORS: ReadonlySet<PipeOperatorNode['type']> = new Set([
  ...(['PipeWhere', 'PipeSelect', 'PipeExtend', 'PipeSet', 'PipeDrop', 'PipeRename', 'PipeAs'] as const),
  ...(['PipeJoin', 'PipeWith', 'PipeUnpivot'] as const),
]);

/** The places where FROM clauses within these parts of a query read the table of this name. */
export function selfReferences(parts: readonly TreeNode[], name: string): readonly SelfReference[] {
  const within = (node: TreeNode, obstacle: string | undefined): readonly SelfReference[] => {
    if (node.type === 'Table') return node.isPlain && node.path.toLowerCase() === name ? [{ node, obstacle }] : [];
    if (node.type === 'Query') return queriesIn(node, name).flatMap(([part, own]) => within(part, obstacle ?? own));
    const rows = rowsIn(node);
    const others = new Set(partsOf(node));
    for (const [part] of rows) others.delete(part);
    return [
      ...rows.flatMap(([part, own]) => within(part, obstacle ?? own)),
      ...[...others].flatMap((part) => within(part, SUBQUERY)),
    ];
  };
  return parts.flatMap((part) => within(part, undefined));
}

/** A part of a node whose rows are the node's, and the obstacle between the two. */
type RowPart = readonly [TreeNode, string | undefined];

/** The queries of a WITH, and the one behind it; the part of them in which the name is not that of another query of the WITH. */
function queriesIn({ with: clause, body }: QueryNode, name: string): readonly RowPart[] {
  const queries = clause?.queries ?? [];
  const own = queries.findIndex((each) => each.name.toLowerCase() === name);
  const visible = own < 0 ? queries : clause?.isRecursive ? [] : queries.slice(0, own + 1);
  const found = visible.map(({ query }): RowPart => [query, 'an inner WITH']);
  return own < 0 ? [...found, [body, undefined]] : found;
}

/** The parts of other nodes whose rows are theirs. */
const ROWS: { readonly [Type in TreeNode['type']]?: (node: Extract<TreeNode, { type: Type }>) => readonly RowPart[] } =
  {
    FromQuery: ({ item }) => [[item, undefined]],
    BracketedQuery: ({ query, orderBy, limit }) => [[query, orderBy || limit ? ORDER : undefined]],
    SetOperation: (node) => {
      const obstacle = node.orderBy || node.limit ? ORDER : setObstacle(node);
      return node.operands.map((each) => [each, obstacle]);
    },
    Select: (node) => (node.from ? [[node.from, selectObstacle(node)]] : []),
    Pipe: ({ input, operators }) => {
      let obstacle: string | undefined;
      const parts = operators.toReversed().map((operator): RowPart => {
        const own: RowPart = [operator, obstacle];
        obstacle ??= operatorObstacle(operator);
        return own;
      });
      return [[input, obstacle], ...parts];
    },
    PipeSetOperation: (node) => node.queries.map((each) => [each, setObstacle(node)]),
    PipeJoin: ({ clause }) => [[clause.right, outerSide(clause.kind, 'LEFT')]],
    QueryItem: ({ query }) => [[query, undefined]],
    BracketedJoin: ({ inner }) => [[inner, undefined]],
    Reshaped: ({ input, by }) => [[input, by.type === 'Pivot' ? 'PIVOT' : undefined]],
    Join: ({ kind, left, right }) => [
      [left, outerSide(kind, 'RIGHT')],
      [right, outerSide(kind, 'LEFT')],
    ],
  };

function rowsIn(node: TreeNode): readonly RowPart[] {
  const rowsOf = ROWS[node.type] as ((node: TreeNode) => readonly RowPart[]) | undefined;
  return rowsOf?.(node) ?? [];
}

function outerSide(kind: string, which: string): string | undefined {
  return kind === 'FULL' || kind === which ? `the side of a ${kind} JOIN that may be without a row` : undefined;
}

function setObstacle({ operator }: { readonly operator: SetOperatorNode }): string | undefined {
  return operator.name === 'UNION ALL' ? undefined : OTHER_SETS;
}

function selectObstacle({ distinct, items, groupBy, having, qualify, orderBy, limit }: SelectNode): string | undefined {
  if (orderBy || limit) return ORDER;
  if (distinct || groupBy || having || items.some((item) => aggregateIn(item))) return GROUPS;
  return qualify || items.some((item) => windowIn(item)) ? WINDOWS : undefined;
}

function operatorObstacle(node: PipeOperatorNode): string | undefined {
  if (node.type === 'PipeSetOperation') return setObstacle(node);
  if (node.type === 'PipeJoin') return outerSide(node.clause.kind, 'RIGHT');
  if (!ROW_OPERATORS.has(node.type)) return `|> ${node.text.toUpperCase()}`;
  if (node.type === 'PipeSelect' && node.isDistinct) return '|> SELECT DISTINCT';
  return windowIn(node) ? WINDOWS : undefined;
}
