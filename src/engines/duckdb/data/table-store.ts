import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { LOG_TABLES } from '../../../catalog/log-tables/log-tables.js';
import { errorText } from '../../../errors/error-text.js';
import { fileComplaint } from '../failure.js';
import { type DataProblem } from '../../engine.js';
import { type DataSource } from './data-source.js';
import { type AttachedDatabase, attachment, databaseSignature, detach } from './database-file.js';
import { databaseViews } from './database-views.js';
import { fileView } from './file-view.js';
import { type TableFiles } from './table-files.js';
import { TableFolder } from './table-folder.js';
import { TableMaker } from './table-maker.js';
import { type MadeTable, TableSet } from './table-set.js';
import { emptyView, type View } from './view.js';

/** Copies of tables' files that are read in their place. */
interface TableCopies {
  readonly problems: readonly DataProblem[];
  /** There are tables that nobody has looked for among them. */
  wake(): void;
  /** That of a table, if it is read from one. */
  fileOf(made: MadeTable): { readonly bytes: number; readonly at: number } | undefined;
}

/** The tables of an open instance. */
export class TableStore {
  readonly maker: TableMaker;
  readonly folder: TableFolder | undefined;
  /** The one that the tables were made over at the start. */
  database: AttachedDatabase | undefined;
  /** Those of its tables that are read from the store. */
  kept: TableCopies | undefined;
  private attachments = 0;
  /** What queries read now. */
  current: TableSet;
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly source: DataSource,
    private readonly instance: DuckDBInstance,
  ) {
    this.maker = new TableMaker(source);
    this.folder = source.kind === 'folder' && source.folders.length > 0 ? new TableFolder(source.path) : undefined;
    this.current = new TableSet(source.names);
  }

  /** Makes all tables but those of datasets in a folder. @throws Error where a file cannot be read */
  static async open(connection: DuckDBConnection, instance: DuckDBInstance, source: DataSource): Promise<TableStore> {
    const store = new TableStore(source, instance);
    await (source.kind === 'database' ? store.openDatabase(connection) : store.openFolder(connection));
    await store.addLogTables(connection, store.current);
    return store;
  }

  /** What the operator should know of the data. */
  get problems(): readonly DataProblem[] {
    const remarks = Array.from(this.current.made).flatMap(([name, made]) => {
      const file = made.files?.path ?? this.source.path;
      const unread = made.view.unread.map((column) => `column "${column.name}" ${column.reason}`);
      return [...unread, ...made.view.remarks].map((text): DataProblem => ({
        severity: 'warning',
        file,
        message: `table "${name}": ${text}`,
      }));
    });
    return [...(this.folder?.problems ?? []), ...(this.kept?.problems ?? []), ...remarks];
  }

  /** Makes the tables of datasets that this text may name. */
  async provide(set: TableSet, sql: string): Promise<void> {
    if (set.unmadeIn(sql).length === 0) return;
    await this.withConnection(async (connection) => {
      for (const files of set.unmadeIn(sql)) await this.addOrExplain(connection, set, files);
    });
    this.kept?.wake();
  }

  /** Queries are compiled over these from now on. */
  use(set: TableSet): void {
    const kept = new Set([...set.made.values()].flatMap(({ table, overFiles }) => [table, overFiles?.table]));
    const made = [...this.current.made.values()].flatMap((each) => [each, each.overFiles ?? []].flat());
    this.maker.retire(made.filter(({ table }) => !kept.has(table)));
    this.current = set;
  }

  /** One after the other. */
  async withConnection<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const done = this.queue.then(async () => {
      const connection = await this.instance.connect();
      try {
        return await work(connection);
      } finally {
        connection.closeSync();
      }
    });
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** The view over a table's files as they are now. @throws UnreadableTable */
  async viewOf(connection: DuckDBConnection, files: TableFiles): Promise<View> {
    try {
      return await fileView(connection, files, await this.folder?.schemaOf(files));
    } catch (error) {
      // The driver's complaint about a file names no table; the operator needs to know which one it is.
      const message = `table "${files.table}" cannot be read from ${files.patterns.join(' and ')}: ${fileComplaint(error)}`;
      throw new UnreadableTable(message, { cause: error });
    }
  }

  /** The tables of a `.duckdb` file as it is now. @throws Error where they cannot be read */
  async attach(connection: DuckDBConnection): Promise<{ readonly database: AttachedDatabase; readonly set: TableSet }> {
    this.attachments += 1;
    const { path } = this.source;
    const signature = (await databaseSignature(path)) ?? '';
    const database = { alias: this.attachments === 1 ? 'source' : `source_${this.attachments}`, path, signature };
    await connection.run(attachment(database));
    try {
      const set = new TableSet(this.source.names);
      for (const [name, view] of await databaseViews(connection, database))
        set.add(name, await this.maker.make(connection, name, view, { files: undefined, signature: '', database }));
      await this.addLogTables(connection, set);
      return { database, set };
    } catch (error) {
      await detach(connection, database);
      throw error;
    }
  }

  private async openDatabase(connection: DuckDBConnection): Promise<void> {
    try {
      const { database, set } = await this.attach(connection);
      this.database = database;
      this.current = set;
    } catch (error) {
      const message = `QUERN_DATA: ${this.source.path} cannot be opened as a DuckDB database: ${errorText(error)}`;
      throw new Error(message, { cause: error });
    }
  }

  /** Empty ones, where there are none. */
  private async addLogTables(connection: DuckDBConnection, set: TableSet): Promise<void> {
    for (const [name, schema] of LOG_TABLES) {
      if (!set.made.has(name) && !set.noTables.has(name)) await this.add(connection, set, name, emptyView(schema));
    }
  }

  private async openFolder(connection: DuckDBConnection): Promise<void> {
    if (!this.folder) return;
    await this.folder.scan([this.source.path]);
    const { listing, problems } = this.folder;
    const error = problems.find(({ severity }) => severity === 'error');
    if (error) throw new Error(`QUERN_DATA: ${error.file} ${error.message}`);
    this.current.list(listing);
    for (const files of listing.tables.values()) {
      // A folder need not be one table; whoever names it as one is told why it is none.
      await this.folder.schemaOf(files);
      if (files.isFolder) await this.addOrExplain(connection, this.current, files);
      else await this.addFiles(connection, this.current, files);
    }
  }

  private async addOrExplain(connection: DuckDBConnection, set: TableSet, files: TableFiles): Promise<void> {
    try {
      await this.addFiles(connection, set, files);
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error;
      set.fail(files.table, this.folder?.signatureOf(files) ?? '', errorText(error));
    }
  }

  private async addFiles(connection: DuckDBConnection, set: TableSet, files: TableFiles): Promise<void> {
    await this.add(connection, set, files.table, await this.viewOf(connection, files), files);
  }

  private async add(
    connection: DuckDBConnection,
    set: TableSet,
    name: string,
    view: View,
    files?: TableFiles,
  ): Promise<void> {
    const signature = files ? (this.folder?.signatureOf(files) ?? '') : '';
    set.add(name, await this.maker.make(connection, name, view, { files, signature }));
  }
}

/** The files of a table are not what their names say. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable';
}
