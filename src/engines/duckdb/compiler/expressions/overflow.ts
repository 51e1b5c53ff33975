import { SQL, type Sql } from '../sql-tree/sql.js';

/**
 * Keeps the error of a number that may be too great for its type. DuckDB's optimizer moves constants across operators and casts that it
 * knows (`x + c > d` becomes `x > d - c`), and answers IS NULL and COUNT without the value, where no column in it has a NULL. It does
 * neither behind a function.
 */
export function withOverflow(sql: Sql): Sql {
  return SQL`greatest(${sql})`;
}
