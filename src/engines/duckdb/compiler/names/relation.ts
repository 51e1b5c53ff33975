import { columnValue, type Expression, typed } from '../expression.js';
import { type ScopeColumn, type MergedColumn, type QueryContext, type RangeVariable, type Table } from './scope.js';
import { quoteName } from '../types/duckdb-types.js';

/** A compiled FROM item: DuckDB SQL, and the names that it brings. */
export interface Relation {
  readonly sql: string;
  readonly variables: readonly RangeVariable[];
  readonly merged: readonly MergedColumn[];
}

/** A table or a query as something to read from, under an alias of its own. */
export function relation(table: Table, name: string | undefined, context: QueryContext): Relation {
  const alias = context.aliases.next(name ?? 'q');
  const columns = columnsUnder(alias, table);
  const [value] = columns;
  const variable =
    table.isValueTable && value
      ? { name, columns: [], value: valueOf(value) }
      : { name, columns, unread: table.unread };
  return { sql: `${table.sql} AS ${alias}`, variables: [variable], merged: [] };
}

function valueOf({ sql, type }: ScopeColumn): Expression {
  return typed(sql, type);
}

/** The columns of a table as they are read under an alias. */
export function columnsUnder(alias: string, { columns }: Pick<Table, 'columns'>): ScopeColumn[] {
  return columns.map(({ name, type, output }) => ({ name, ...columnValue(`${alias}.${quoteName(output)}`, type) }));
}
