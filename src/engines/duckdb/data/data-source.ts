import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { tableFileName } from './file-names.js';
import { literally } from './globs.js';

/** The source of the tables. */
export interface DataSource {
  /** Absolute path of a `.duckdb` file, or of a folder of table files. */
  readonly path: string;
  readonly kind: 'database' | 'folder';
  /** Folders that can be read, beside `files`; nothing else on the disk can be reached. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Whether rows of log tables are hidden until their time has come: sample logs reach into the future, so that new ones appear. */
  readonly hideFuture: boolean;
  /** Whether tables keep their columns and are empty, for fixtures. */
  readonly withoutRows?: boolean;
  /** Possible first parts of tables' names. */
  readonly names?: TableNames;
}

/** The project and the dataset of tables that queries name plainly. */
export interface TableNames {
  readonly project?: string | undefined;
  readonly dataset?: string | undefined;
}

export async function openDataSource(path: string, hideFuture: boolean, names: TableNames = {}): Promise<DataSource> {
  const absolute = resolve(path);
  const found = await stat(absolute).catch(() => undefined);
  const source = { path: absolute, hideFuture, names, files: [] };
  // The sample logs are not made yet: their tables are known, and empty.
  if (!found && hideFuture) return { ...source, kind: 'folder', folders: [] };
  if (found?.isDirectory()) {
    // DuckDB asks for permission by the text of the pattern, and once more by the path of each file that it finds.
    return { ...source, kind: 'folder', folders: [...new Set([absolute, literally(absolute)])] };
  }
  if (found?.isFile() && tableFileName(basename(absolute)))
    throw new Error(`QUERN_DATA: ${path} is a file of one table; name the folder that it is in, ${dirname(absolute)}`);
  // Another file by this name is attached when it comes, with its changes that are not merged yet.
  if (found?.isFile()) return { ...source, kind: 'database', folders: [], files: [absolute, `${absolute}.wal`] };
  throw new Error(`QUERN_DATA: there is no file or folder ${path}; name a .duckdb file or a folder of table files`);
}
