import { hash } from 'node:crypto';
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { LOG_TABLES, type TableSchema } from '../../../catalog/log-tables/log-tables.js';
import { FileTree } from '../../../files/file-tree.js';
import { changedAt, type WantedFiles } from '../../../files/find-files.js';
import { type Problem } from '../../../diagnostics/problem.js';
import { type DataProblem } from '../../engine.js';
import { type DataListing, listTables } from './data-listing.js';
import { schemaIn, type TableFiles } from './table-files.js';

/** All files are looked at, so that those that are not read can be named. */
const DATA_FILES: WantedFiles = { isWanted: () => true, setting: 'QUERN_DATA' };

/** What was written less than this ago may be half of what is being written. */
const REST_MS = 100;

const NOTHING: DataListing = { tables: new Map(), members: new Map(), noTables: new Map(), problems: [] };

/** A folder of table files, as it was last looked at. */
export class TableFolder {
  readonly tree: FileTree;
  listing = NOTHING;
  problems: readonly DataProblem[] = [];

  constructor(root: string) {
    this.tree = new FileTree(root, DATA_FILES);
  }

  async scan(paths: readonly string[]): Promise<void> {
    await this.tree.rescan(paths);
    const { root } = this.tree;
    const refused = await this.linksOut();
    const isRefused = (path: string) => refused.some((each) => path === each || path.startsWith(`${each}${sep}`));
    const all = [...this.tree.files.keys()];
    this.listing = listTables(root, refused.length === 0 ? all : all.filter((path) => !isRefused(path)));
    this.problems = [
      ...(await Promise.all(this.tree.problems.map(unreadable))),
      ...refused.map((file) => error(file, 'is a link out of the data folder; put the files themselves there')),
      ...this.listing.problems,
    ];
  }

  /** Differs when a file of the table has changed, come or gone. */
  signatureOf({ files }: TableFiles): string {
    return hash('sha256', files.map((path) => `${path}\0${this.tree.files.get(path) ?? ''}`).join('\n'), 'base64');
  }

  /** Nobody is writing to the table's files, as far as can be seen. */
  isAtRest({ files }: TableFiles): boolean {
    const last = Math.max(...files.map((path) => changedAt(this.tree.files.get(path) ?? ':0')));
    const age = Date.now() - last;
    // The clock of a file server may be ahead of ours.
    return age < 0 || age >= REST_MS;
  }

  /** The schema of a table, where there is one. @throws Error that names its file */
  async schemaOf({ table, schemaPath }: TableFiles): Promise<TableSchema | undefined> {
    return schemaPath === undefined ? LOG_TABLES.get(table) : schemaIn(await readFile(schemaPath, 'utf8'), schemaPath);
  }

  /** Links to what queries cannot reach, outside of the data folder. */
  private async linksOut(): Promise<readonly string[]> {
    const { root, links } = this.tree;
    const inside = join(await realpath(root).catch(() => root), sep);
    const all = [...links, ...this.tree.realFolders()];
    return all.filter(([path, real]) => path !== root && !join(real, sep).startsWith(inside)).map(([path]) => path);
  }
}

async function unreadable({ file, message }: Problem): Promise<DataProblem> {
  const found = await lstat(file).catch(() => undefined);
  const isDangling = found?.isSymbolicLink() === true && !(await stat(file).catch(() => undefined));
  return error(file, isDangling ? 'is a link to nothing; mend or remove it' : message);
}

function error(file: string, message: string): DataProblem {
  return { severity: 'error', file, message };
}
