import { type CompiledQuery } from '../compiler.js';
import { typed, columnValue } from '../expression.js';
import { readable } from '../queries/outputs.js';
import { type QueryContext, type Rows, type ScopeColumn } from './scope.js';
import { type Source } from './tables.js';
import { SQL, type Sql, columnSql } from '../sql-tree/sql.js';

/** A compiled FROM item: DuckDB SQL, and the names that it brings. */
export interface Relation extends Rows {
  readonly sql: Sql;
}

/** A table or a query as something to read from, under an alias of its own. */
export function relation(table: Source, name: string | undefined, context: QueryContext): Relation {
  const alias = context.aliases.next(name ?? 'q');
  const columns = columnsUnder(alias, table);
  const [value] = columns;
  const variable =
    table.isValueTable && value ? { name, columns: [], value: typed(value.sql, value.type) } : { name, columns };
  return { sql: SQL`${table.sql} AS ${alias}`, variables: [variable], merged: [] };
}

/** A query as something to read from. */
export function derived(query: CompiledQuery, name: string | undefined, context: QueryContext): Relation {
  return relation(readable(SQL`(${query.sql})`, query), name, context);
}

/** The columns of a table as they are read under an alias. */
export function columnsUnder(alias: Sql, { columns, isBarrier }: Pick<Source, 'columns' | 'isBarrier'>): ScopeColumn[] {
  return columns.map(({ name, type, output }) => ({ name, ...columnValue(columnSql(alias, output), type, isBarrier) }));
}
