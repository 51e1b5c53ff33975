import { type DuckDBConnection } from '@duckdb/node-api';
import { LOG_TABLES } from '../../../catalog/log-tables/log-tables.js';
import { quoteName } from '../compiler/types/duckdb-types.js';
import { type DataSource } from './data-source.js';
import { type AttachedDatabase, attachment } from './database-file.js';
import { createEmptySchema, createEmptyTable, dropEmptyTable } from './empty-tables.js';
import { literally } from './globs.js';
import { type TableFiles } from './table-files.js';
import { type MadeTable } from './table-set.js';
import { type View } from './view.js';

/** What an instance with some of the tables is made of, as plain data: another process makes the same one from it. */
export interface TableDefinitions {
  /** DuckDB's SQL, in this order. */
  readonly statements: readonly string[];
  /** The folders and the files that these tables are read from. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Those that the statements attach. */
  readonly databases: readonly AttachedDatabase[];
}

/** What one table is made of. */
interface TableSource {
  readonly schema: string;
  readonly statement: string;
  readonly files: TableFiles | undefined;
  readonly database: AttachedDatabase | undefined;
}

/** The schema of the operator's tables; of those that have changed since, with a number behind it. */
const SCHEMA = 'data';

/** Milliseconds after which no run of before can still read a table: more than any endpoint's deadline. */
const KEPT_MS = 3_600_000;

/**
 * Makes one view (or empty table) per table in the instance's own schemas; each column has exactly the type that the compiler knows. A view
 * never changes: a table whose columns have changed gets another one, and what was compiled before goes on reading the old one.
 */
export class TableMaker {
  private readonly sources = new Map<string, TableSource>();
  private readonly schemas = new Set<string>();
  private readonly retired: { readonly sql: string; readonly at: number }[] = [];

  constructor(private readonly source: DataSource) {}

  async make(
    connection: DuckDBConnection,
    name: string,
    view: View,
    of: Omit<MadeTable, 'table' | 'view'>,
    /** What has the rows of the view, in columns of these names. */
    rows = `(${view.sql})`,
  ): Promise<MadeTable> {
    const { source } = this;
    const schema = this.schemaWithout(name);
    await this.provideSchema(connection, schema);
    const sql = `${schema}.${quoteName(name)}`;
    const kind = source.withoutRows ? 'TABLE' : 'VIEW';
    const until = source.hideFuture && LOG_TABLES.has(name) ? ' WHERE "timestamp" <= now()' : '';
    const none = source.withoutRows ? ' LIMIT 0' : '';
    const statement = `CREATE ${kind} ${sql} AS SELECT * FROM ${rows}${until}${none}`;
    await connection.run(statement);
    const columns = view.columns.map((column) => ({ ...column, output: column.name }));
    const table = { sql, columns, isConverted: view.isConverted, isGuessed: view.isGuessed, unread: view.unread };
    await createEmptyTable(connection, table);
    this.sources.set(sql, { schema, statement, files: of.files, database: of.database });
    return { ...of, view, table };
  }

  /** From now on, nothing is compiled over these any more. */
  retire(tables: readonly MadeTable[]): void {
    const at = performance.now();
    this.retired.push(...tables.map(({ table }) => ({ sql: table.sql, at })));
  }

  /** Drops what no run reads any more. */
  async dropRetired(connection: DuckDBConnection, now = performance.now()): Promise<void> {
    while (this.retired[0] && this.retired[0].at < now - KEPT_MS) {
      const { sql = '' } = this.retired.shift() ?? {};
      await connection.run(`DROP ${this.source.withoutRows ? 'TABLE' : 'VIEW'} IF EXISTS ${sql}`);
      await dropEmptyTable(connection, sql);
      this.sources.delete(sql);
    }
  }

  /** What is read for the tables of these names in DuckDB's SQL, but for those that are in a database. */
  filesOf(names: readonly string[]): readonly TableFiles[] {
    return names.flatMap((name) => {
      const { files, database } = this.sources.get(name) ?? {};
      return database ? [] : (files ?? []);
    });
  }

  /** For the tables of these names in DuckDB's SQL, and no others. */
  definitionsOf(names: readonly string[]): TableDefinitions {
    const sources = names.flatMap((name) => this.sources.get(name) ?? []);
    const files = this.filesOf(names);
    // DuckDB asks for permission by the text of the pattern, and once more by the path of each file that it finds.
    const paths = (isFolder: boolean) =>
      files.filter((each) => each.isFolder === isFolder).flatMap(({ path }) => [path, literally(path)]);
    const databases = [...new Set(sources.flatMap((each) => each.database ?? []))];
    const schemas = [...new Set([SCHEMA, ...sources.map(({ schema }) => schema)])];
    return {
      statements: [
        ...databases.map(attachment),
        ...schemas.map((schema) => `CREATE SCHEMA ${schema}`),
        ...sources.map(({ statement }) => statement),
      ],
      folders: [...new Set(paths(true))],
      files: [...new Set(paths(false))],
      databases,
    };
  }

  /** The first schema in which the name is free. */
  private schemaWithout(name: string): string {
    for (let version = 1; ; version += 1) {
      const schema = version === 1 ? SCHEMA : `${SCHEMA}_${version}`;
      if (!this.sources.has(`${schema}.${quoteName(name)}`)) return schema;
    }
  }

  private async provideSchema(connection: DuckDBConnection, schema: string): Promise<void> {
    if (this.schemas.has(schema)) return;
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await createEmptySchema(connection, schema);
    this.schemas.add(schema);
  }
}
