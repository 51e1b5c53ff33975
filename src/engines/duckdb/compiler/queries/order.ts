import { type Ending } from '../../../../googlesql/resolver/queries/order.js';
import {
  type ExpressionNode,
  type CountNode,
  type LimitNode,
  type Order,
  type OrderByNode,
} from '../../../../googlesql/ast/nodes.js';
import { isNumber } from '../../../../googlesql/resolver/literal-key.js';
import { type CompiledQuery } from '../compiler.js';
import { type QueryContext, Scope } from '../names/scope.js';
import { definiteType, INT64, type SqlType } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, columnSql, wordSql, nameSql } from '../sql-tree/sql.js';
import { readsFields, macrosIn } from '../sql-tree/folds.js';
import { settle, type SelectItem } from './outputs.js';
import { columnValue, type Expression } from '../expression.js';
import { randomColumns } from './random-columns.js';

/**
 * One key of ORDER BY. GoogleSQL puts NULL first when ascending and last when descending, and NaN right beside it; DuckDB has other
 * defaults and takes NaN for the largest number.
 */
export function orderKey(item: Order, sql: Sql, type: SqlType): Sql {
  const { direction, nulls } = directionOf(item);
  const order = SQL`${wordSql(direction)} ${wordSql(nulls)}`;
  if (type.kind !== 'FLOAT64') return SQL`${sql} ${order}`;
  return SQL`isnan(${sql}) ${direction === 'ASC' ? SQL`DESC` : SQL`ASC`} ${wordSql(nulls)}, ${sql} ${order}`;
}

/**
 * The value that rows are sorted by. With a LIMIT, DuckDB 1.5.5 takes the bound that it finds for a record's field for one of another field
 * of the record, and fails beyond repair or leaves rows out (duckdb/duckdb#23903); not so where the value is computed.
 */
function sortedBy(sql: Sql): Sql {
  return readsFields(sql) ? SQL`coalesce(${sql}, NULL)` : sql;
}

/** ORDER BY with these values of its keys. */
export function orderBySql({ items }: OrderByNode, valueOf: (key: ExpressionNode) => KeyValue): Sql {
  const keys = items.map((item) => {
    const { sql, type } = valueOf(item.key);
    return orderKey(item, sortedBy(sql), type);
  });
  return SQL`ORDER BY ${joinSql(keys, ', ')}`;
}

type KeyValue = Pick<Expression, 'sql' | 'type'>;

/** The direction of a key, and the place of its NULLs. */
export function directionOf({ direction = 'ASC', nulls }: Order) {
  return { direction, nulls: nulls ?? (direction === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST') };
}

/**
 * A query with its LIMIT, if it has one. DuckDB sorts all rows, with their wide columns, where the number is known only as it runs: for the
 * answer, the most rows that it may have are a limit that is known.
 */
export function limited(sql: Sql, ending: Ending, context: QueryContext): Sql {
  const { limit, orderBy } = ending;
  if (!limit) return sql;
  const clause = limitClause(limit, context);
  const { answer } = context;
  const isKnown = isNumber(limit.count);
  if (isKnown || answer?.body !== ending || limit.offset || !orderBy) return SQL`${sql} ${clause}`;
  return SQL`SELECT * FROM (${sql} LIMIT ${answer.rows}) AS ${context.aliases.next('q')} ${clause}`;
}

/** LIMIT and OFFSET. */
export function limitClause({ count, offset }: LimitNode, context: QueryContext): Sql {
  const nothing = Scope.ofNothing(context);
  const number = (node: CountNode): Sql => {
    const sql = nothing.as(node, INT64);
    return isNumber(node) ? sql : SQL`bq_limit(${sql})`;
  };
  const limit = SQL`LIMIT ${number(count)}`;
  return offset ? SQL`${limit} OFFSET ${number(offset)}` : limit;
}

/** ORDER BY and LIMIT around a whole query; keys are output columns by name or position, and expressions over them. */
export function ordered(ending: Ending, query: CompiledQuery, context: QueryContext): CompiledQuery {
  const { orderBy, limit } = ending;
  if (!orderBy && !limit) return query;
  const random = randomColumns(orderBy?.items.map(({ key }) => key) ?? [], context);
  const { alias, context: inner } = random ?? { alias: context.aliases.next('q'), context };
  let scope: Scope | undefined;
  const valueOf = (key: ExpressionNode): KeyValue => {
    const column = query.columns[context.resolution.outputs.find(key) ?? -1];
    return column
      ? { ...column, sql: columnSql(alias, column.output) }
      : (scope ??= answerScope(query, alias, inner)).value(key);
  };
  const rows = random
    ? SQL`SELECT ${joinSql(query.columns.map(({ output }) => columnSql(alias, output)))} FROM (SELECT *, ${joinSql(random.items)} FROM (${query.sql})) AS ${alias}`
    : SQL`SELECT * FROM (${query.sql}) AS ${alias}`;
  const sql = limited(orderBy ? SQL`${rows} ${orderBySql(orderBy, valueOf)}` : rows, ending, context);
  return { ...query, columns: query.columns.map(settle), sql };
}

/** The scope of ORDER BY behind a query that has this alias: its columns, or the fields of its values, and the names around it. */
function answerScope({ columns, isValueTable }: CompiledQuery, alias: Sql, context: QueryContext): Scope {
  const aliases = columns.map(({ output, type }) => {
    return { expression: columnValue(columnSql(alias, output), definiteType(type)) };
  });
  const values = isValueTable ? aliases : [];
  const variables = values.map(({ expression }) => ({ name: undefined, columns: [], value: expression }));
  return new Scope(context, variables, { aliases });
}

/** ORDER BY of a SELECT: the aliases of its list come before the names of FROM. */
export function orderBy(
  clause: OrderByNode | undefined,
  items: readonly SelectItem[],
  scope: Scope,
  isRecord: boolean,
  isValue: boolean,
): Sql {
  if (!clause) return NOTHING;
  return orderBySql(clause, (key) => {
    const column = items[scope.context.resolution.outputs.find(key) ?? -1];
    // DuckDB takes a column of FROM for an alias in a larger expression, and the alias alone by itself. In ARRAY it has none for values
    // that may fail.
    const isNamed = column && column.type.kind !== 'FLOAT64' && !isRecord && !(isValue && isChecked(column.expression));
    if (isNamed) return { ...column, sql: nameSql(column.output) };
    return column?.expression ?? scope.value(key);
  });
}

/** Whether SQL has macros in it, which may have errors of their own. */
function isChecked({ sql }: Expression): boolean {
  return [...macrosIn(sql)].some((name) => name.startsWith('bq_'));
}
