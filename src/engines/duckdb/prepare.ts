import {
  type DuckDBConnection,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
  DuckDBTypeId,
} from '@duckdb/node-api';
import { sqlTypeOf } from './column-types.js';
import { type Compiled } from './compiler/compile.js';
import { sameType, wholeTypeName } from '../../googlesql/types/types.js';
import { type MacrosInUse } from './macros-in-use.js';

/** Prefix of the errors of `assertColumns`. */
export const OTHER_COLUMN = 'not as compiled: column';

type CompiledStatement = Pick<Compiled, 'sql' | 'columns' | 'macros'>;

/** Prepares a statement with the names and types of the compiled query's columns. The caller destroys it. @throws Error otherwise */
export async function prepareAsCompiled(
  connection: DuckDBConnection,
  compiled: CompiledStatement,
  macros: MacrosInUse,
): Promise<DuckDBPreparedStatement> {
  await macros.provide(compiled.macros);
  const statement = await connection.prepare(compiled.sql);
  try {
    assertPrepared(statement, compiled);
    return statement;
  } catch (error) {
    statement.destroySync();
    throw error;
  }
}

function assertPrepared(statement: DuckDBPreparedStatement, compiled: CompiledStatement): void {
  // DuckDB knows the columns only when the parameters are bound, if a parameter's type decides.
  if (compiled.columns.some((_, index) => statement.columnTypeId(index) === DuckDBTypeId.INVALID)) return;
  assertColumns(statement, compiled);
}

/** DuckDB must agree with the compiler on every column: where a type differs, the answer may be wrong. */
export function assertColumns(
  found: DuckDBPreparedStatement | DuckDBMaterializedResult,
  { columns }: Pick<CompiledStatement, 'columns'>,
): void {
  columns.forEach((column, index) => {
    const type = sqlTypeOf(found.columnType(index));
    if (found.columnName(index) === column.name && type && sameType(type, column.sqlType)) return;
    const actual = type ? wholeTypeName(type) : String(found.columnType(index));
    throw new Error(
      `${OTHER_COLUMN} ${index + 1}: expected ${column.name} ${column.type}, prepared as ${found.columnName(index)} ${actual}`,
    );
  });
}
