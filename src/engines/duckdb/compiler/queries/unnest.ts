import { implicitName } from '../../../../googlesql/resolver/names/implicit-name.js';
import { queryIn } from '../../../../googlesql/resolver/aggregation.js';
import { type FromNode, type ConditionNode, type JoinedItemNode } from '../../../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../../../googlesql/ast/parts.js';
import { type ArrayItemNode, isTrue } from '../../../../googlesql/resolver/array-item.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed } from '../expression.js';
import { derivedTable } from '../names/rebind.js';
import { type Relation } from '../names/relation.js';
import { type ScopeColumn, type QueryContext, type RangeVariable, Scope } from '../names/scope.js';
import { definiteType, elementOf as elementTypeOf, INT64, type SqlType } from '../../../../googlesql/types/types.js';
import { joinedRecord } from '../records/record-join.js';
import { joinSql, nonEmpty, NOTHING, SQL, type Sql, columnSql, fieldSql, nameSql } from '../sql-tree/sql.js';
import { fallibleList } from '../sandbox/fallible-list.js';

/** Whether an item is an array. */
export function isArray(node: FromNode, { resolution }: QueryContext): node is ArrayItemNode {
  return node.type === 'Table' ? resolution.arrays.find(node) !== undefined : node.type === 'UnnestItem';
}

/** An array in FROM, and the names that it gives to its elements and their offsets. */
export interface Unnest {
  readonly name: string | undefined;
  readonly offsetName: string | undefined;
  readonly array: Expression;
  readonly element: SqlType;
}

export function readUnnest(node: ArrayItemNode, scope: Scope): Unnest {
  const { alias, offset } = node;
  const path = node.type === 'Table' ? node.array?.path : undefined;
  const argument = node.type === 'Table' ? node.array?.path : node.array;
  if (!argument) throw new TypeError(`${node.text} is no array`);
  const array = scope.value(argument);
  const name = alias?.name ?? (path && implicitName(path, (each) => scope.isNamed(each)));
  return {
    name,
    offsetName: offset && (offset.alias?.name ?? 'offset'),
    array,
    element: definiteType(elementTypeOf(array.type)),
  };
}

/** The SELECT items that unnest an array, and the names that they bring into the scope. */
export interface Unnested {
  readonly items: readonly Sql[];
  readonly variable: RangeVariable;
}

/** `FROM UNNEST(array)`, where the array does not depend on the left side. */
export function standaloneUnnest(unnest: Unnest, context: QueryContext, from = NOTHING): Relation {
  const alias = context.aliases.next(unnest.name ?? 'unnest');
  const { items, variable } = elements(unnest, alias, false);
  const parts = [SQL`SELECT ${joinSql(items, ', ')}`, from.length > 0 && SQL`FROM ${from}`];
  return { sql: SQL`(${joinSql(nonEmpty(parts), ' ')}) AS ${alias}`, variables: [variable], merged: [] };
}

/** The array of an item behind the left side; undefined for a table. */
export function unnestBehind(node: FromNode, scope: Scope): Unnest | undefined {
  return isArray(node, scope.context) ? readUnnest(node, scope) : undefined;
}

/**
 * `left CROSS JOIN UNNEST(left.array)`: the array is unnested in a derived table's own SELECT list, through which the query's filters reach
 * the table; through a lateral join they do not.
 */
export function joinUnnest(node: JoinedItemNode, left: Relation, unnest: Unnest, scope: Scope): Relation {
  const { context } = scope;
  const { kind: type, on, using } = node;
  if (type !== 'CROSS' && type !== 'INNER' && type !== 'LEFT') throw unsupportedAt(node, `${type} JOIN UNNEST`);
  if (using) throw unsupportedAt(node, `USING with ${type} JOIN UNNEST of an array from the left side`);
  const isPlain = on !== undefined && isTrue(on);
  const isMatched = on !== undefined && type === 'LEFT' && !isPlain;
  const record = isMatched ? undefined : joinedRecord(left, unnest, type === 'LEFT', context.aliases);
  const joined = record ?? joinedElements(left, unnest, type, isMatched ? on : undefined, scope);
  if (!on || isPlain || isMatched) return joined;
  const { sql, variables, merged } = joined;
  const condition = new Scope(context, variables, { merged }).condition(on.condition);
  return { ...joined, sql: SQL`(${sql} JOIN (SELECT 1) ON ${condition})` };
}

function joinedElements(
  left: Relation,
  unnest: Unnest,
  type: string,
  on: ConditionNode | undefined,
  scope: Scope,
): Relation {
  const alias = scope.context.aliases.next(unnest.name ?? 'unnest');
  const { rows, items, variable } = on
    ? matchedElements(left, unnest, alias, on, scope)
    : { rows: left, ...elements(unnest, alias, type === 'LEFT') };
  const joined = derivedTable(rows, alias, items);
  return { ...joined, variables: [...joined.variables, variable] };
}

/** The elements of an array; an outer join keeps a row for an array without any. */
function elements(unnest: Unnest, alias: Sql, outer: boolean): Unnested {
  const { name, offsetName, element } = unnest;
  const array = unnest.array.nullableSql ?? unnest.array.sql;
  const listOf = (list: Sql) => (outer ? SQL`CASE WHEN len(${array}) > 0 THEN ${list} ELSE [NULL] END` : list);
  const items = [SQL`unnest(${listOf(array)}) AS "element"`];
  const columns: ScopeColumn[] = [];
  if (offsetName !== undefined) {
    items.push(SQL`unnest(${listOf(SQL`range(len(${array}))`)}) AS "offset"`);
    columns.push({ name: offsetName, type: INT64, sql: columnSql(alias, 'offset') });
  }
  return {
    items,
    variable: { name, columns, value: typed(columnSql(alias, 'element'), element) },
  };
}

const MATCHES = nameSql('matches');

/**
 * `left LEFT JOIN UNNEST(left.array) ON condition`: the elements that meet the condition are picked within the array, since a row without
 * any is still there once. So it remains a SELECT list that filters pass through.
 */
function matchedElements(
  left: Relation,
  unnest: Unnest,
  alias: Sql,
  on: ConditionNode,
  scope: Scope,
): Unnested & { readonly rows: Relation } {
  const { context } = scope;
  const candidate = context.aliases.next(unnest.name ?? 'element');
  const condition = elementCondition(on, [...left.variables, elementOf(unnest, candidate)], scope);
  const row = context.aliases.next('row');
  const matches = SQL`list_filter(${candidates(unnest)}, lambda ${candidate}: ${condition}) AS ${MATCHES}`;
  return {
    rows: derivedTable(left, row, [matches]),
    items: [
      SQL`unnest(CASE WHEN len(${row}.${MATCHES}) > 0 THEN ${row}.${MATCHES} ELSE [NULL] END) AS ${nameSql('element')}`,
    ],
    variable: elementOf(unnest, columnSql(alias, 'element')),
  };
}

/** The condition of an element, without queries: DuckDB's lambdas hold none, and do not see the columns of queries around theirs. */
function elementCondition(on: ConditionNode, variables: readonly RangeVariable[], scope: Scope): Sql {
  const query = queryIn(on.condition);
  if (query) throw unsupportedAt(query, 'a query in the ON of LEFT JOIN UNNEST; join what it reads before, which');
  const [outer] = outerNames(on.condition, scope.context);
  if (outer) throw unsupportedAt(on, `"${outer.text}" of the query around, in the ON of LEFT JOIN UNNEST,`);
  return new Scope(scope.context, variables, { merged: scope.merged }).condition(on.condition);
}

/** The names in an expression that belong to queries around. */
function outerNames(node: TreeNode, context: QueryContext): readonly TreeNode[] {
  const place = context.resolution.names.find(node);
  if (place) return place.depth > 0 ? [node.type === 'Field' ? node.operand : node] : [];
  return partsOf(node).flatMap((part) => outerNames(part, context));
}

/**
 * The elements, each with its offset where that has a name. Their fields have names, since releases of DuckDB differ in how they treat
 * nameless ones; a parameter that is a field's whole value would give way to a column of its name.
 */
function candidates({ array, offsetName }: Unnest): Sql {
  const list = fallibleList(array.nullableSql ?? array.sql);
  return offsetName === undefined
    ? list
    : SQL`list_transform(${list}, lambda e, i: struct_pack("element" := coalesce(e), "offset" := i - 1))`;
}

function elementOf({ name, offsetName, element }: Unnest, sql: Sql): RangeVariable {
  if (offsetName === undefined) return { name, columns: [], value: typed(sql, element) };
  const offset = { name: offsetName, type: INT64, sql: fieldSql(sql, 'offset', INT64) };
  return { name, columns: [offset], value: typed(fieldSql(sql, 'element', element), element) };
}
