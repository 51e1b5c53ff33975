import { type DuckDBConnection } from '@duckdb/node-api';
import { LOG_TABLES } from '../../../catalog/log-tables/log-tables.js';
import { type DataProblem } from '../../engine.js';
import { type TableFiles } from './table-files.js';
import { type TableFolder } from './table-folder.js';
import { type MadeTable, type TableSet } from './table-set.js';
import { type TableStore, unreadableProblem, type UnreadableTable } from './table-store.js';
import { emptyView, type View } from './view.js';

/** One look at the files, with its results for each table. */
export class TableUpdate {
  /** Tables that cannot be read as they are now. */
  readonly broken = new Map<string, DataProblem>();
  /** Reasons why tables stay as they were, although their files are there. */
  readonly remarks: DataProblem[] = [];
  /** Tables whose files are left alone for now. */
  readonly resting = new Set<string>();
  /** Tables that could not be read before, and have other files now. */
  readonly mended: string[] = [];

  constructor(
    private readonly store: TableStore,
    private readonly folder: TableFolder,
    private readonly current: TableSet,
    private readonly next: TableSet,
  ) {}

  /** Takes over all tables as they are now. Returns the paths of those that are being written. */
  async tables(connection: DuckDBConnection, mayRead: (name: string) => boolean): Promise<string[]> {
    const { tables, members } = this.folder.listing;
    const named = [...this.current.made.keys(), ...this.current.failed.keys()];
    const all = new Map([...tables, ...named.flatMap((name) => entryOf(members, name))]);
    const beingWritten: string[] = [];
    for (const files of all.values()) {
      if (await this.table(connection, files, mayRead)) continue;
      this.resting.add(files.table);
      beingWritten.push(files.path);
    }
    for (const [name, made] of this.current.made) if (!all.has(name)) await this.withoutFiles(connection, name, made);
    return beingWritten;
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
    const isFailed = this.current.failed.get(name) === signature;
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
    if ('reason' in found) this.keepAndFail(files, known, signature, found);
    else await this.take(connection, found, { files, signature }, known);
    return isAtRest;
  }

  /** Takes over a table as it was, with its fault. */
  private keep(name: string, known: MadeTable | undefined): void {
    if (known) this.next.add(name, known);
    for (const [, signature] of entryOf(this.current.failed, name))
      this.next.fail(name, signature, this.current.noTables.get(name) ?? '');
    for (const [, problem] of entryOf(this.store.broken, name)) this.broken.set(name, problem);
  }

  private async take(
    connection: DuckDBConnection,
    view: View,
    of: { readonly files: TableFiles; readonly signature: string },
    known: MadeTable | undefined,
  ): Promise<void> {
    const { table: name } = of.files;
    const isSame = known && shapeOf(view) === shapeOf(known.view);
    this.next.add(name, isSame ? { ...known, ...of, view } : await this.store.maker.make(connection, name, view, of));
    if (this.current.failed.has(name)) this.mended.push(name);
  }

  /** Keeps the last good columns of a table that cannot be read any more, so that queries are checked; they fail until its files are mended. */
  private keepAndFail(
    files: TableFiles,
    known: MadeTable | undefined,
    signature: string,
    found: UnreadableTable,
  ): void {
    const { table: name } = files;
    if (known) this.next.add(name, { ...known, signature });
    this.next.fail(name, signature, found.reason);
    if (known || found.isFault) this.broken.set(name, unreadableProblem(files, found));
  }

  /** Drops a table that has gone, unless its files are there and something else is wrong with its name. */
  private async withoutFiles(connection: DuckDBConnection, name: string, known: MadeTable): Promise<void> {
    const { files } = known;
    const reason = this.next.noTables.get(name);
    const isThere = files?.files.some((path) => this.folder.tree.files.has(path));
    const schema = LOG_TABLES.get(name);
    if (!files || this.folder.tree.isHidden(files.path) || (isThere && reason !== undefined)) {
      this.next.add(name, known);
      if (reason !== undefined && files) {
        const message = `stays table "${name}" as it was until the next start: ${reason}`;
        this.remarks.push({ severity: 'error', file: files.path, message });
      }
    } else if (schema) {
      this.next.add(
        name,
        await this.store.maker.make(connection, name, emptyView(schema), { files: undefined, signature: '' }),
      );
    }
  }
}

function entryOf<T>(map: ReadonlyMap<string, T>, name: string): readonly [string, T][] {
  const value = map.get(name);
  return value === undefined ? [] : [[name, value]];
}

function shapeOf({ sql, columns, unread }: MadeTable['view']): string {
  return JSON.stringify([sql, columns, unread]);
}
