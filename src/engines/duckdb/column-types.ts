import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { type SqlType, nullableArrayOf, type StructField } from '../../googlesql/types/types.js';

const SCALARS: ReadonlyMap<DuckDBTypeId, SqlType> = new Map<DuckDBTypeId, SqlType>([
  [DuckDBTypeId.VARCHAR, { kind: 'STRING' }],
  [DuckDBTypeId.ENUM, { kind: 'STRING' }],
  [DuckDBTypeId.UUID, { kind: 'STRING' }],
  [DuckDBTypeId.BLOB, { kind: 'BYTES' }],
  [DuckDBTypeId.BOOLEAN, { kind: 'BOOL' }],
  [DuckDBTypeId.TINYINT, { kind: 'INT64' }],
  [DuckDBTypeId.SMALLINT, { kind: 'INT64' }],
  [DuckDBTypeId.INTEGER, { kind: 'INT64' }],
  [DuckDBTypeId.BIGINT, { kind: 'INT64' }],
  [DuckDBTypeId.UTINYINT, { kind: 'INT64' }],
  [DuckDBTypeId.USMALLINT, { kind: 'INT64' }],
  [DuckDBTypeId.UINTEGER, { kind: 'INT64' }],
  [DuckDBTypeId.FLOAT, { kind: 'FLOAT64' }],
  [DuckDBTypeId.DOUBLE, { kind: 'FLOAT64' }],
  [DuckDBTypeId.DECIMAL, { kind: 'NUMERIC' }],
  [DuckDBTypeId.DATE, { kind: 'DATE' }],
  [DuckDBTypeId.TIME, { kind: 'TIME' }],
  [DuckDBTypeId.TIMESTAMP, { kind: 'DATETIME' }],
  [DuckDBTypeId.TIMESTAMP_S, { kind: 'DATETIME' }],
  [DuckDBTypeId.TIMESTAMP_MS, { kind: 'DATETIME' }],
  [DuckDBTypeId.TIMESTAMP_NS, { kind: 'DATETIME' }],
  [DuckDBTypeId.TIMESTAMP_TZ, { kind: 'TIMESTAMP' }],
]);

/** Further types of stored columns. Each of their values is one of the other type. */
const STORED: ReadonlyMap<DuckDBTypeId, SqlType> = new Map<DuckDBTypeId, SqlType>([
  ...SCALARS,
  [DuckDBTypeId.UBIGINT, { kind: 'NUMERIC' }],
]);

/** Types of stored columns whose numbers are all known to fit. */
const STORED_WHOLE: ReadonlyMap<DuckDBTypeId, SqlType> = new Map<DuckDBTypeId, SqlType>([
  ...STORED,
  [DuckDBTypeId.HUGEINT, { kind: 'NUMERIC' }],
  [DuckDBTypeId.UHUGEINT, { kind: 'NUMERIC' }],
]);

/** The GoogleSQL type that a stored column is read as; undefined where there is none (MAP, UNION, …). */
export function storedType(type: DuckDBType, isWhole = false): SqlType | undefined {
  return typeBy(type, isWhole ? STORED_WHOLE : STORED);
}

/** The GoogleSQL type of a value in an answer; undefined where there is none. */
export function sqlTypeOf(type: DuckDBType): SqlType | undefined {
  return typeBy(type, SCALARS);
}

function typeBy(type: DuckDBType, scalars: ReadonlyMap<DuckDBTypeId, SqlType>): SqlType | undefined {
  if (type.alias === 'JSON') return { kind: 'JSON' };
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY: {
      const element = typeBy((type as { valueType: DuckDBType }).valueType, scalars);
      return element && nullableArrayOf(element);
    }
    case DuckDBTypeId.STRUCT: {
      const { entryNames, entryTypes } = type as { entryNames: readonly string[]; entryTypes: readonly DuckDBType[] };
      const fields = entryNames.map((name, index) => memberOf(name, entryTypes[index], scalars));
      return fields.every((field) => field !== undefined) ? { kind: 'STRUCT', fields } : undefined;
    }
    default:
      return scalars.get(type.typeId);
  }
}

function memberOf(
  name: string,
  duckDbType: DuckDBType | undefined,
  scalars: ReadonlyMap<DuckDBTypeId, SqlType>,
): StructField | undefined {
  const type = duckDbType && typeBy(duckDbType, scalars);
  return type && { name, type };
}

const CANONICAL: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.VARCHAR,
  DuckDBTypeId.BLOB,
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIME,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_TZ,
]);

/** Whether the type is the one of `DUCKDB_TYPES` at every depth, so that no conversion is needed. */
export function isCanonical(type: DuckDBType): boolean {
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
      return isCanonical((type as { valueType: DuckDBType }).valueType);
    case DuckDBTypeId.STRUCT:
      return (type as { entryTypes: readonly DuckDBType[] }).entryTypes.every(isCanonical);
    case DuckDBTypeId.DECIMAL: {
      const { width, scale } = type as { width: number; scale: number };
      return width === 38 && scale === 9;
    }
    default:
      return CANONICAL.has(type.typeId);
  }
}
