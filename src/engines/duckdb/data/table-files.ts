import { literally } from './globs.js';
import { type FileFormat, type TableFileName } from './file-names.js';

/** The files behind one table. */
export interface TableFiles {
  readonly table: string;
  readonly format: FileFormat;
  /** Path of a file, or of a folder of files. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Globs of the files. */
  readonly patterns: readonly string[];
  /** Path of its schema, in BigQuery's JSON. */
  readonly schemaPath: string | undefined;
  /** Paths that there are now, including the schema's. */
  readonly files: readonly string[];
}

/** A name that is no table's, with the reason. */
export interface NoTable {
  readonly reason: string;
}

/** A file in a folder of tables. */
export interface NamedFile extends TableFileName {
  readonly path: string;
  /** Number of folders between that one and the file. */
  readonly depth: number;
}

interface TablePlace {
  readonly table: string;
  readonly path: string;
  readonly schemaPath: string | undefined;
}

export function fileTable(place: TablePlace, { format }: TableFileName): TableFiles {
  const { path, schemaPath } = place;
  return { ...place, format, isFolder: false, patterns: [literally(path)], files: [path, schemaPath ?? []].flat() };
}

/** A folder whose files are the rows of one table, or the reason why it is none. `.json` beside other files describes these, as a rule. */
export function folderTable(place: TablePlace, all: readonly NamedFile[]): TableFiles | NoTable | undefined {
  const { path, schemaPath } = place;
  const files = withoutJsonBeside(all);
  const [first] = files;
  if (!first) return undefined;
  const formats = new Set(files.map(({ format }) => format));
  if (formats.size > 1) {
    const [one, other] = [...new Set(files.map(({ suffix }) => suffix))];
    return { reason: `the folder ${path} mixes ${one ?? ''} and ${other ?? ''} files` };
  }
  return {
    ...place,
    format: first.format,
    isFolder: true,
    patterns: patternsOf(path, files),
    files: [...files.map((file) => file.path), schemaPath ?? []].flat(),
  };
}

/** Leaves out files of JSON where others of another kind could be the rows. */
function withoutJsonBeside<T extends TableFileName>(files: readonly T[]): readonly T[] {
  const others = files.filter(({ format }) => format !== 'json');
  return others.length > 0 ? others : files;
}

/**
 * Globs of the files, except below hidden folders at any depth: a ConfigMap has all of its files there once more, and writers may have
 * unfinished files there. Each pattern has to match something.
 */
function patternsOf(path: string, files: readonly NamedFile[]): readonly string[] {
  const folder = literally(path);
  return [...new Set(files.map(({ depth, suffix }) => `${folder}/${'[!.]*/'.repeat(depth)}[!.]*${suffix}`))].sort();
}
