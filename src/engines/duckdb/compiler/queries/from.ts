import { byName } from '../../../../googlesql/tokens/by-name.js';
import { refuseAggregate, refuseWindow } from '../grouping/aggregation.js';
import { type CstNode, UnknownName } from '../cst.js';
import { equality } from '../expressions/equality.js';
import { type Expression, typed } from '../expression.js';
import { compileCondition, unified } from '../expressions/expressions.js';
import { tableFunction, unknownTable } from './from-refusals.js';
import { identifierText, pathText } from '../literals/literals.js';
import { quote } from '../../../../errors/excerpt.js';
import { findTable, tablePath } from '../names/table-path.js';
import { compileQuery, readable } from './query.js';
import { optional } from '../names/rebind.js';
import { relation, type Relation } from '../names/relation.js';
import { reshaped } from '../pivot/reshaping.js';
import {
  type ScopeColumn,
  type MergedColumn,
  namedColumns,
  namesIn,
  type QueryContext,
  type RangeVariable,
  Scope,
} from '../names/scope.js';
import { isUnnest, joinUnnest, standaloneUnnest, startsInOuter } from './unnest.js';

const NOTHING: Relation = { sql: '', variables: [], merged: [] };

export function compileFrom(clause: CstNode | undefined, context: QueryContext, outer: Scope | undefined): Relation {
  clause?.only('expr');
  const item = clause ? fromItem(clause.need('expr'), context, outer) : NOTHING;
  const { guard, aliases } = context;
  if (guard === undefined) return item;
  const row = `(SELECT 1 WHERE ${guard}) AS ${aliases.next('guard')}`;
  return { ...item, sql: item.sql ? `${item.sql} CROSS JOIN ${row}` : row };
}

function fromItem(node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  return reshaped(node, () => plainItem(node, context, outer), context, outer);
}

function plainItem(node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  switch (node.type) {
    case 'Identifier':
      return namedTable(node, context);
    case 'GroupedStatement': {
      const name = aliasOf(node);
      const query = compileQuery(node, context, outer);
      return relation(readable(`(${query.sql})`, query), name, context);
    }
    case 'GroupedExpr': {
      node.only('expr');
      refuseBrackets(node.need('expr'));
      return fromItem(node.need('expr'), context, outer);
    }
    case 'CallingUnnest':
      return standaloneUnnest(node, context, outer);
    case 'DotOperator':
      if (!outer || !startsInOuter(outer, node)) return namedTable(node, context);
      return standaloneUnnest(node, context, outer);
    case 'JoinOperator':
      return join(node, context, outer);
    case 'CallingTableFunction':
      throw tableFunction(node);
    case 'MultiTokenIdentifier': {
      const name = pathText(node);
      const plain = name.replace(/^\[(.*)\]$/, '$1');
      throw node.error(`${name} is no plain name; write it in backticks, as in \`${plain}\``);
    }
    default:
      throw node.unsupported(`"${pathText(node)}" in FROM`);
  }
}

/** Brackets in FROM hold a join or a query. */
function refuseBrackets(inner: CstNode): void {
  if (inner.type === 'JoinOperator' && inner.keyword !== ',') return;
  const found = inner.type === 'JoinOperator' ? 'items with commas between them' : `"${inner.firstText}"`;
  throw inner.error(`brackets in FROM hold a JOIN or a query, found ${found}; leave them out`);
}

export function aliasOf(node: CstNode): string | undefined {
  const alias = node.claim('as', 'alias').child('alias');
  return alias && identifierText(alias);
}

/** WITH queries hide tables that are named plainly; neither needs an alias to be named. */
function namedTable(node: CstNode, context: QueryContext): Relation {
  const alias = aliasOf(node);
  const path = tablePath(node);
  const query = node.type === 'Identifier' ? context.queries.get(path.toLowerCase()) : undefined;
  const table = query ?? findTable(path, context.catalog.tables);
  if (!table) throw unknownTable(node, path, context);
  return relation(table, alias ?? (query ? path : path.slice(path.lastIndexOf('.') + 1)), context);
}

function join(node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  node.only('join_type', 'outer', 'left', 'right', 'on', 'using');
  const type = node.keyword === ',' ? 'CROSS' : (node.child('join_type')?.keyword ?? 'INNER');
  if ((type === 'RIGHT' || type === 'FULL') && hasComma(node.need('left'))) {
    throw node
      .need('join_type')
      .error(`${type} JOIN behind a comma needs brackets around it; or write CROSS JOIN for the comma`);
  }
  return joinWith(node, type, fromItem(node.need('left'), context, outer), node.need('right'), context, outer);
}

function hasComma(left: CstNode): boolean {
  return left.type === 'JoinOperator' && (left.keyword === ',' || hasComma(left.need('left')));
}

/** Joins an item to what is compiled already; the node holds ON or USING. */
export function joinWith(
  node: CstNode,
  type: string,
  before: Relation,
  rightNode: CstNode,
  context: QueryContext,
  outer: Scope | undefined,
): Relation {
  const left = type === 'RIGHT' || type === 'FULL' ? optional(before, context.aliases) : before;
  if (isUnnest(rightNode)) {
    const joined = joinUnnest(node, type, left, rightNode, context, outer);
    if (joined) return joined;
  }
  const after = fromItem(rightNode, context, outer);
  if (after.merged.length > 0) throw rightNode.unsupported('a join with USING in parentheses, on the right of a join,');
  const right = type === 'LEFT' || type === 'FULL' ? optional(after, context.aliases) : after;
  const variables = [...left.variables, ...right.variables];
  if (!node.has('using')) refuseTwins(variables, rightNode);
  // The elements of an array need no condition to be joined.
  const isArray =
    isUnnest(rightNode) &&
    (rightNode.type !== 'DotOperator' || (outer !== undefined && startsInOuter(outer, rightNode)));
  const isBare = isArray && !node.has('on') && !node.has('using');
  if (isBare && type === 'LEFT')
    return { sql: `(${left.sql} LEFT JOIN ${right.sql} ON true)`, variables, merged: left.merged };
  if (type === 'CROSS' || (isBare && type === 'INNER')) {
    if (node.has('on') || node.has('using')) throw node.error('CROSS JOIN takes no condition');
    return { sql: `(${left.sql} CROSS JOIN ${right.sql})`, variables, merged: left.merged };
  }
  if (!['INNER', 'LEFT', 'RIGHT', 'FULL'].includes(type)) throw node.unsupported(`${type} JOIN`);
  if (node.has('using')) {
    const joined = joinUsing(node, type, left, right);
    const merged = new Set(joined.merged.map(({ name }) => name.toLowerCase()));
    // Values of one name that USING has merged are one column.
    const others = variables.filter(({ name, value }) => !value || !merged.has(name?.toLowerCase() ?? ''));
    refuseTwins(others, rightNode);
    return joined;
  }
  const on = node.child('on');
  if (!on) throw node.error(`${type} JOIN needs ON or USING`);
  const condition = joinCondition(on, new Scope(context, variables, { parent: outer }));
  return { sql: `(${left.sql} ${type} JOIN ${right.sql} ON ${condition})`, variables, merged: left.merged };
}

/** The condition of ON. */
export function joinCondition(on: CstNode, scope: Scope): string {
  on.only('expr');
  refuseAggregate(on, 'ON joins rows before they are put into groups; write the condition in HAVING');
  refuseWindow(on, 'ON');
  return compileCondition(on.need('expr'), scope);
}

/** Two FROM items of one name. */
export function refuseTwins(variables: readonly RangeVariable[], node: CstNode): void {
  const seen = new Set<string>();
  for (const name of variables.flatMap((variable) => [variable.name ?? [], variable.offsetName ?? []].flat())) {
    if (seen.has(name.toLowerCase())) {
      throw node.error(`two FROM items are named "${name}"; give one another name with AS`);
    }
    seen.add(name.toLowerCase());
  }
}

/** USING: a plain name afterwards means the column of both sides. */
function joinUsing(node: CstNode, type: string, left: Relation, right: Relation): Relation {
  const using = node.need('using');
  using.only('func', 'args');
  const pairs = using.list('args').map((word) => {
    word.only();
    const name = identifierText(word);
    return [sideColumn(left, 'left', name, word), sideColumn(right, 'right', name, word), name] as const;
  });
  const condition = pairs.map(([a, b]) => equality(a, b, using));
  const merged = pairs.map(([a, b, name]) => ({
    ...mergedValue(type, a, b, using),
    name,
    sides: sides(a) + sides(b),
  }));
  const names = new Set(merged.map(({ name }) => name.toLowerCase()));
  return {
    sql: `(${left.sql} ${type} JOIN ${right.sql} ON ${condition.join(' AND ')})`,
    variables: [...left.variables, ...right.variables],
    merged: [...merged, ...left.merged.filter(({ name }) => !names.has(name.toLowerCase()))],
  };
}

function mergedValue(type: string, a: ScopeColumn, b: ScopeColumn, node: CstNode): Expression {
  if (type !== 'FULL') return type === 'RIGHT' ? b : a;
  const common = unified([a, b], node, 'the columns of USING');
  return typed(`COALESCE(${common.sql.join(', ')})`, common.type);
}

function sides(column: ScopeColumn | MergedColumn): number {
  return 'sides' in column ? column.sides : 1;
}

function sideColumn(side: Relation, which: string, name: string, word: CstNode): ScopeColumn | MergedColumn {
  const [merged] = byName(side.merged, name);
  const columns = side.variables.flatMap((variable) =>
    variable.replaced ? [] : namedColumns(variable, name.toLowerCase()),
  );
  if (columns.length === merged?.sides) return merged;
  const [column, second] = columns;
  const message = `USING needs exactly one column ${quote(name)} on each side`;
  if (second) throw word.error(`${message}, and there are ${columns.length} on the ${which}`);
  if (!column) {
    const names = side.variables.flatMap((variable) =>
      [variable.value ? (variable.name ?? []) : [], namesIn(variable)].flat(),
    );
    throw new UnknownName(word, `${message}, and there is none on the ${which}`, name, names);
  }
  return { name, ...column };
}
