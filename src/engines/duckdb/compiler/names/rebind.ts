import { columnValue } from '../expression.js';
import { carriedArray, carriedRecord } from '../records/carried-record.js';
import { type Aliases } from './aliases.js';
import { type Relation } from './relation.js';
import { type ScopeColumn } from './scope.js';
import { withoutNull } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, columnSql, nameSql } from '../sql-tree/sql.js';
import { SqlMap } from '../sql-tree/sql-map.js';

/** The columns of a derived table, and the names for them. */
export interface Rebound extends Omit<Relation, 'sql'> {
  readonly columns: readonly Sql[];
}

/** Carries every column of a relation through a derived table, under names that cannot clash. */
export function rebind(relation: Relation, alias: Sql): Rebound {
  return carry(relation, alias, (column, through) => {
    const array = heldArray(column, through, false);
    if (array) return array;
    if (column.nullableSql === undefined) return { ...column, sql: through(column.sql, column.name) };
    const nullableSql = through(column.nullableSql, column.name);
    const keepsNull = column.type.kind === 'ARRAY' && column.type.nullable;
    return keepsNull
      ? { ...column, ...columnValue(nullableSql, column.type) }
      : { ...column, nullableSql, sql: through(column.sql, column.name) };
  });
}

/** A relation as a derived table, with further columns; `clause` stands behind its FROM. */
export function derivedTable(
  relation: Relation,
  alias: Sql,
  further: readonly Sql[] = [],
  clause = NOTHING,
  quantifier = NOTHING,
): Relation {
  const { columns, ...names } = rebind(relation, alias);
  const items = [...columns, ...further];
  const list = items.length > 0 ? joinSql(items, ', ') : SQL`1`;
  return { sql: SQL`(SELECT ${quantifier}${list} FROM ${relation.sql}${clause}) AS ${alias}`, ...names };
}

/** A side of an outer join that may have no row: there its arrays are NULL, which those of a row never are. */
export function optional(relation: Relation, aliases: Aliases): Relation {
  const variables = relation.variables.map((variable) => ({ ...variable, optional: true }));
  const isHeld = ({ nullableSql, record }: ScopeColumn) => nullableSql !== undefined || record !== undefined;
  if (!variables.some(({ columns, value }) => value?.held !== undefined || columns.some(isHeld)))
    return { ...relation, variables };
  const alias = aliases.next('row');
  const carried = (column: ScopeColumn, through: Through) =>
    heldArray(column, through, true) ?? {
      ...column,
      ...(column.nullableSql !== undefined && { nullableSql: through(column.nullableSql, column.name) }),
      sql: through(column.sql, column.name),
      type: withoutNull(column.type),
    };
  const { columns, ...rebound } = carry({ ...relation, variables }, alias, carried, true);
  return { sql: SQL`(SELECT ${joinSql(columns, ', ')} FROM ${relation.sql}) AS ${alias}`, ...rebound };
}

type Through = (sql: Sql, name: string) => Sql;

function heldArray(column: ScopeColumn, through: Through, isOptional: boolean): ScopeColumn | undefined {
  const { name, record } = column;
  return record && { ...column, ...carriedArray(record, column, (sql) => through(sql, name), isOptional) };
}

function carry(
  relation: Relation,
  alias: Sql,
  carried: (column: ScopeColumn, through: Through) => ScopeColumn,
  isOptional = false,
): Rebound {
  const columns = new SqlMap<string>();
  const through = (sql: Sql, name: string) => {
    const output = columns.get(sql) ?? `${name}_${columns.size + 1}`;
    columns.set(sql, output);
    return columnSql(alias, output);
  };
  const variables = relation.variables.map((variable) => ({
    ...variable,
    columns: variable.columns.map((column) => carried(column, through)),
    ...(variable.value && {
      value: carriedRecord(variable.value, (sql) => through(sql, variable.name ?? 'element'), isOptional),
    }),
  }));
  const merged = relation.merged.map((column) => ({ ...column, ...carried(column, through) }));
  return {
    columns: [...columns.entries()].map(([sql, output]) => SQL`${sql} AS ${nameSql(output)}`),
    variables,
    merged,
  };
}
