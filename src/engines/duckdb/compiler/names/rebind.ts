import { columnValue } from '../expression.js';
import { carriedArray, carriedRecord } from '../records/carried-record.js';
import { type Aliases } from './aliases.js';
import { type Relation } from './relation.js';
import { type ScopeColumn } from './scope.js';
import { withoutNull } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, columnSql, nameSql } from '../sql-tree/sql.js';

/** The columns of a derived table, and the names for them. */
export interface Rebound extends Omit<Relation, 'sql'> {
  readonly columns: readonly Sql[];
}

/** Carries every column of a relation through a derived table, under names that cannot clash. */
export function rebind(relation: Relation, alias: Sql): Rebound {
  return carry(relation, alias, false);
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
  const { columns, ...rebound } = carry({ ...relation, variables }, alias, true);
  return { sql: SQL`(SELECT ${joinSql(columns, ', ')} FROM ${relation.sql}) AS ${alias}`, ...rebound };
}

type Through = (sql: Sql, name: string) => Sql;

function carried(column: ScopeColumn, through: Through, isOptional: boolean): ScopeColumn {
  const { name, record, type } = column;
  if (record) return { ...column, ...carriedArray(record, column, (sql) => through(sql, name), isOptional) };
  const nullableSql = column.nullableSql && through(column.nullableSql, name);
  const keepsNull = !isOptional && type.kind === 'ARRAY' && type.nullable;
  if (nullableSql && keepsNull) return { ...column, ...columnValue(nullableSql, type) };
  const sql = through(column.sql, name);
  return { ...column, ...(nullableSql && { nullableSql }), sql, type: isOptional ? withoutNull(type) : type };
}

function carry(relation: Relation, alias: Sql, isOptional: boolean): Rebound {
  const columns = new Map<Sql, string>();
  const through = (sql: Sql, name: string) => {
    const output = columns.get(sql) ?? `${name}_${columns.size + 1}`;
    columns.set(sql, output);
    return columnSql(alias, output);
  };
  const variables = relation.variables.map((variable) => ({
    ...variable,
    columns: variable.columns.map((column) => carried(column, through, isOptional)),
    ...(variable.value && {
      value: carriedRecord(variable.value, (sql) => through(sql, variable.name ?? 'element'), isOptional),
    }),
  }));
  const merged = relation.merged.map((column) => ({ ...column, ...carried(column, through, isOptional) }));
  return {
    columns: [...columns.entries()].map(([sql, output]) => SQL`${sql} AS ${nameSql(output)}`),
    variables,
    merged,
  };
}
