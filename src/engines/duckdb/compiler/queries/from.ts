import {
  type JoinColumns,
  type FromNode,
  type JoinedItemNode,
  type TableNode,
} from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { equality } from '../expressions/equality.js';
import { type Expression, typed } from '../expression.js';
import { unified } from '../expressions/unified.js';
import { findTable } from '../../../../googlesql/resolver/table-path.js';
import { compileQuery } from './query.js';
import { derivedTable, optional } from '../names/rebind.js';
import { derived, relation, type Relation } from '../names/relation.js';
import { pivoted } from '../pivot/pivot.js';
import { unpivoted } from '../pivot/unpivot.js';
import { columnAt, type QueryContext, Scope } from '../names/scope.js';
import { type Source, sourceOf } from '../names/tables.js';
import { withRandomColumns } from './random-columns.js';
import { isArray, joinUnnest, readUnnest, standaloneUnnest, unnestBehind } from './unnest.js';
import { joinSql, NOTHING, SQL, type Sql, tableSql, wordSql } from '../sql-tree/sql.js';

const NO_ITEM: Relation = { sql: NOTHING, variables: [], merged: [] };

export function compileFrom(item: FromNode | undefined, context: QueryContext): Relation {
  const rows = item ? fromItem(item, context) : NO_ITEM;
  const { guard, aliases } = context;
  if (guard === undefined) return rows;
  const row = SQL`(SELECT 1 WHERE ${guard}) AS ${aliases.next('guard')}`;
  return { ...rows, sql: rows.sql.length > 0 ? SQL`${rows.sql} CROSS JOIN ${row}` : row };
}

function fromItem(node: FromNode, context: QueryContext): Relation {
  switch (node.type) {
    case 'Table':
    case 'UnnestItem': {
      if (!isArray(node, context)) return namedTable(node, context);
      const { rows, context: inner } = withRandomColumns(NO_ITEM, [node], context);
      return standaloneUnnest(readUnnest(node, new Scope(inner, [])), context, rows.sql);
    }
    case 'QueryItem':
      return derived(compileQuery(node.query, context), node.alias?.name, context);
    case 'BracketedJoin':
      return fromItem(node.inner, context);
    case 'Join':
      return joinWith(node, fromItem(node.left, context), context);
    case 'Reshaped': {
      const input = fromItem(node.input, context);
      return node.by.type === 'Pivot' ? pivoted(input, node.by, context) : unpivoted(input, node.by, context);
    }
    case 'TableFunction':
      throw new TypeError(`${node.name} makes no rows`);
  }
}

/** A table or a WITH query by its plain name, which needs no alias. WITH queries hide tables. */
function namedTable(node: TableNode, context: QueryContext): Relation {
  const { path, isPlain, alias } = node;
  const query = isPlain ? context.queries.get(path.toLowerCase()) : undefined;
  const table = (query && sourceOf(query)) ?? foundTable(node, context);
  return relation(table, alias?.name ?? (query ? path : path.slice(path.lastIndexOf('.') + 1)), context);
}

function foundTable({ path }: TableNode, { catalog }: QueryContext): Source {
  const table = findTable(path, catalog.tables);
  if (!table) throw new TypeError(`${path} is no table`);
  catalog.tablesRead.add(table);
  if (table.isGuessed) catalog.guessed.add(path);
  return { ...table, sql: tableSql(table.sql) };
}

/** Joins an item to the compiled relation before it. */
export function joinWith(node: JoinedItemNode, before: Relation, context: QueryContext): Relation {
  const { kind: type, right: item, on, using } = node;
  const kept = type === 'RIGHT' || type === 'FULL' ? optional(before, context.aliases) : before;
  const { rows: left, context: inner } = withRandomColumns(kept, item.type === 'UnnestItem' ? [item] : [], context);
  const scope = new Scope(inner, left.variables, { merged: left.merged });
  const unnest = unnestBehind(item, scope);
  if (unnest && scope.isReadBy(unnest.array.sql)) return joinUnnest(node, left, unnest, scope);
  const after = unnest ? standaloneUnnest(unnest, context) : fromItem(item, context);
  if (after.merged.length > 0) throw unsupportedAt(item, 'a join with USING in parentheses, on the right of a join,');
  const right = type === 'LEFT' || type === 'FULL' ? optional(after, context.aliases) : after;
  const variables = [...left.variables, ...right.variables];
  // The elements of an array need no condition to be joined.
  const isBare = unnest && !on && !using;
  const joined = (condition: Sql): Relation => {
    return { ...left, sql: SQL`(${left.sql} ${wordSql(type)} JOIN ${right.sql}${condition})`, variables };
  };
  if (isBare && type === 'LEFT') return joined(SQL` ON true`);
  if (type === 'CROSS' || (isBare && type === 'INNER')) {
    return { ...left, sql: SQL`(${left.sql} CROSS JOIN ${right.sql})`, variables };
  }
  if (using) return joinUsing(using, type, left, right, context);
  if (!on) throw new TypeError(`${type} JOIN has ON or USING`);
  const pairs = withRandomColumns(joined(SQL` ON true`), type === 'INNER' ? [on.condition] : [], context);
  const { merged } = pairs.rows;
  const condition = new Scope(pairs.context, pairs.rows.variables, { merged }).condition(on.condition);
  if (pairs.context === context) return joined(SQL` ON ${condition}`);
  return derivedTable(pairs.rows, context.aliases.next('pair'), [], SQL` WHERE ${condition}`);
}

/** USING: the plain name means the column of both sides from here on. */
function joinUsing(using: JoinColumns, type: string, left: Relation, right: Relation, context: QueryContext): Relation {
  const pairs = using.columns.map((word) => {
    const [a, b] = context.resolution.sides.of(word);
    return [columnAt(left, a), columnAt(right, b), word.name] as const;
  });
  const condition = pairs.map(([a, b]) => equality(a, b));
  const merged = pairs.map(([a, b, name]) => ({ ...mergedValue(type, a, b), name }));
  const names = new Set(merged.map(({ name }) => name.toLowerCase()));
  return {
    sql: SQL`(${left.sql} ${wordSql(type)} JOIN ${right.sql} ON ${joinSql(condition, ' AND ')})`,
    variables: [...left.variables, ...right.variables],
    merged: [...merged, ...left.merged.filter(({ name }) => !names.has(name.toLowerCase()))],
  };
}

function mergedValue(type: string, a: Expression, b: Expression): Expression {
  if (type !== 'FULL') return type === 'RIGHT' ? b : a;
  const common = unified([a, b]);
  return typed(SQL`COALESCE(${joinSql(common.sql, ', ')})`, common.type);
}
