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

/** Detaches the file. Queries that run over it end; others find that it has gone. */
export async function detach(connection: DuckDBConnection, { alias }: AttachedDatabase): Promise<void> {
  await connection.run(`DETACH DATABASE IF EXISTS ${alias}`);
}

/** @throws Error where another file had the name when it was attached elsewhere */
export async function assertSameDatabase({ path, signature }: AttachedDatabase): Promise<void> {
  if ((await databaseSignature(path)) !== signature) throw new Error(REPLACED);
}
