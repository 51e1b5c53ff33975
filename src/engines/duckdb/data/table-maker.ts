import { type DuckDBConnection } from '@duckdb/node-api';
import { LOG_TABLES } from '../../../catalog/log-tables/log-tables.js';
import { quoteName } from '../compiler/types/duckdb-types.js';
import { type DataSource } from './data-source.js';
import { type AttachedDatabase, attachment } from './database-file.js';
import { createEmptyTable, dropEmptyTable } from './empty-tables.js';
import { literally } from './globs.js';
import { type TableFiles } from './table-files.js';
import { type MadeTable } from './table-set.js';
import { type View } from './view.js';

/** The parts of an instance with some of the tables, as plain data: another process makes the same one from it. */
export interface TableDefinitions {
  /** DuckDB's SQL, in this order. */
  readonly statements: readonly string[];
  /** Folders that these tables are read from, beside `files`. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Databases that the statements attach. */
  readonly databases: readonly AttachedDatabase[];
}

/** The parts of one table. */
interface TableSource {
  readonly statement: string;
  readonly files: TableFiles | undefined;
  readonly database: AttachedDatabase | undefined;
}

/** Schema of the operator's tables. */
export const SCHEMA = 'data';

/** Milliseconds after which no earlier run can still read a table: more than any endpoint's deadline. */
const KEPT_MS = 3_600_000;

/**
 * Makes one view (or empty table) per table in the instance's own schemas; each column has exactly the type that the compiler knows. A view
 * never changes: a table whose columns have changed gets another one, and earlier compiled queries go on reading the old one.
 */
export class TableMaker {
  private readonly sources = new Map<string, TableSource>();
  private readonly retired: { readonly sql: string; readonly at: number }[] = [];

  constructor(private readonly source: DataSource) {}

  async make(
    connection: DuckDBConnection,
    name: string,
    view: View,
    of: Omit<MadeTable, 'table' | 'view'>,
    /** Source of the view's rows, in columns of these names. */
    rows = `(${view.sql})`,
  ): Promise<MadeTable> {
    const { source } = this;
    const sql = this.freeName(name);
    const kind = source.withoutRows ? 'TABLE' : 'VIEW';
    const until = source.hideFuture && LOG_TABLES.has(name) ? ' WHERE "timestamp" <= now()' : '';
    const none = source.withoutRows ? ' LIMIT 0' : '';
    const statement = `CREATE ${kind} ${sql} AS SELECT * FROM ${rows}${until}${none}`;
    await connection.run(statement);
    const columns = view.columns.map((column) => ({ ...column, output: column.name }));
    const table = { sql, columns, isConverted: view.isConverted, isGuessed: view.isGuessed, unread: view.unread };
    await createEmptyTable(connection, table);
    this.sources.set(sql, { statement, files: of.files, database: of.database });
    return { ...of, view, table };
  }

  /** Retires tables, over which nothing is compiled any more. */
  retire(tables: readonly MadeTable[]): void {
    const at = performance.now();
    this.retired.push(...tables.map(({ table }) => ({ sql: table.sql, at })));
  }

  /** Drops tables that no run reads any more. */
  async dropRetired(connection: DuckDBConnection, now = performance.now()): Promise<void> {
    while (this.retired[0] && this.retired[0].at < now - KEPT_MS) {
      const { sql = '' } = this.retired.shift() ?? {};
      await connection.run(`DROP ${this.source.withoutRows ? 'TABLE' : 'VIEW'} IF EXISTS ${sql}`);
      await dropEmptyTable(connection, sql);
      this.sources.delete(sql);
    }
  }

  /** Returns the files of the tables of these names in DuckDB's SQL, except those in a database. */
  filesOf(names: readonly string[]): readonly TableFiles[] {
    return names.flatMap((name) => {
      const { files, database } = this.sources.get(name) ?? {};
      return database ? [] : (files ?? []);
    });
  }

  /** Returns definitions for the tables of these names in DuckDB's SQL, and no others. */
  definitionsOf(names: readonly string[]): TableDefinitions {
    const sources = names.flatMap((name) => this.sources.get(name) ?? []);
    const files = this.filesOf(names);
    // DuckDB asks for permission by the text of the pattern, and once more by the path of each file that it finds.
    const paths = (isFolder: boolean) =>
      files.filter((each) => each.isFolder === isFolder).flatMap(({ path }) => [path, literally(path)]);
    const databases = [...new Set(sources.flatMap((each) => each.database ?? []))];
    return {
      statements: [
        ...databases.map(attachment),
        `CREATE SCHEMA ${SCHEMA}`,
        ...sources.map(({ statement }) => statement),
      ],
      folders: [...new Set(paths(true))],
      files: [...new Set(paths(false))],
      databases,
    };
  }

  /** Finds a free name, with a number where earlier queries go on reading another table of the name. No file has a slash in its name. */
  private freeName(name: string): string {
    for (let version = 1; ; version += 1) {
      const sql = `${SCHEMA}.${quoteName(version === 1 ? name : `${name}/${version}`)}`;
      if (!this.sources.has(sql)) return sql;
    }
  }
}
