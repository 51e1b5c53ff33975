import { type DuckDBConnection } from '@duckdb/node-api';
import { type DataProblem, type StoreSize } from '../../engine.js';
import { quoteName } from '../compiler/types/duckdb-types.js';
import { type AttachedDatabase, AttachedDatabases } from '../data/database-file.js';
import { type MadeTable, type TableCopy } from '../data/table-set.js';
import { type View } from '../data/view.js';
import { type KeptTablesParts } from './kept-tables-parts.js';
import { haveOtherFiles, sourceFolders } from './source-folders.js';
import { bytesOf, StoreFiles } from './store-files.js';
import { keptColumns, ROWS } from './stored-rows.js';
import { TableWriting } from './table-writing.js';
import { WantedTables } from './wanted-tables.js';

type StoredTable = MadeTable & { readonly copy: TableCopy };

/**
 * The tables of files that are read from the store: copies in DuckDB's own format, which have the same rows in the same columns. When its
 * files change, a table is read from these until it has been written anew.
 */
export class KeptTables {
  private readonly files: StoreFiles;
  private readonly databases = new AttachedDatabases('store');
  private readonly wanted: WantedTables;
  private readonly writing: TableWriting;
  private isEnding = false;

  constructor(private readonly parts: KeptTablesParts) {
    const { options, folder } = parts;
    this.files = new StoreFiles(options.path, options.maxBytes, folder.tree.root);
    this.wanted = new WantedTables(parts, this.files);
    this.writing = new TableWriting(parts, this.files, this.wanted, () => {
      this.wake();
    });
  }

  get problems(): readonly DataProblem[] {
    return this.writing.problems;
  }

  /** Size of the tables that are read from the store. */
  get size(): StoreSize {
    const files = this.stored.map(([, { copy }]) => copy.file);
    const oldest = files.reduce((least, { at }) => Math.min(least, at), Infinity);
    return {
      tables: files.length,
      bytes: bytesOf(files),
      oldestAt: files.length > 0 ? oldest : undefined,
    };
  }

  /**
   * Reads tables from the store as far as it has the files of the last look, and all others from the files. For the followers of the data:
   * one look after the other.
   */
  async sync(connection: DuckDBConnection): Promise<void> {
    this.withdrawOutdated();
    const { made } = this.parts.tables.current;
    const used = new Set([...made.values()].flatMap(({ database }) => database ?? []));
    await this.databases.detachOthers(connection, used);
    if (await this.files.isOwn()) {
      const found = new Map<string, MadeTable>();
      for (const [name, known] of made) {
        const stored = known.copy ? undefined : await this.find(connection, name, known);
        if (stored) found.set(name, stored);
      }
      this.replace(found);
    }
    this.writing.begin();
  }

  /** Searches the store for tables that have not been searched for. */
  wake(): void {
    if (this.isEnding) return;
    // A failed look is made up for by the next one.
    this.parts.tables.withConnection((connection) => this.sync(connection)).catch(() => undefined);
  }

  /** Writes missing tables to the store from now on. */
  start(): void {
    this.writing.start();
  }

  /** Withdraws the copies of tables whose files had changed at the last look; queries then read the files. */
  withdrawOutdated(): void {
    this.withdraw(this.stored.filter(([, made]) => !this.isOfNow(made)));
  }

  /**
   * Withdraws the copies of a query's tables whose files have changed since the last look. Returns whether there are any, so that the query
   * has to be compiled anew.
   */
  async withdrawChanged(tables: readonly string[]): Promise<boolean> {
    const read = this.stored.filter(([, { table }]) => tables.includes(table.sql));
    const changed = await Promise.all(read.map(async ([, made]) => this.hasChanged(made)));
    const outdated = read.filter((_, index) => changed[index]);
    this.withdraw(outdated);
    return outdated.length > 0;
  }

  /** Withdraws and removes all copies: something in the store is damaged. */
  async discard(): Promise<boolean> {
    const all = this.stored;
    for (const [, { copy }] of all) await this.files.remove(copy.file.name);
    this.withdraw(all);
    return all.length > 0;
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.writing.end();
  }

  /** Tables that queries read from the store now, by their names. */
  private get stored(): readonly (readonly [string, StoredTable])[] {
    return [...this.parts.tables.current.made].filter((entry): entry is [string, StoredTable] => !!entry[1].copy);
  }

  private withdraw(tables: readonly (readonly [string, StoredTable])[]): void {
    this.replace(new Map(tables.map(([name, { copy }]) => [name, copy.of])));
  }

  private replace(tables: ReadonlyMap<string, MadeTable>): void {
    if (tables.size > 0) this.parts.serve(this.parts.tables.current.with(tables));
  }

  /** Whether a table was made of the files of the last look, and can be read. */
  private isOfNow({ files, signature, database }: MadeTable): boolean {
    const { folder } = this.parts;
    const listed = files && folder.filesOf(files.table);
    if (listed?.path !== files?.path || (database && !this.databases.has(database))) return false;
    return listed !== undefined && folder.signatureOf(listed) === signature;
  }

  private async hasChanged(made: StoredTable): Promise<boolean> {
    if (!made.files || !this.isOfNow(made)) return true;
    return (await this.parts.folder.hasChanged(made.files)) || haveOtherFiles(made.copy.folders);
  }

  /** Makes the table over the store, if that has it. */
  private async find(connection: DuckDBConnection, name: string, made: MadeTable): Promise<MadeTable | undefined> {
    const { files, signature, view } = made;
    if (!files || !this.isOfNow(made) || !this.wanted.isWanted(made)) return undefined;
    const file = await this.files.find(this.files.nameOf({ files, signature, view }));
    if (!file) return undefined;
    const folders = await sourceFolders(files);
    const read = async (database: AttachedDatabase) => {
      const columns = await keptColumns(connection, database.alias, file.name);
      return { database, columns };
    };
    const found = await this.databases.attach(connection, this.files.pathOf(file.name), read).catch(() => undefined);
    if (!found) {
      // It is not as it should be, and is written anew.
      await this.files.remove(file.name);
      return undefined;
    }
    const { database, columns } = found;
    // Stored values have the columns' types: reading them cannot fail.
    const stored = { ...view, columns, isConverted: false };
    const of = { files, signature, database, copy: { of: made, file, folders } };
    const table = await this.parts.tables.maker.make(connection, name, stored, of, rowsIn(database, view));
    await this.writing.found(file.name);
    return { ...table, view };
  }
}

function rowsIn({ alias }: AttachedDatabase, { columns }: View): string {
  return `(SELECT ${columns.map(({ name }) => quoteName(name)).join(', ')} FROM ${alias}.${ROWS})`;
}
