import { hash } from 'node:crypto';
import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '@duckdb/node-api';
import { type TableFiles } from '../data/table-files.js';
import { type View } from '../data/view.js';

/** Version of the store's format: another one for another way of writing or sorting. */
const FORMAT = 5;

const SUFFIX = '.duckdb';
/** Mark of files that are being written; the holder of the lock may remove those of others. */
export const DRAFT = '.draft';
/** Database that is open in the one process that writes: DuckDB locks it, and the lock goes with the process, however that ends. */
export const LOCK = 'lock';

const ROOT_CHARACTERS = 8;
const TABLE_CHARACTERS = 16;
const KEY_CHARACTERS = 32;
/** Length with the hyphens behind them. */
const ROOT_LENGTH = ROOT_CHARACTERS + 1;
const TABLE_LENGTH = ROOT_LENGTH + TABLE_CHARACTERS + 1;

/** The identity of the rows in a table of the store: with any difference they might be others. */
export interface StoredTable {
  readonly files: TableFiles;
  readonly signature: string;
  readonly view: Pick<View, 'sql' | 'columns' | 'byFile'>;
}

export interface StoreFile {
  readonly name: string;
  readonly bytes: number;
  /** Time of its writing, in milliseconds since the epoch. */
  readonly at: number;
}

/** A digest that is equal for tables to which the rows of further files can be added. */
export function storeShape({ files, view }: Pick<StoredTable, 'files' | 'view'>, sortedBy: string | undefined): string {
  return digest([FORMAT, version(), files.format, view.byFile?.items, view.columns, sortedBy], KEY_CHARACTERS);
}

/** The newest earlier version of a table. */
export async function newestBefore(folder: string, name: string): Promise<string | undefined> {
  const others = (await filesIn(folder)).filter((file) => file.name !== name && isSameTable(file.name, name));
  return others.sort((a, b) => b.at - a.at)[0]?.name;
}

/**
 * The folder of the store, as far as one folder of data has files in it. A file is written under another name and never changed. The
 * beginning of its name stays the same when the table's files change; the rest differs with each file's path, size and times, with the
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

  /** Returns the prefix of the names of all files of a table. */
  tableOf({ path, table }: TableFiles): string {
    return `${this.root}-${digest([FORMAT, version(), path, table], TABLE_CHARACTERS)}-`;
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }

  /** Whether its files may be read: anyone else who can write to it could put rows into every answer. */
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
    // A link that came with the folder is never written to.
    await writeFile(join(this.path, '.gitignore'), '*\n', { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  }

  async find(name: string): Promise<StoreFile | undefined> {
    return fileIn(this.path, name);
  }

  /** Whether it has the rows of a table as it is now. */
  async has(table: StoredTable): Promise<boolean> {
    return (await this.isOwn()) && (await this.find(this.nameOf(table))) !== undefined;
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true }).catch(() => undefined);
  }

  /** Removes earlier versions of a table. */
  async removeBefore(name: string): Promise<void> {
    for (const other of await filesIn(this.path))
      if (other.name !== name && isSameTable(other.name, name)) await this.remove(other.name);
  }

  /** Removes files of this data folder's former tables, and then the oldest of other folders until all is within the bound. */
  async tidy(tables: ReadonlySet<string>): Promise<void> {
    const isOurs = ({ name }: StoreFile) => name.startsWith(this.root);
    const all = await filesIn(this.path);
    for (const { name } of all.filter(isOurs)) if (!tables.has(name.slice(0, TABLE_LENGTH))) await this.remove(name);
    let bytes = bytesOf(await filesIn(this.path));
    for (const file of all.filter((each) => !isOurs(each)).sort((a, b) => a.at - b.at)) {
      if (bytes <= this.maxBytes) return;
      await this.remove(file.name);
      bytes -= file.bytes;
    }
  }
}

/** Room left for a table's file: the limit less the other tables of the same data folder. Files of other folders are evicted. */
export async function roomFor(folder: string, name: string, maxBytes: number): Promise<number> {
  const root = name.slice(0, ROOT_LENGTH);
  const others = (await filesIn(folder)).filter((file) => file.name.startsWith(root) && !isSameTable(file.name, name));
  return maxBytes - bytesOf(others);
}

function isSameTable(one: string, other: string): boolean {
  return one.slice(0, TABLE_LENGTH) === other.slice(0, TABLE_LENGTH);
}

async function filesIn(folder: string): Promise<readonly StoreFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(SUFFIX));
  const found = await Promise.all(names.map((name) => fileIn(folder, name)));
  return found.filter((file) => file !== undefined);
}

async function fileIn(folder: string, name: string): Promise<StoreFile | undefined> {
  const found = await lstat(join(folder, name)).catch(() => undefined);
  return found?.isFile() === true ? { name, bytes: found.size, at: found.mtimeMs } : undefined;
}

function digest(parts: readonly unknown[], characters: number): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, characters);
}

export function bytesOf(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
