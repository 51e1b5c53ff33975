import { SQL, type Sql, nameSql } from '../sql-tree/sql.js';
import { usesFieldsWhole, withPieces } from '../sql-tree/folds.js';

/** Name that no column has. */
const ONCE = nameSql('quern$once');

/**
 * Whether DuckDB may read a table late: the columns that are not needed to find the rows of ORDER BY … LIMIT once these are found. DuckDB
 * 1.5.5 then takes one field of a record for another where a record within a record is used as a whole somewhere, and one of its fields by
 * itself (duckdb/duckdb#24657, mended in #24660).
 *
 * @param parts all of a query
 */
export function canReadLate(...parts: readonly Sql[]): boolean {
  return !parts.some(usesFieldsWhole);
}

/** The query over tables that are not read late: through UNNEST, DuckDB does not look for rows to be read so. */
export function readAtOnce(query: Sql): Sql {
  return withPieces(query, (sql) =>
    sql.kind === 'table' ? SQL`(SELECT * EXCLUDE (${ONCE}) FROM (SELECT *, unnest([1]) AS ${ONCE} FROM ${sql}))` : sql,
  );
}
