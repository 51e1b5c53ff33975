import {
  type DuckDBConnection,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
  DuckDBTypeId,
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  DuckDBDateValue,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  TIMESTAMPTZ,
  timestampTZValue,
  VARCHAR,
} from '@duckdb/node-api';
import { sqlTypeOf } from './column-types.js';
import { type Compiled } from './compiler/compile.js';
import { sameType, wholeTypeName } from '../../googlesql/types/types.js';
import { type MacrosInUse } from './macros-in-use.js';
import { type Argument, type ScalarArgument, type ScalarType } from '../engine.js';
import { bindingName, NOW } from './compiler/names/binding-names.js';

/** Prefix of the errors of `assertColumns`. */
export const OTHER_COLUMN = 'not as compiled: column';

type CompiledStatement = Pick<Compiled, 'sql' | 'columns'>;

/** Prepares a statement with the names and types of the compiled query's columns. The caller destroys it. @throws Error otherwise */
export async function prepareAsCompiled(
  connection: DuckDBConnection,
  compiled: CompiledStatement,
  macros: MacrosInUse,
): Promise<DuckDBPreparedStatement> {
  await macros.provide(compiled.sql);
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

const TYPES: Readonly<Record<ScalarType, DuckDBType>> = {
  STRING: VARCHAR,
  INT64: BIGINT,
  FLOAT64: DOUBLE,
  BOOL: BOOLEAN,
  TIMESTAMP: TIMESTAMPTZ,
  DATE,
};

export function bindArguments(prepared: DuckDBPreparedStatement, given: readonly Argument[], now: Date): void {
  const instant = BigInt(now.getTime()) * 1000n;
  const clock: Argument = { name: NOW, type: 'TIMESTAMP', array: false, value: instant };
  const byName = new Map(given.map((argument) => [bindingName(argument.name), argument]));
  byName.set(NOW, clock);
  prepared.clearBindings();
  // DuckDB drops parts of a query that do not change its answer, and with them the parameters that only they use.
  for (let index = 1; index <= prepared.parameterCount; index += 1) {
    const argument = byName.get(prepared.parameterName(index));
    if (argument) prepared.bindValue(index, duckDbValue(argument), duckDbType(argument));
  }
}

function duckDbType({ type, array }: Argument): DuckDBType {
  return array ? LIST(TYPES[type]) : TYPES[type];
}

function duckDbValue({ type, value }: Argument): DuckDBValue {
  if (value === null) return null;
  if (typeof value === 'object') return listValue(value.map((each) => scalarValue(type, each)));
  return scalarValue(type, value);
}

function scalarValue(type: ScalarType, value: ScalarArgument): DuckDBValue {
  if (type === 'TIMESTAMP') return timestampTZValue(value as bigint);
  if (type === 'DATE') return new DuckDBDateValue(Date.parse(`${value as string}T00:00:00Z`) / 86_400_000);
  return value;
}
