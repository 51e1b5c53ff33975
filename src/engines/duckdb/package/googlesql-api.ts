// The API of `quern/googlesql`, in types of its own: importers get this file and none of the compiler's.

/** A field of a table, in the words of BigQuery's JSON schemas (`bq show --schema`). */
export interface TableField {
  readonly name: string;
  /** `STRING`, `INT64` or `INTEGER`, `FLOAT64` or `FLOAT`, `NUMERIC`, `BOOL` or `BOOLEAN`, `BYTES`, `DATE`, `TIME`, `DATETIME`, `TIMESTAMP`, `JSON`, `STRUCT` or `RECORD`. */
  readonly type: string;
  /** `REPEATED` makes it an ARRAY; `NULLABLE` and `REQUIRED` are the same here. */
  readonly mode?: string;
  /** Fields of a STRUCT. */
  readonly fields?: readonly TableField[];
}

/** The scalar types that a parameter can have. */
export type ParameterScalar = 'STRING' | 'INT64' | 'FLOAT64' | 'BOOL' | 'TIMESTAMP' | 'DATE';

/** The type of an `@name`. */
export type ParameterType = ParameterScalar | `ARRAY<${ParameterScalar}>`;

/** The names that a query may use. */
export interface CompileOptions {
  /**
   * Columns of each table, by the name that the query calls it by: `orders`, `shop.orders`. In DuckDB it is the table or view of the same
   * name (`"shop"."orders"`), with the columns' types as `duckDbTypes` names them.
   */
  readonly tables?: Readonly<Record<string, readonly TableField[]>>;
  /** The types of the parameters that the query uses, by their names without `@`. */
  readonly parameters?: Readonly<Record<string, ParameterType>>;
}

/** A column of the answer. */
export interface CompiledColumn {
  readonly name: string;
  /** GoogleSQL type, such as `ARRAY<STRUCT<path STRING>>`. */
  readonly type: string;
  /** DuckDB's type, as in a CAST. If DuckDB prepares the SQL with another type, do not run it: the answer may differ. */
  readonly duckDbType: string;
}

/** A parameter that the query uses. */
export interface CompiledParameter {
  /** Name as it was declared. */
  readonly name: string;
  /** Name in the SQL, without `$`. */
  readonly binding: string;
  readonly duckDbType: string;
}

/** A query in DuckDB's SQL. */
export interface CompiledQuery {
  /** One SELECT. It runs with `TimeZone` set to UTC, once `macros` have been executed on the same connection. */
  readonly sql: string;
  readonly columns: readonly CompiledColumn[];
  /** Parameters that the query uses; each value is bound, none is ever written into the SQL. */
  readonly parameters: readonly CompiledParameter[];
  /** Statements that create the macros which the SQL calls, in their order. They are temporary, and can be executed again. */
  readonly macros: readonly string[];
}

/** A mistake in a query, and its place; both count from 1. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A query that is not compiled: it is no GoogleSQL, or there is no DuckDB SQL here that would mean the same. */
export interface Refused {
  readonly problems: readonly Problem[];
}

/**
 * Compiles one GoogleSQL query that only reads to DuckDB SQL with the same meaning, or says why not. It opens no database, reads no rows
 * and sends nothing anywhere.
 *
 * @experimental names and members may change in any version
 * @throws Error where `options` name an unknown type
 */
export declare function compile(sql: string, options?: CompileOptions): CompiledQuery | Refused;

/** The types of DuckDB's columns for a table of these fields, in their order. @experimental */
export declare function duckDbTypes(fields: readonly TableField[]): readonly { name: string; duckDbType: string }[];
