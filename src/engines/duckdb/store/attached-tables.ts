import { dirname } from 'node:path';
import { type DuckDBConnection } from '@duckdb/node-api';
import { signatureAt } from '../../../files/find-files.js';
import { type AttachedDatabase, attachment, databaseSignature, detach } from '../data/database-file.js';
import { type TableFiles } from '../data/table-files.js';
import { type View } from '../data/view.js';
import { type StoreFile, type StoreFiles } from './store-files.js';
import { keptColumns } from './stored-rows.js';

/** Most folders that are checked before each run. */
const MAX_FOLDERS = 20;

export interface AttachedTable {
  readonly database: AttachedDatabase;
  readonly file: StoreFile;
  /** Folders of the table's files, with their signatures: a file that comes or goes changes that of its folder. */
  readonly folders: ReadonlyMap<string, string>;
  /** Columns as the table has them: records may stand there in place of arrays. */
  readonly columns: View['columns'];
}

export class AttachedTables {
  private readonly all = new Set<AttachedTable>();
  private attachments = 0;

  constructor(private readonly files: StoreFiles) {}

  of(database: AttachedDatabase | undefined): AttachedTable | undefined {
    return [...this.all].find((each) => each.database === database);
  }

  /** Attaches a file. One that is not as it should be is removed, and written anew. */
  async attach(connection: DuckDBConnection, file: StoreFile, files: TableFiles): Promise<AttachedTable | undefined> {
    const path = this.files.pathOf(file.name);
    this.attachments += 1;
    const database = { alias: `store_${this.attachments}`, path, signature: (await databaseSignature(path)) ?? '' };
    try {
      const folders = await signaturesOf(files);
      await connection.run(attachment(database));
      const columns = await columnsOf(connection, database, file.name);
      const attached = { database, file, folders, columns };
      this.all.add(attached);
      return attached;
    } catch {
      await detach(connection, database);
      await this.files.remove(file.name);
      return undefined;
    }
  }

  /** Detaches all others. Runs that have begun over them go on to their end; later ones find that they have gone, and are made over other tables. */
  async detachOthers(connection: DuckDBConnection, used: ReadonlySet<AttachedDatabase>): Promise<void> {
    for (const each of this.all) {
      if (used.has(each.database)) continue;
      this.all.delete(each);
      await detach(connection, each.database);
    }
  }
}

/** Whether a file has come to the table's folders, or gone, since the store was attached. */
export async function hasOtherFiles({ folders }: AttachedTable): Promise<boolean> {
  const found = await Promise.all([...folders].map(async ([path, known]) => (await signatureAt(path)) !== known));
  return found.includes(true);
}

async function signaturesOf({ path, isFolder, files }: TableFiles): Promise<ReadonlyMap<string, string>> {
  if (!isFolder) return new Map();
  const folders = [...new Set([path, ...files.map((file) => dirname(file))])].slice(0, MAX_FOLDERS);
  return new Map(await Promise.all(folders.map(async (each) => [each, await signatureAt(each)] as const)));
}

/** @throws Error where the file has no table of its name */
async function columnsOf(
  connection: DuckDBConnection,
  { alias }: AttachedDatabase,
  name: string,
): Promise<View['columns']> {
  const views = `SELECT 1 FROM duckdb_views() WHERE database_name = '${alias}' AND NOT internal`;
  if ((await connection.runAndReadAll(views)).currentRowCount > 0) throw new Error(`${alias} has views`);
  return keptColumns(connection, alias, name);
}
