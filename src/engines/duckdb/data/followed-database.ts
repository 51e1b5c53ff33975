import { type DuckDBConnection } from '@duckdb/node-api';
import { errorText } from '../../../errors/error-text.js';
import { watchedEntry } from '../../../files/file-tree.js';
import { isAtRest } from '../../../files/find-files.js';
import { type WatchedFolder } from '../../../files/folder-watch.js';
import { type DataChange, type DataLook, type DataProblem, type FollowedData } from '../../engine.js';
import { type AttachedDatabase, databaseSignature } from './database-file.js';
import { type MadeTable, type TableSet } from './table-set.js';
import { type TableStore } from './table-store.js';

const NOTHING: DataLook = { change: undefined, beingWritten: [] };

/** Keeps the tables up with a `.duckdb` file: another one by its name is attached beside it, and read from then on. */
export class FollowedDatabase implements FollowedData {
  readonly root: string;
  /** Reason why the present file is not read. */
  private broken: DataProblem | undefined;

  constructor(
    private readonly store: TableStore,
    private current: AttachedDatabase,
    private readonly serve: (set: TableSet) => Pick<DataChange, 'engine' | 'apply'>,
  ) {
    this.root = current.path;
  }

  get problems(): readonly DataProblem[] {
    return [...this.store.problems, ...(this.broken ? [this.broken] : [])];
  }

  watched(): Promise<readonly WatchedFolder[]> {
    return watchedEntry(this.root);
  }

  onDoubt(look: () => Promise<void>): void {
    this.store.doubt = look;
  }

  look(): Promise<DataLook> {
    return this.store.withConnection(async (connection) => {
      await this.store.maker.dropRetired(connection);
      await this.store.databases.detachOthers(connection, new Set([this.current]));
      const signature = await databaseSignature(this.root);
      // A file that could not be opened may be unlocked by its writer now, without a change.
      if (signature !== undefined && signature !== this.current.signature) return this.take(connection, signature);
      this.broken = undefined;
      if (signature === undefined) this.fail('is not there any more; what was opened is read on');
      return NOTHING;
    });
  }

  private async take(connection: DuckDBConnection, signature: string): Promise<DataLook> {
    const again = { change: undefined, beingWritten: [this.root] };
    if (!isAtRest(signature)) return again;
    const found = await this.store.attach(connection).catch((error: unknown) => errorText(error));
    const isSame = (await databaseSignature(this.root)) === signature;
    if (!isSame) return again;
    if (typeof found === 'string') {
      this.fail(`cannot be opened as a DuckDB database; what was opened before is read on: ${found}`);
      return NOTHING;
    }
    this.broken = undefined;
    const { engine, apply } = this.serve(found.set);
    const use = () => {
      apply();
      this.current = found.database;
    };
    return { change: { tables: differences(this.store.current, found.set), engine, apply: use }, beingWritten: [] };
  }

  private fail(message: string): void {
    this.broken = { severity: 'error', file: this.root, message };
  }
}

/** Names of the tables that have come, gone, or have other columns. */
function differences({ made: before }: TableSet, { made: after }: TableSet): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => shapeOf(before.get(name)) !== shapeOf(after.get(name)));
}

function shapeOf(made: MadeTable | undefined): string | undefined {
  return made && JSON.stringify([made.table.columns, made.table.isConverted, made.table.unread]);
}
