import { refuseAggregate, refuseWindow, windowIn } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { coerce, type Expression, isTextParameter, typed } from '../expression.js';
import { compileCondition, compileExpression, implicitName } from '../expressions/expressions.js';
import { guardedCondition } from '../sandbox/fallible.js';
import { compileFrom } from './from.js';
import { structOf } from '../expressions/constructors.js';
import { groupBy } from '../grouping/group-by.js';
import { groupColumns, isGrouped } from '../grouping/group-columns.js';
import { Groups, type Use } from '../grouping/groups.js';
import { isGroupable, UNGROUPABLE } from '../types/groupable.js';
import { identifierText } from '../literals/literals.js';
import { limitClause } from './order.js';
import { orderBy } from './order-by.js';
import { keyOfColumns, keyOfDistinct } from '../names/output-scope.js';
import { type CompiledQuery, ordered, type OutputColumn, settle } from './query.js';
import { refuseRepeatedRandom } from './random-columns.js';
import { type QueryContext, Scope, type ScopeOptions } from '../names/scope.js';
import { refuseWindowAlias, remarkOnAlias } from '../expressions/select-aliases.js';
import { selectStar } from '../names/star.js';
import { isConstant } from '../expressions/struct-value.js';
import { namedWindows } from './windows.js';
import { refuseWithoutFrom } from './without-from.js';
import { INT64, typeName, withoutNull } from '../../../../googlesql/types/types.js';
import { quoteName } from '../types/duckdb-types.js';

/** One item of a SELECT list: an output column and the expression behind it. */
export interface SelectItem extends OutputColumn {
  readonly expression: Expression;
}

/** Where a query stands for a value, SELECT AS STRUCT has one column; elsewhere it is a SELECT of the fields. */
export function compileSelect(
  node: CstNode,
  context: QueryContext,
  outer: Scope | undefined,
  isValue: boolean,
): CompiledQuery {
  node.only(
    'distinct_or_all',
    'as_struct_or_value',
    'exprs',
    'from',
    'where',
    'groupby',
    'having',
    'qualify',
    'window',
    'orderby',
    'limit',
  );
  const [from, where] = [node.child('from'), node.child('where')];
  if (where) refuseSummaries(where);
  const relation = compileFrom(from, context, outer);
  const options: ScopeOptions = { parent: outer, merged: relation.merged, remarkOn: remarkOnAlias(node) };
  const plain = new Scope(context, relation.variables, options);
  const groups = isGrouped(node) ? new Groups(context.aliases) : undefined;
  const grouped = { ...options, groups, groupColumns: groupColumns(node, plain), aggregated: plain };
  const windows = namedWindows(node.child('window'), new Scope(context, relation.variables, grouped));
  const windowUses = groups?.taken() ?? [];
  const scope = new Scope(context, relation.variables, { ...grouped, windows });
  const distinct = node.child('distinct_or_all')?.keyword === 'DISTINCT';
  const uses: (readonly Use[])[] = [];
  const found = node.list('exprs').flatMap((each) => {
    const columns = selectItems(each, scope);
    const read = groups?.taken() ?? [];
    uses.push(...columns.map(() => read));
    return columns;
  });
  refuseWithoutFrom(node);
  const items = nameOutputs(distinct || node.has('groupby') ? found.map(filled) : found);
  refuseRepeatedRandom(node, items);
  const isRecord = isAsStruct(node) && isValue;
  const outputs = isRecord ? [record(node, items)] : items;
  // In HAVING and ORDER BY the answer's own names come before those of FROM.
  const answer = new Scope(context, relation.variables, {
    ...grouped,
    windows,
    aliases: aliasesOf(items),
    windowAliases: new Set(
      items.filter((item) => windowIn(item.node)).flatMap(({ name }) => name?.toLowerCase() ?? []),
    ),
  });
  const grouping = groupBy(node, items, scope, isRecord);
  groups?.assertKeys(windowUses);
  items.forEach(({ expression }, index) => groups?.assertItem(expression.sql, uses[index]));
  const parts = [
    `SELECT ${distinct ? 'DISTINCT ' : ''}${outputs.map(outputSql).join(', ')}`,
    relation.sql && `FROM ${relation.sql}`,
    condition('WHERE', where, plain),
    grouping,
    having(node.child('having'), answer),
    qualify(node, items, answer),
  ];
  if (distinct) {
    refuseUngroupable(outputs);
    const query = { sql: parts.filter(Boolean).join(' '), columns: outputs.map(settle) };
    return ordered(
      node,
      query,
      context,
      isRecord ? keyOfColumns({ columns: outputs }, context, outer) : keyOfDistinct(items, plain),
    );
  }
  parts.push(
    orderBy(node.child('orderby'), items, answer, isRecord, isValue),
    limitClause(node.child('limit'), context),
  );
  const isSettled = node.has('orderby') || node.has('limit');
  return { sql: parts.filter(Boolean).join(' '), columns: isSettled ? outputs.map(settle) : outputs };
}

/** An item whose column has no name in the DuckDB SQL yet. */
export interface Unnamed {
  readonly name: string | undefined;
  readonly node: CstNode;
  readonly expression: Expression;
}

/** The columns that one item of a SELECT list makes. */
export function selectItems(node: CstNode, scope: Scope): Unnamed[] {
  if (node.type === 'Asterisk' || (node.type === 'DotOperator' && node.child('right')?.type === 'Asterisk')) {
    return selectStar(node, scope).map((column) => ({ node, ...column }));
  }
  node.claim('as', 'alias');
  const alias = node.child('alias');
  const expression = compileExpression(node, scope);
  return [{ name: alias ? identifierText(alias) : implicitName(node, scope), node, expression }];
}

/** Arrays that a table lacks are empty here, not NULL: they belong to one group with the empty ones. */
function filled(item: Unnamed): Unnamed {
  const { nullableSql, sql, type } = item.expression;
  return nullableSql === undefined ? item : { ...item, expression: typed(sql, type) };
}

/** Gives every column a name of its own in the DuckDB SQL: the author's where it is unique. */
export function nameOutputs(items: readonly Unnamed[]): SelectItem[] {
  const taken = new Set<string>();
  return items.map(({ name, node, expression }, index) => {
    let output = name ?? `f${index}_`;
    while (taken.has(output.toLowerCase())) output += `_${index + 1}`;
    taken.add(output.toLowerCase());
    const open = expression.nullableSql === undefined ? withoutNull(expression.type) : expression.type;
    const type = open.kind === 'ERROR' ? INT64 : open;
    const constant = isConstant(expression) || isTextParameter(expression) ? { constant: expression } : {};
    return { name, node, type, output, expression, ...constant };
  });
}

/** An output column as it stands in a SELECT list. */
export function outputSql(item: SelectItem): string {
  const { expression, type } = item;
  const keepsNull = type.kind === 'ARRAY' && type.nullable;
  const isOpen = ['NULL', 'ERROR'].includes(expression.type.kind);
  const sql = isOpen ? coerce(expression, INT64) : keepsNull ? expression.nullableSql : expression.sql;
  return `${sql ?? ''} AS ${quoteName(item.output)}`;
}

function aliasesOf(items: readonly SelectItem[]): Map<string, Expression[]> {
  const aliases = new Map<string, Expression[]>();
  for (const item of items) {
    const name = item.name?.toLowerCase();
    if (name !== undefined) aliases.set(name, [...(aliases.get(name) ?? []), item.expression]);
  }
  return aliases;
}

function isAsStruct(node: CstNode): boolean {
  const [as, what] = node.list('as_struct_or_value');
  if (!as || !what) return false;
  as.only();
  what.only();
  if (what.keyword !== 'VALUE' && what.keyword !== 'STRUCT') throw what.unsupported(`SELECT AS ${what.text}`);
  return what.keyword === 'STRUCT';
}

/** The one column of SELECT AS STRUCT. */
function record(node: CstNode, items: readonly SelectItem[]): SelectItem {
  const fields = items.map(({ name = '', expression }) => ({ name, value: expression }));
  const expression = structOf(fields, node);
  return { name: undefined, node, type: expression.type, output: 'record', expression };
}

/** Refuses what needs all rows, or their groups, where rows are still being picked. */
function refuseSummaries(where: CstNode): void {
  refuseAggregate(where, 'WHERE picks rows before they are put into groups; write the condition in HAVING');
  refuseWindow(where, 'WHERE, which picks rows before there are windows');
}

/** There may be a group of no rows, for which nothing is to be worked out either. */
function having(clause: CstNode | undefined, scope: Scope): string {
  const { guard } = scope.context;
  if (!clause) return guard !== undefined && scope.groups ? `HAVING ${guard}` : '';
  refuseWindow(clause, 'HAVING');
  refuseWindowAlias(clause, scope, 'HAVING', 'write the condition in QUALIFY');
  clause.only('expr');
  if (!scope.groups) {
    throw clause.error(
      'HAVING picks groups, and there are none without GROUP BY or an aggregate function in SELECT; conditions on rows go to WHERE',
    );
  }
  const sql = compileCondition(clause.need('expr'), scope);
  scope.groups.assertKeys();
  return guard === undefined ? `HAVING ${sql}` : `HAVING CASE WHEN ${guard} THEN ${sql} END`;
}

/** QUALIFY picks rows by window functions: its own, or those of the SELECT list. */
function qualify(node: CstNode, items: readonly SelectItem[], scope: Scope): string {
  const clause = node.child('qualify');
  if (clause && !windowIn(clause) && !items.some((item) => windowIn(item.node))) {
    throw clause.error('QUALIFY needs a window function, in it or in the SELECT list; other conditions go to WHERE');
  }
  const sql = condition('QUALIFY', clause, scope);
  scope.groups?.assertKeys();
  return sql;
}

function condition(keyword: string, clause: CstNode | undefined, scope: Scope): string {
  if (!clause) return '';
  clause.only('expr');
  return `${keyword} ${guardedCondition(clause.need('expr'), scope)}`;
}

function refuseUngroupable(items: readonly SelectItem[]): void {
  const item = items.find(({ type }) => !isGroupable(type));
  if (item) throw item.node.unsupported(`SELECT DISTINCT over a value of type ${typeName(item.type)}`, UNGROUPABLE);
}
