import { hash } from 'node:crypto';
import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '@duckdb/node-api';
import { type TableFiles } from '../data/table-files.js';
import { type View } from '../data/view.js';

/** Another one where a store is written or sorted in another way. */
const FORMAT = 4;

const SUFFIX = '.duckdb';
/** What is being written; whoever has the lock may remove what another one has left. */
export const DRAFT = '.draft';
/** A database that is open in the one process that writes: DuckDB locks it, and the lock goes with the process, however that ends. */
export const LOCK = 'lock';

const ROOT_CHARACTERS = 8;
const TABLE_CHARACTERS = 16;
const KEY_CHARACTERS = 32;
/** With the hyphens behind them. */
const ROOT_LENGTH = ROOT_CHARACTERS + 1;
const TABLE_LENGTH = ROOT_LENGTH + TABLE_CHARACTERS + 1;

/** The rows that a table of the store has: with anything else they might be others. */
export interface StoredTable {
  readonly files: TableFiles;
  readonly signature: string;
  readonly view: Pick<View, 'sql' | 'columns' | 'byFile'>;
}

export interface StoreFile {
  readonly name: string;
  readonly bytes: number;
  /** When it was written, in milliseconds since the epoch. */
  readonly at: number;
}

/** The same for tables of which the rows of one file can be written after those of another. */
export function storeShape({ files, view }: Pick<StoredTable, 'files' | 'view'>, sortedBy: string | undefined): string {
  return digest([FORMAT, version(), files.format, view.byFile?.items, view.columns, sortedBy], KEY_CHARACTERS);
}

/** What there is of the same table as it was before. */
export async function newestBefore(folder: string, name: string): Promise<string | undefined> {
  const others = (await filesIn(folder)).filter((file) => file.name !== name && isSameTable(file.name, name));
  return others.sort((a, b) => b.at - a.at)[0]?.name;
}

/**
 * The folder of the store, as far as it is of one folder of data. A file in it is written under another name and never changed. Its name
 * begins with what stays the same when the table's files change; the rest differs with each file's path, size and times, with the
 * schema, and with the versions of the store and of DuckDB.
 */
export class StoreFiles {
  private readonly root: string;

  constructor(
    readonly path: string,
    private readonly maxBytes: number,
    dataFolder: string,
  ) {
    this.root = digest([dataFolder], ROOT_CHARACTERS);
  }

  nameOf({ files, signature, view }: StoredTable): string {
    const key = digest([signature, view.sql, view.columns], KEY_CHARACTERS);
    return `${this.tableOf(files)}${key}${SUFFIX}`;
  }

  /** What the names of all files of a table begin with. */
  tableOf({ path, table }: TableFiles): string {
    return `${this.root}-${digest([FORMAT, version(), path, table], TABLE_CHARACTERS)}-`;
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }

  /** May its files be read? Whoever can write to it could put rows into every answer. */
  async isOwn(): Promise<boolean> {
    const found = await lstat(this.path).catch(() => undefined);
    if (found?.isDirectory() !== true) return false;
    // Windows has neither owners nor modes of this kind.
    return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
  }

  /** Makes the folder, for its owner alone. @throws Error where it cannot be written to */
  async make(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    if (!(await this.isOwn()))
      throw new Error('others may write to it, or it is a link; see to it that it is a folder of its owner’s alone');
    // A link that came with the folder is nothing to write to.
    await writeFile(join(this.path, '.gitignore'), '*\n', { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  }

  async find(name: string): Promise<StoreFile | undefined> {
    const found = await lstat(this.pathOf(name)).catch(() => undefined);
    return found?.isFile() === true ? { name, bytes: found.size, at: found.mtimeMs } : undefined;
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true }).catch(() => undefined);
  }

  /** What was kept of the same table before. */
  async removeBefore(name: string): Promise<void> {
    for (const other of await filesIn(this.path))
      if (other.name !== name && isSameTable(other.name, name)) await this.remove(other.name);
  }

  /** Removes what is of tables of this data folder that there are no more, and then the oldest of other folders until all is within the bound. */
  async tidy(tables: ReadonlySet<string>): Promise<void> {
    const isOurs = ({ name }: StoreFile) => name.startsWith(this.root);
    const all = await filesIn(this.path);
    for (const { name } of all.filter(isOurs)) if (!tables.has(name.slice(0, TABLE_LENGTH))) await this.remove(name);
    let bytes = sum(await filesIn(this.path));
    for (const file of all.filter((each) => !isOurs(each)).sort((a, b) => a.at - b.at)) {
      if (bytes <= this.maxBytes) return;
      await this.remove(file.name);
      bytes -= file.bytes;
    }
  }
}

/** Bytes that a file may have beside those of the same data folder's other tables: what is of other folders makes room. */
export async function roomFor(folder: string, name: string, maxBytes: number): Promise<number> {
  const root = name.slice(0, ROOT_LENGTH);
  const others = (await filesIn(folder)).filter((file) => file.name.startsWith(root) && !isSameTable(file.name, name));
  return maxBytes - sum(others);
}

function isSameTable(one: string, other: string): boolean {
  return one.slice(0, TABLE_LENGTH) === other.slice(0, TABLE_LENGTH);
}

async function filesIn(folder: string): Promise<readonly StoreFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(SUFFIX));
  const found = await Promise.all(
    names.map(async (name) => {
      const file = await lstat(join(folder, name)).catch(() => undefined);
      return file?.isFile() === true ? [{ name, bytes: file.size, at: file.mtimeMs }] : [];
    }),
  );
  return found.flat();
}

function digest(parts: readonly unknown[], characters: number): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, characters);
}

function sum(files: readonly StoreFile[]): number {
  return files.reduce((bytes, file) => bytes + file.bytes, 0);
}
