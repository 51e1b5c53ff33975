import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { type ScalarKind, type SqlType, nullableArrayOf } from '../../googlesql/types/types.js';

type TypeName = keyof typeof DuckDBTypeId;
type Scalars = ReadonlyMap<DuckDBTypeId, SqlType>;

function scalarsBy(names: Readonly<Partial<Record<ScalarKind, readonly TypeName[]>>>): Scalars {
  const kinds = Object.entries(names) as [ScalarKind, readonly TypeName[]][];
  return new Map(kinds.flatMap(([kind, own]) => own.map((name) => [DuckDBTypeId[name], { kind }] as const)));
}

const SCALARS = scalarsBy({
  STRING: ['VARCHAR', 'ENUM', 'UUID'],
  BYTES: ['BLOB'],
  BOOL: ['BOOLEAN'],
  INT64: ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'UTINYINT', 'USMALLINT', 'UINTEGER'],
  FLOAT64: ['FLOAT', 'DOUBLE'],
  NUMERIC: ['DECIMAL'],
  DATE: ['DATE'],
  TIME: ['TIME'],
  DATETIME: ['TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP_NS'],
  TIMESTAMP: ['TIMESTAMP_TZ'],
});

/** Types of stored columns as well. Each of their values is one of the other type. */
const STORED: Scalars = new Map([...SCALARS, ...scalarsBy({ NUMERIC: ['UBIGINT'] })]);

/** Types of stored columns whose numbers are all known to fit. */
const STORED_WHOLE: Scalars = new Map([...STORED, ...scalarsBy({ NUMERIC: ['HUGEINT', 'UHUGEINT'] })]);

/** The GoogleSQL type that a stored column is read as; undefined where there is none (MAP, UNION, …). */
export function storedType(type: DuckDBType, isWhole = false): SqlType | undefined {
  return typeBy(type, isWhole ? STORED_WHOLE : STORED);
}

/** The GoogleSQL type of a value in an answer; undefined where there is none. */
export function sqlTypeOf(type: DuckDBType): SqlType | undefined {
  return typeBy(type, SCALARS);
}

function typeBy(type: DuckDBType, scalars: Scalars): SqlType | undefined {
  if (type.alias === 'JSON') return { kind: 'JSON' };
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY: {
      const element = typeBy(type.valueType, scalars);
      return element && nullableArrayOf(element);
    }
    case DuckDBTypeId.STRUCT: {
      const fields = type.entryTypes.flatMap((each, index) => {
        const own = typeBy(each, scalars);
        return own ? [{ name: type.entryNames[index] ?? '', type: own }] : [];
      });
      return fields.length === type.entryCount ? { kind: 'STRUCT', fields } : undefined;
    }
    default:
      return scalars.get(type.typeId);
  }
}

const CANONICAL: ReadonlySet<DuckDBTypeId> = new Set(
  (['VARCHAR', 'BLOB', 'BOOLEAN', 'BIGINT', 'DOUBLE', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP_TZ'] as const).map(
    (name) => DuckDBTypeId[name],
  ),
);

/** Whether the type is the one of `DUCKDB_TYPES` at every depth, so that no conversion is needed. */
export function isCanonical(type: DuckDBType): boolean {
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
      return isCanonical(type.valueType);
    case DuckDBTypeId.STRUCT:
      return type.entryTypes.every(isCanonical);
    case DuckDBTypeId.DECIMAL:
      return type.width === 38 && type.scale === 9;
    default:
      return CANONICAL.has(type.typeId);
  }
}
