import { SQL, type Sql } from '../sql-tree/sql.js';
// DuckDB decides for every expression whether it can fail. One that cannot is evaluated wherever that is cheapest: in front of a filter, or
// once for each word of a column's dictionary, which holds those of rows that are filtered out as well. It does not look into the bodies of
// lambdas; a slice of the list that they are given, of all of it, is something that can fail.

/** The list of a lambda whose body can fail. */
export function fallibleList(list: Sql): Sql {
  return SQL`(${list})[:]`;
}

/** Maps each element of a list; `name` is the element within `made`. */
export function eachOf(list: Sql, name: Sql, made: Sql): Sql {
  return SQL`list_transform(${fallibleList(list)}, lambda ${name}: ${made})`;
}

/** SQL in which a name stands for a value, so that it is computed once. */
export function bound(value: Sql, name: Sql, made: Sql): Sql {
  return SQL`${eachOf(SQL`[${value}]`, name, made)}[1]`;
}

/** Marks the list of every lambda in the text of a macro. */
export function withFallibleLists(macro: string): string {
  return macro.replaceAll(', lambda ', '[:], lambda ');
}
