import { stat } from 'node:fs/promises';
import { type DuckDBConnection } from '@duckdb/node-api';
import { signatureOf } from '../../../files/find-files.js';
import { quoteString } from '../compiler/types/duckdb-types.js';

/** A `.duckdb` file as it was when it was attached: the one that DuckDB has open, even if another one has its name by now. */
export interface AttachedDatabase {
  /** Name of the catalog. */
  readonly alias: string;
  readonly path: string;
  readonly signature: string;
}

/** Error of attaching a file that another one has replaced. */
export const REPLACED = 'IO Error: another file has the name of the database';

/** The signature of the file that has this name now; undefined where there is none. */
export async function databaseSignature(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found?.isFile() ? signatureOf(found) : undefined;
}

/** DuckDB SQL that lets an instance read the file. */
export function attachment({ alias, path }: Pick<AttachedDatabase, 'alias' | 'path'>): string {
  return `ATTACH ${quoteString(path)} AS ${alias} (READ_ONLY)`;
}

/** The files that an instance has attached, under names that begin alike. */
export class AttachedDatabases {
  private readonly all = new Set<AttachedDatabase>();
  private attachments = 0;

  constructor(private readonly name: string) {}

  has(database: AttachedDatabase): boolean {
    return this.all.has(database);
  }

  /** Attaches a file as it is now, for as long as `read` finds it good. @throws Error otherwise */
  async attach<T>(
    connection: DuckDBConnection,
    path: string,
    read: (database: AttachedDatabase) => Promise<T>,
  ): Promise<T> {
    this.attachments += 1;
    const signature = (await databaseSignature(path)) ?? '';
    const database = { alias: `${this.name}_${this.attachments}`, path, signature };
    this.all.add(database);
    try {
      await connection.run(attachment(database));
      return await read(database);
    } catch (error) {
      await this.detach(connection, database);
      throw error;
    }
  }

  /** Detaches all but these. Runs that have begun over the others end; later ones find that they have gone, and look for the current tables. */
  async detachOthers(connection: DuckDBConnection, used: ReadonlySet<AttachedDatabase>): Promise<void> {
    for (const database of this.all) if (!used.has(database)) await this.detach(connection, database);
  }

  private async detach(connection: DuckDBConnection, database: AttachedDatabase): Promise<void> {
    this.all.delete(database);
    await connection.run(`DETACH DATABASE IF EXISTS ${database.alias}`);
  }
}

/** @throws Error where another file had the name when it was attached elsewhere */
export async function assertSameDatabase({ path, signature }: AttachedDatabase): Promise<void> {
  if ((await databaseSignature(path)) !== signature) throw new Error(REPLACED);
}
