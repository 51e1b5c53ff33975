import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { LOG_TABLES, type TableSchema } from '../../../catalog/log-tables/log-tables.js';
import { errorText } from '../../../errors/error-text.js';
import { shortest } from '../../../files/shortest.js';
import { fileComplaint } from '../failure.js';
import { type DataProblem } from '../../engine.js';
import { type DataSource } from './data-source.js';
import { type AttachedDatabase, AttachedDatabases } from './database-file.js';
import { databaseViews } from './database-views.js';
import { fileView } from './file-view.js';
import { type StoreFiles } from '../store/store-files.js';
import { SoundRows } from './sound/sound-rows.js';
import { type TableFiles } from './table-files.js';
import { TableFolder } from './table-folder.js';
import { TableMaker } from './table-maker.js';
import { TableSet, type Unreadable } from './table-set.js';
import { foreignContent } from './sound/foreign-file.js';
import { UnsoundFile } from './sound/unsound-file.js';
import { NO_ROWS, tableView, type View } from './view.js';

/** Copies of tables' files that are read in their place. */
interface TableCopies {
  readonly problems: readonly DataProblem[];
  /** Searches the copies for tables that have not been searched for. */
  wake(): void;
}

/** The tables of an open instance. */
export class TableStore {
  readonly maker: TableMaker;
  readonly folder: TableFolder | undefined;
  /** Database that the tables were made over at the start. */
  database: AttachedDatabase | undefined;
  /** Tables that are read from the store. */
  kept: TableCopies | undefined;
  /** Looks at the data at once; undefined where they are not followed. */
  doubt: (() => Promise<void>) | undefined;
  readonly databases = new AttachedDatabases('source');
  /** Tables that queries read now. */
  current: TableSet;
  private queue: Promise<unknown> = Promise.resolve();
  private readonly sound = new SoundRows();

  private constructor(
    readonly source: DataSource,
    private readonly instance: DuckDBInstance,
    private readonly copies: Pick<StoreFiles, 'has'> | undefined,
  ) {
    this.maker = new TableMaker(source);
    this.folder = source.kind === 'folder' && source.folders.length > 0 ? new TableFolder(source.path) : undefined;
    this.current = new TableSet(source.names);
  }

  /** Makes all tables but those of datasets in a folder; unreadable ones become problems. @throws Error where nothing can be read */
  static async open(
    connection: DuckDBConnection,
    instance: DuckDBInstance,
    source: DataSource,
    copies?: Pick<StoreFiles, 'has'>,
  ): Promise<TableStore> {
    const store = new TableStore(source, instance, copies);
    await (source.kind === 'database' ? store.openDatabase(connection) : store.openFolder(connection));
    await store.addLogTables(connection, store.current);
    return store;
  }

  /** Problems of the data for the operator. */
  get problems(): readonly DataProblem[] {
    const { broken } = this.current;
    const remarks = this.current.remarks(this.source.path);
    return [...(this.folder?.problems ?? []), ...(this.kept?.problems ?? []), ...broken, ...remarks];
  }

  /** Makes the tables of datasets that this text may name. */
  async provide(set: TableSet, sql: string): Promise<void> {
    if (set.unmadeIn(sql).length === 0) return;
    await this.withConnection(async (connection) => {
      for (const files of set.unmadeIn(sql)) await this.addOrExplain(connection, set, files);
    });
    this.kept?.wake();
  }

  /** Compiles queries over these tables from now on. */
  use(set: TableSet): void {
    const kept = new Set([...set.made.values()].flatMap(({ table, copy }) => [table, copy?.of.table]));
    const made = [...this.current.made.values()].flatMap((each) => [each, each.copy?.of ?? []].flat());
    this.maker.retire(made.filter(({ table }) => !kept.has(table)));
    this.current = set;
  }

  /** Does the work on a connection, one work after the other. */
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

  /** Whether somebody has written to the files of tables, by their names in DuckDB's SQL, since the last look. */
  async haveChanged(names: readonly string[]): Promise<boolean> {
    const changed = this.maker.filesOf(names).map(async (files) => this.folder?.hasChanged(files));
    return (await Promise.all(changed)).includes(true);
  }

  /** Makes the view over a table's files as they are now. */
  async viewOf(connection: DuckDBConnection, files: TableFiles): Promise<View | Unreadable> {
    const { table, isFolder, schemaPath } = files;
    try {
      const schema = await this.folder?.schemaOf(files);
      const view = await fileView(connection, files, schema);
      if (!this.source.withoutRows) await this.assertSound(connection, files, view, schema);
      return view;
    } catch (error) {
      // The driver's complaint about a file names no table; the operator needs to know which one it is.
      const path = error instanceof UnsoundFile ? error.path : isFolder ? undefined : files.path;
      const isData = path !== undefined && path !== schemaPath;
      const foreign = isData ? await foreignContent(path, files.format).catch(() => undefined) : undefined;
      const own = error instanceof UnsoundFile ? error.message : fileComplaint(error);
      const from = path === undefined ? files.patterns.join(' and ') : shortest(path);
      return {
        file: path ?? files.path,
        line: foreign === undefined && error instanceof UnsoundFile ? error.line : undefined,
        signature: this.folder?.signatureOf(files) ?? '',
        message: `table "${table}" cannot be read: ${foreign ?? own}`,
        reason: `table "${table}" cannot be read from ${from}: ${foreign ?? own}`,
        isFault: !isFolder || table.includes('.') || schemaPath !== undefined || error instanceof UnsoundFile,
      };
    }
  }

  /** Attaches a `.duckdb` file as it is now, and makes its tables. @throws Error where they cannot be read */
  async attach(connection: DuckDBConnection): Promise<{ readonly database: AttachedDatabase; readonly set: TableSet }> {
    return this.databases.attach(connection, this.source.path, async (database) => {
      const set = new TableSet(this.source.names);
      for (const [name, view] of await databaseViews(connection, database))
        set.add(name, await this.maker.make(connection, name, view, { files: undefined, signature: '', database }));
      await this.addLogTables(connection, set);
      return { database, set };
    });
  }

  /** Reads files to their ends, except those that have been copied, which has read them already. */
  private async assertSound(
    connection: DuckDBConnection,
    files: TableFiles,
    view: View,
    schema: TableSchema | undefined,
  ): Promise<void> {
    const signature = this.folder?.signatureOf(files) ?? '';
    if (await this.copies?.has({ files, signature, view })) return;
    const { folder } = this;
    const signatures = folder?.signaturesOf(files) ?? [];
    await this.sound.assert(connection, files, view, { schema, signatures, isAtRest: folder?.isAtRest(files) ?? true });
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

  /** Adds empty log tables where there are none. */
  async addLogTables(connection: DuckDBConnection, set: TableSet): Promise<void> {
    for (const [name, schema] of LOG_TABLES) {
      if (set.made.has(name) || set.noTables.has(name)) continue;
      await this.add(connection, set, name, await tableView(connection, NO_ROWS, schema));
    }
  }

  private async openFolder(connection: DuckDBConnection): Promise<void> {
    if (!this.folder) return;
    await this.folder.scan([this.source.path]);
    const { listing, problems, tree } = this.folder;
    const [error] = problems;
    if (error && tree.isHidden(tree.root)) throw new Error(`QUERN_DATA: ${error.file} ${error.message}`);
    this.current.list(listing);
    for (const files of listing.tables.values()) await this.addOrExplain(connection, this.current, files);
  }

  private async addOrExplain(connection: DuckDBConnection, set: TableSet, files: TableFiles): Promise<void> {
    const found = await this.viewOf(connection, files);
    if ('reason' in found) set.fail(files.table, found);
    else await this.add(connection, set, files.table, found, files);
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
