import { basename, join, relative, sep } from 'node:path';
import { type DataProblem } from '../../engine.js';
import { ignoredReason, SCHEMA_SUFFIX, type TableFileName, tableFileName } from './file-names.js';
import { fileTable, folderTable, type NamedFile, type TableFiles } from './table-files.js';

/** The tables of a data folder, by their exact names. */
export interface DataListing {
  /** Files and folders that lie in the data folder itself. */
  readonly tables: ReadonlyMap<string, TableFiles>;
  /** Files and folders in folders of it, `dataset.table`; they are read when a query names them. */
  readonly members: ReadonlyMap<string, TableFiles>;
  /** Reasons why names of files and folders are no tables' names. */
  readonly noTables: ReadonlyMap<string, string>;
  readonly problems: readonly DataProblem[];
}

/** A file and the names that lead to it from the folder at hand. */
interface Found {
  readonly path: string;
  readonly parts: readonly string[];
  /** Reading of its own name. */
  readonly file: TableFileName | undefined;
}

/** A file, or a folder with the files in it. */
interface Entry {
  readonly name: string;
  readonly path: string;
  readonly inside: readonly Found[] | undefined;
}

/** Names of datasets in BigQuery. */
const DATASET = /^\w+$/;

/** Most lines about ignored files: there may be thousands. */
const MOST_IGNORED = 20;

/**
 * The tables of the files under a folder. A file is a table, by its name. A folder is one table of all files in it, and a dataset whose
 * tables are its entries as well: a query chooses between them by `shop` and `shop.orders`.
 */
export function listTables(root: string, paths: Iterable<string>): DataListing {
  const found = Array.from(paths, (path) => ({
    path,
    parts: relative(root, path).split(sep),
    file: tableFileName(basename(path)),
  }));
  const lister = new Lister(new Set(found.map(({ path }) => path)));
  lister.list(root, found);
  lister.noteIgnored(found);
  return lister;
}

class Lister implements DataListing {
  readonly tables = new Map<string, TableFiles>();
  readonly members = new Map<string, TableFiles>();
  readonly noTables = new Map<string, string>();
  readonly problems: DataProblem[] = [];

  constructor(private readonly paths: ReadonlySet<string>) {}

  list(folder: string, found: readonly Found[], dataset?: string): void {
    const groups = new Map<string, Entry[]>();
    for (const entry of entriesOf(folder, found)) {
      // DuckDB compares names without regard to case.
      const key = entry.name.toLowerCase();
      groups.set(key, [...(groups.get(key) ?? []), entry]);
    }
    for (const group of groups.values()) this.add(folder, group, dataset);
  }

  /** Notes unread files, with the reason. */
  noteIgnored(found: readonly Found[]): void {
    const ignored = found.flatMap(({ path, file }) => {
      const reason = file || path.endsWith(SCHEMA_SUFFIX) ? undefined : ignoredReason(basename(path));
      return reason === undefined ? [] : [{ path, reason }];
    });
    for (const { path, reason } of ignored.slice(0, MOST_IGNORED)) this.warn(path, `ignored: ${reason}`);
    const more = ignored.slice(MOST_IGNORED);
    if (more[0]) this.warn(more[0].path, `and ${more.length - 1} more files are ignored; see above for such reasons`);
  }

  private add(folder: string, group: readonly Entry[], dataset: string | undefined): void {
    const [entry, second] = this.withoutJson(group, dataset);
    if (!entry) return;
    const table = dataset === undefined ? entry.name : `${dataset}.${entry.name}`;
    if (second) {
      const reason = `table "${table}" is both ${entry.path} and ${second.path}; keep one`;
      if (dataset === undefined)
        this.problems.push({ severity: 'error', file: entry.path, message: `makes a name ambiguous: ${reason}` });
      for (const { name } of group) this.noTables.set(dataset === undefined ? name : `${dataset}.${name}`, reason);
      return;
    }
    const made = this.tableOf(folder, table, entry);
    if (typeof made === 'string') this.noTables.set(table, made);
    else if (made) (dataset === undefined ? this.tables : this.members).set(table, made);
    if (dataset === undefined && entry.inside && DATASET.test(entry.name))
      this.list(entry.path, entry.inside, entry.name);
    if (this.tables.has(table) && this.members.has(table)) this.refuseTwins(table);
  }

  private tableOf(folder: string, table: string, { name, path, inside }: Entry): TableFiles | string | undefined {
    const beside = join(folder, `${name}${SCHEMA_SUFFIX}`);
    const place = { table, path, schemaPath: this.paths.has(beside) ? beside : undefined };
    if (!inside) {
      const file = tableFileName(basename(path));
      return file && fileTable(place, file);
    }
    const dataset = `it is a dataset, whose tables are its files; write ${table}.<name of a file>`;
    const schema = inside.find(({ path: each }) => each.endsWith(SCHEMA_SUFFIX));
    if (schema) return `${schema.path} is the schema of a table in the folder ${path}, so that ${dataset}`;
    const made = folderTable(place, inside.flatMap(namedFile));
    if (!made || !('reason' in made)) return made;
    return table.includes('.') ? `${made.reason}; keep to one format` : `${made.reason}, so that ${dataset}`;
  }

  /** Leaves out a `.json` file beside other files of its name, which it describes as a rule. */
  private withoutJson(group: readonly Entry[], dataset: string | undefined): readonly Entry[] {
    const isJson = ({ path, inside }: Entry) => !inside && tableFileName(basename(path))?.format === 'json';
    const others = group.filter((entry) => !isJson(entry));
    if (others.length === 0) return group;
    if (dataset === undefined)
      for (const { path } of group.filter(isJson))
        this.warn(path, 'ignored: there are files of another kind by its name');
    return others;
  }

  private refuseTwins(table: string): void {
    const both = [this.tables, this.members].map((tables) => tables.get(table)?.path ?? '');
    this.noTables.set(table, `table "${table}" is both ${both.join(' and ')}; keep one`);
    this.tables.delete(table);
    this.members.delete(table);
  }

  private warn(file: string, message: string): void {
    this.problems.push({ severity: 'warning', file, message });
  }
}

function entriesOf(folder: string, found: readonly Found[]): readonly Entry[] {
  const folders = new Map<string, Found[]>();
  const entries: Entry[] = [];
  for (const { path, parts, file } of found) {
    const [name = '', ...rest] = parts;
    if (rest.length > 0) {
      const inside = folders.get(name) ?? [];
      inside.push({ path, parts: rest, file });
      folders.set(name, inside);
    } else if (file) entries.push({ name: file.table, path, inside: undefined });
  }
  for (const [name, inside] of folders) entries.push({ name, path: join(folder, name), inside });
  return entries;
}

function namedFile({ path, parts, file }: Found): readonly NamedFile[] {
  return file ? [{ ...file, path, depth: parts.length - 1 }] : [];
}
