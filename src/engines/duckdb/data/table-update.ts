import { type DuckDBConnection } from '@duckdb/node-api';
import { type DataProblem } from '../../engine.js';
import { type TableFiles } from './table-files.js';
import { type TableFolder } from './table-folder.js';
import { type MadeTable, type TableSet } from './table-set.js';
import { type TableStore } from './table-store.js';

/** One look at the files, with its results for each table. */
export class TableUpdate {
  /** Reasons why tables stay as they were, although their files are there. */
  readonly remarks: DataProblem[] = [];
  /** Tables whose files are being written and left alone for now, with their paths. */
  readonly resting = new Map<string, string>();

  constructor(
    private readonly store: TableStore,
    private readonly folder: TableFolder,
    private readonly current: TableSet,
    private readonly next: TableSet,
  ) {}

  /** Takes over all tables as they are now. */
  async tables(connection: DuckDBConnection, mayRead: (name: string) => boolean): Promise<void> {
    const { tables, members } = this.folder.listing;
    const { made, failed } = this.current;
    const all = new Map([...tables, ...[...members].filter(([name]) => made.has(name) || failed.has(name))]);
    for (const files of all.values())
      if (!(await this.table(connection, files, mayRead))) this.resting.set(files.table, files.path);
    for (const [name, known] of made) if (!all.has(name)) this.withoutFiles(name, known);
    await this.store.addLogTables(connection, this.next);
  }

  /** Takes over a table. False while its files are being written. */
  private async table(
    connection: DuckDBConnection,
    files: TableFiles,
    mayRead: (name: string) => boolean,
  ): Promise<boolean> {
    const { table: name } = files;
    const known = this.current.made.get(name);
    const signature = this.folder.signatureOf(files);
    const isFailed = this.current.failed.get(name)?.signature === signature;
    if (known?.signature === signature || isFailed) {
      this.keep(name, known);
      return true;
    }
    const isAtRest = this.folder.isAtRest(files);
    const found = isAtRest || mayRead(name) ? await this.store.viewOf(connection, files) : undefined;
    // Files that have been written to meanwhile may have been read half written.
    if (found === undefined || (isAtRest && (await this.folder.hasChanged(files)))) {
      this.keep(name, known);
      return false;
    }
    if ('reason' in found) {
      // With its last good columns queries are checked; they fail until its files are mended.
      if (known) this.next.add(name, { ...known, signature });
      this.next.fail(name, found);
    } else {
      const of = { files, signature };
      const isSame = known && shapeOf(found) === shapeOf(known.view);
      const made = isSame ? { ...known, ...of, view: found } : await this.store.maker.make(connection, name, found, of);
      this.next.add(name, made);
    }
    return isAtRest;
  }

  /** Takes over a table as it was, with its fault. */
  private keep(name: string, known: MadeTable | undefined): void {
    const failure = this.current.failed.get(name);
    if (known) this.next.add(name, known);
    if (failure) this.next.fail(name, failure);
  }

  /** Drops a table that has gone, unless its files are there and something else is wrong with its name. */
  private withoutFiles(name: string, known: MadeTable): void {
    const { files } = known;
    const reason = this.next.noTables.get(name);
    const isThere = files?.files.some((path) => this.folder.tree.files.has(path));
    if (files && !this.folder.tree.isHidden(files.path) && !(isThere && reason !== undefined)) return;
    this.next.add(name, known);
    if (reason === undefined || !files) return;
    const message = `stays table "${name}" as it was until the next start: ${reason}`;
    this.remarks.push({ severity: 'error', file: files.path, message });
  }
}

function shapeOf({ sql, columns, unread }: MadeTable['view']): string {
  return JSON.stringify([sql, columns, unread]);
}
