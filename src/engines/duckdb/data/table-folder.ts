import { hash } from 'node:crypto';
import { lstat, realpath, stat } from 'node:fs/promises';
import { LOG_TABLES, type TableSchema } from '../../../catalog/log-tables/log-tables.js';
import { FileTree } from '../../../files/file-tree.js';
import { changedAt, findEach, isAtRest, signatureAt, type WantedFiles } from '../../../files/find-files.js';
import { readRegular } from '../../../files/regular-file.js';
import { type Problem } from '../../../diagnostics/problem.js';
import { type DataProblem } from '../../engine.js';
import { type DataListing, listTables } from './data-listing.js';
import { schemaIn } from './schema-file.js';
import { type TableFiles } from './table-files.js';

/** All files, so that unread ones can be named. */
const DATA_FILES: WantedFiles = { isWanted: () => true, setting: 'QUERN_DATA', staysInside: true };

/** Age of a file that may well be written again. */
const LATELY_MS = 10_000;

/** Largest schema: 10,000 columns have less, even if they were exported with descriptions. */
const MAX_SCHEMA_BYTES = 1_048_576;

const NOTHING: DataListing = { tables: new Map(), members: new Map(), noTables: new Map(), problems: [] };

/** A folder of table files, as it was last looked at. */
export class TableFolder {
  readonly tree: FileTree;
  listing = NOTHING;
  problems: readonly DataProblem[] = [];
  /** Signatures of all files, as they were at the last look. */
  private seen = new Map<string, string>();
  /** Real path of the folder at the first look: nothing else can be read. */
  private realRoot: string | undefined;
  /** Signatures of tables, which may have tens of thousands of files. */
  private readonly signatures = new Map<TableFiles, string>();

  constructor(root: string) {
    this.tree = new FileTree(root, DATA_FILES);
  }

  async scan(paths: readonly string[]): Promise<void> {
    const found = await this.tree.rescan(paths);
    const real = await realpath(this.tree.root).catch(() => this.realRoot ?? this.tree.root);
    this.realRoot ??= real;
    const changed = found.filter(({ path, signature }) => this.seen.get(path) !== signature);
    const isSame = this.tree.files.size === this.seen.size && changed.every(({ path }) => this.seen.has(path));
    if (!isSame) this.list();
    for (const { path, signature } of changed) this.seen.set(path, signature);
    if (!isSame || changed.length > 0) this.signatures.clear();
    this.problems = [
      ...(await Promise.all(this.tree.problems.map(unreadable))),
      ...Array.from(this.tree.outside, (file) =>
        error(file, 'is a link out of the data folder; put the files themselves there'),
      ),
      ...this.listing.problems,
      ...(real === this.realRoot
        ? []
        : [error(this.tree.root, 'leads to another folder than at the start; restart to read that')]),
    ];
  }

  /** Returns a signature that differs when a file of the table has changed, come or gone. */
  signatureOf(table: TableFiles): string {
    const known = this.signatures.get(table);
    if (known !== undefined) return known;
    const files = table.files.map((path) => `${path}\0${this.seen.get(path) ?? ''}`);
    const signature = hash('sha256', files.join('\n'), 'base64');
    this.signatures.set(table, signature);
    return signature;
  }

  /** The files of a table as they are now, if it is one. */
  filesOf(table: string): TableFiles | undefined {
    return this.listing.tables.get(table) ?? this.listing.members.get(table);
  }

  /** Returns the signatures of the table's files at the last look. */
  signaturesOf({ files }: TableFiles): readonly (readonly [path: string, signature: string])[] {
    return files.map((path) => [path, this.seen.get(path) ?? '']);
  }

  /** Whether nothing seems to be writing to the table's files. */
  isAtRest({ files }: TableFiles): boolean {
    return files.every((path) => isAtRest(this.seen.get(path) ?? ':0'));
  }

  /**
   * Whether the table has been written to since the last look. In a folder of many files, only recently written ones are checked; a change
   * of another one is found by the next look.
   */
  async hasChanged({ files, isFolder, path }: TableFiles): Promise<boolean> {
    const since = Date.now() - LATELY_MS;
    const lately = isFolder ? files.filter((each) => changedAt(this.seen.get(each) ?? ':0') > since) : [path];
    const signatures = await findEach(lately, signatureAt);
    return signatures.some((signature, index) => signature !== this.seen.get(lately[index] ?? ''));
  }

  /** The schema of a table, where there is one. @throws UnsoundFile */
  async schemaOf({ table, schemaPath }: TableFiles): Promise<TableSchema | undefined> {
    if (schemaPath === undefined) return LOG_TABLES.get(table);
    return schemaIn(await readRegular(schemaPath, MAX_SCHEMA_BYTES), schemaPath);
  }

  private list(): void {
    this.listing = listTables(this.tree.root, this.tree.files.keys());
    this.seen = new Map(this.tree.files);
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
