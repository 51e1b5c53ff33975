import { PARTITION_COLUMNS } from '../../../catalog/partition-columns.js';
import { sizeIn } from '../../../files/find-files.js';
import { type TableFiles } from '../data/table-files.js';
import { type MadeTable } from '../data/table-set.js';
import { type KeptTablesParts } from './kept-tables-parts.js';
import { bytesOf, storeShape, type StoreFiles } from './store-files.js';
import { type SourceFile, type TableBuild } from './store-messages.js';

/** Sizes from which a copy pays. */
const AUTO_TEXT_BYTES = 256 * 2 ** 10;
const AUTO_PARQUET_BYTES = 2 ** 20;

/** A table that is read from its files and would be read faster from the store. */
export interface WantedTable {
  readonly table: string;
  readonly files: TableFiles;
  readonly build: TableBuild;
}

/** The tables that should be in the store, by the present files. */
export class WantedTables {
  constructor(
    private readonly parts: Pick<KeptTablesParts, 'tables' | 'folder' | 'options'>,
    private readonly store: StoreFiles,
  ) {}

  isWanted({ files, view }: MadeTable): boolean {
    if (!files || view.columns.length === 0) return false;
    if (this.parts.options.mode === 'on') return true;
    return bytesOf(this.sourceFiles(files)) >= (files.format === 'parquet' ? AUTO_PARQUET_BYTES : AUTO_TEXT_BYTES);
  }

  /** Lists the tables that are not read from it. */
  *missing(): Generator<WantedTable> {
    const { tables, folder } = this.parts;
    for (const [table, made] of tables.current.made) {
      const files = folder.filesOf(table);
      const isOfNow = files && folder.signatureOf(files) === made.signature;
      const isGood = isOfNow && !tables.current.failed.has(table);
      if (isGood && !made.copy && this.isWanted(made)) yield { table, files, build: this.build({ ...made, files }) };
    }
  }

  /** Returns the store's file name for a table as it is now, written or not; undefined where its own files have gone. */
  nameOf(table: string): string | undefined {
    const { tables, folder } = this.parts;
    const made = tables.current.made.get(table);
    const files = made && folder.filesOf(table);
    return files && this.store.nameOf({ files, signature: folder.signatureOf(files), view: made.view });
  }

  /** Returns prefixes of the names of all files that may be kept, including those of tables that are not wanted yet. */
  beginnings(): ReadonlySet<string> {
    const { tables, members } = this.parts.folder.listing;
    const beginnings = new Set([...tables.values(), ...members.values()].map((files) => this.store.tableOf(files)));
    for (const made of this.parts.tables.current.made.values())
      if (made.files && !this.isWanted(made)) beginnings.delete(this.store.tableOf(made.files));
    return beginnings;
  }

  private build({ files, signature, view }: MadeTable & { readonly files: TableFiles }): TableBuild {
    const sortedBy = view.columns.find((column) => column.name === PARTITION_COLUMNS.get(files.table))?.name;
    return {
      name: this.store.nameOf({ files, signature, view }),
      sql: view.sql,
      byFile: view.byFile,
      columns: view.columns,
      shape: storeShape({ files, view }, sortedBy),
      sortedBy,
      patterns: files.patterns,
      files: this.sourceFiles(files),
    };
  }

  private sourceFiles(files: TableFiles): readonly SourceFile[] {
    const { folder } = this.parts;
    return folder.signaturesOf(files).map(([path, signature]) => ({ path, signature, bytes: sizeIn(signature) }));
  }
}
