import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { isMissingFile } from '../../errors/error-text.js';
import { type TableField, type TableSchema } from '../../catalog/log-tables/log-tables.js';

const FORMATS = { '.parquet': 'parquet', '.ndjson': 'ndjson', '.csv': 'csv' } as const;

export type FileFormat = (typeof FORMATS)[keyof typeof FORMATS];

/** The files behind one table. */
export interface TableFiles {
  readonly table: string;
  readonly format: FileFormat;
  /** A file, or a folder of files. */
  readonly path: string;
  readonly isFolder: boolean;
  /** The same as a glob. */
  readonly pattern: string;
  /** From `<table>.schema.json` beside them, in BigQuery's JSON. */
  readonly schema: TableSchema | undefined;
}

/** The tables of a data folder: `<table>.parquet`, `.ndjson` or `.csv`, or a folder `<table>` of one of those. */
export async function findTableFiles(folder: string): Promise<readonly TableFiles[]> {
  const tables = new Map<string, TableFiles>();
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    const isFolder = entry.isSymbolicLink() ? await leadsToFolder(path, folder) : entry.isDirectory();
    const found = isFolder ? await inFolder(entry.name, path, folder) : inFile(entry.name, path);
    if (!found) continue;
    // DuckDB compares names without regard to case.
    const key = found.table.toLowerCase();
    const other = tables.get(key);
    if (other) {
      throw new Error(`QUERN_DATA: table "${found.table}" is both ${other.pattern} and ${found.pattern}; keep one`);
    }
    tables.set(key, { ...found, schema: await readSchema(folder, found.table) });
  }
  return [...tables.values()];
}

/** Whether a link leads to a folder. Queries reach nothing outside the data folder, so a link that leads there is refused. */
async function leadsToFolder(path: string, folder: string): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) throw new Error(`QUERN_DATA: ${path} is a link to nothing; mend or remove it`);
  if (!real.startsWith(join(await realpath(folder), sep))) {
    throw new Error(`QUERN_DATA: ${path} is a link out of the data folder; put the files themselves there`);
  }
  return (await stat(real)).isDirectory();
}

type Found = Omit<TableFiles, 'schema'>;

function formatOf(name: string): FileFormat | undefined {
  return FORMATS[extname(name) as keyof typeof FORMATS];
}

function inFile(name: string, path: string): Found | undefined {
  const format = formatOf(name);
  return (
    format && { table: name.slice(0, -extname(name).length), format, path, isFolder: false, pattern: literally(path) }
  );
}

/** A glob that matches this path and nothing else. */
export function literally(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}

async function inFolder(table: string, path: string, folder: string): Promise<Found | undefined> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isSymbolicLink()) await leadsToFolder(join(entry.parentPath, entry.name), folder);
  }
  const names = entries.map(({ name }) => name);
  const extensions = new Set(names.map((name) => extname(name)).filter((extension) => extension in FORMATS));
  const [extension, second] = extensions;
  if (extension === undefined) return undefined;
  if (second !== undefined) {
    throw new Error(`QUERN_DATA: the folder ${path} mixes ${[...extensions].join(' and ')} files; keep to one format`);
  }
  return {
    table,
    format: FORMATS[extension as keyof typeof FORMATS],
    path,
    isFolder: true,
    pattern: join(literally(path), '**', `*${extension}`),
  };
}

async function readSchema(folder: string, table: string): Promise<TableSchema | undefined> {
  const path = join(folder, `${table}.schema.json`);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissingFile(error)) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const schema: unknown = JSON.parse(text);
    if (isSchema(schema)) return schema;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Error(`${path} is not a BigQuery JSON schema; write what "bq show --schema" prints`);
}

function isSchema(value: unknown): value is TableSchema {
  return Array.isArray(value) && value.length > 0 && value.every(isField);
}

function isField(value: unknown): value is TableField {
  if (typeof value !== 'object' || value === null) return false;
  const { name, type, mode, fields } = value as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    typeof type === 'string' &&
    (mode === undefined || typeof mode === 'string') &&
    (fields === undefined || isSchema(fields))
  );
}
