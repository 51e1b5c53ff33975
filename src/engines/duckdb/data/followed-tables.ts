import { type WatchedFolder } from '../../../files/folder-watch.js';
import { type DataChange, type FollowedData, type DataLook, type DataProblem } from '../../engine.js';
import { type KeptTables } from '../store/kept-tables.js';
import { type TableFolder } from './table-folder.js';
import { TableSet } from './table-set.js';
import { type TableStore } from './table-store.js';
import { TableUpdate } from './table-update.js';

/** Longest time for which a file that is written without a pause is left alone. */
const MAX_RESTLESS_MS = 5000;

/** Keeps the tables up with the files of a data folder. */
export class FollowedTables implements FollowedData {
  /** Tables whose files are being written, and since when. */
  private readonly restless = new Map<string, number>();
  private remarks: readonly DataProblem[] = [];

  constructor(
    private readonly store: TableStore,
    private readonly folder: TableFolder,
    private readonly serve: (set: TableSet) => Pick<DataChange, 'engine' | 'apply'>,
    private readonly kept?: KeptTables,
  ) {}

  get root(): string {
    return this.folder.tree.root;
  }

  get problems(): readonly DataProblem[] {
    return [...this.store.problems, ...this.remarks];
  }

  watched(): Promise<readonly WatchedFolder[]> {
    return this.folder.tree.watched();
  }

  onDoubt(look: () => Promise<void>): void {
    this.store.doubt = look;
    this.kept?.start();
  }

  look(paths: readonly string[]): Promise<DataLook> {
    return this.store.withConnection(async (connection) => {
      await this.store.maker.dropRetired(connection);
      const before = this.folder.listing;
      await this.folder.scan(paths);
      // A folder that cannot be looked at may have any content.
      if (this.folder.tree.isHidden(this.root)) return { change: undefined, beingWritten: [] };
      this.kept?.withdrawOutdated();
      const { current } = this.store;
      const next = new TableSet(this.store.source.names);
      next.list(this.folder.listing);
      const update = new TableUpdate(this.store, this.folder, current, next);
      await update.tables(connection, (name) => this.mayRead(name));
      const beingWritten = [...update.resting.values()];
      for (const name of this.restless.keys()) if (!update.resting.has(name)) this.restless.delete(name);
      this.remarks = update.remarks;
      const members = differences(before.members, this.folder.listing.members);
      const others = differences(before.noTables, this.folder.listing.noTables);
      const remade = differences(current.tables, next.tables);
      const mended = [...current.failed.keys()].filter((name) => !next.failed.has(name));
      const tables = [...new Set([...remade, ...members, ...others, ...mended])];
      if (remade.length === 0) {
        this.takeOver(current, next);
        await this.kept?.sync(connection);
      }
      if (tables.length === 0) return { change: undefined, beingWritten };
      const { engine, apply } = this.serve(remade.length === 0 ? this.store.current : next);
      const use = () => {
        apply();
        this.kept?.wake();
      };
      return { change: { tables, engine, apply: use }, beingWritten };
    });
  }

  /** Takes over the tables, which are the same, with their files and the listing, which may not be. */
  private takeOver(current: TableSet, next: TableSet): void {
    current.list(this.folder.listing);
    for (const [name, made] of next.made) current.add(name, made);
    for (const [name, failure] of next.failed) current.fail(name, failure);
  }

  /** Whether this table has been written to for too long to wait for a pause. */
  private mayRead(name: string): boolean {
    const now = performance.now();
    const since = this.restless.get(name) ?? now;
    this.restless.set(name, since);
    if (now - since < MAX_RESTLESS_MS) return false;
    this.restless.set(name, now);
    return true;
  }
}

/** Names that one map has and the other has not, or has with another value; files count as the same. */
function differences<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): readonly string[] {
  const isFiles = (value: T | undefined) => typeof value === 'object' && value !== null && 'patterns' in value;
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    return one !== other && !(isFiles(one) && isFiles(other));
  });
}
