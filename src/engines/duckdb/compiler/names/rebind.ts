import { type Aliases } from './aliases.js';
import { columnValue } from '../expression.js';
import { type Relation } from './relation.js';
import { type ScopeColumn } from './scope.js';
import { withoutNull } from '../../../../googlesql/types/types.js';
import { quoteName } from '../types/duckdb-types.js';

/** The columns that a derived table must have, and the names that they give. */
export interface Rebound extends Omit<Relation, 'sql'> {
  readonly columns: readonly string[];
}

/** Carries every column of a relation through a derived table, under names that cannot clash. */
export function rebind(relation: Relation, alias: string): Rebound {
  return carry(relation, alias, (column, through) => {
    if (column.nullableSql === undefined) return { ...column, sql: through(column.sql, column.name) };
    const nullableSql = through(column.nullableSql, column.name);
    const keepsNull = column.type.kind === 'ARRAY' && column.type.nullable;
    return keepsNull
      ? { ...column, ...columnValue(nullableSql, column.type) }
      : { ...column, nullableSql, sql: through(column.sql, column.name) };
  });
}

/** A side of an outer join that may have no row: there its arrays are NULL, which those of a row never are. */
export function optional(relation: Relation, aliases: Aliases): Relation {
  const variables = relation.variables.map((variable) => ({ ...variable, optional: true }));
  if (!variables.some(({ columns }) => columns.some(({ nullableSql }) => nullableSql !== undefined)))
    return { ...relation, variables };
  const alias = aliases.next('row');
  const { columns, ...rebound } = carry({ ...relation, variables }, alias, (column, through) => ({
    ...column,
    ...(column.nullableSql !== undefined && { nullableSql: through(column.nullableSql, column.name) }),
    sql: through(column.sql, column.name),
    type: withoutNull(column.type),
  }));
  return { sql: `(SELECT ${columns.join(', ')} FROM ${relation.sql}) AS ${alias}`, ...rebound };
}

type Through = (sql: string, name: string) => string;

function carry(
  relation: Relation,
  alias: string,
  carried: (column: ScopeColumn, through: Through) => ScopeColumn,
): Rebound {
  const columns = new Map<string, string>();
  const through = (sql: string, name: string) => {
    const output = columns.get(sql) ?? `${name}_${columns.size + 1}`;
    columns.set(sql, output);
    return `${alias}.${quoteName(output)}`;
  };
  const variables = relation.variables.map((variable) => ({
    ...variable,
    columns: variable.columns.map((column) => carried(column, through)),
    ...(variable.value && {
      value: { ...variable.value, sql: through(variable.value.sql, variable.name ?? 'element') },
    }),
  }));
  const merged = relation.merged.map((column) => ({ ...column, ...carried(column, through) }));
  return { columns: [...columns].map(([sql, output]) => `${sql} AS ${quoteName(output)}`), variables, merged };
}
