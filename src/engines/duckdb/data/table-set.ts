import { type Table, type Tables } from '../compiler/names/tables.js';
import { type DataListing } from './data-listing.js';
import { type DataProblem } from '../../engine.js';
import { type TableNames } from './data-source.js';
import { type SourceFolders } from '../store/source-folders.js';
import { type StoreFile } from '../store/store-files.js';
import { type AttachedDatabase } from './database-file.js';
import { type TableFiles } from './table-files.js';
import { type View } from './view.js';

/** A table that was made in the instance. */
export interface MadeTable {
  readonly table: Table;
  readonly view: View;
  readonly files: TableFiles | undefined;
  /** Signature of its files when it was made or looked at last. */
  readonly signature: string;
  /** Database that it is in, if any. */
  readonly database?: AttachedDatabase | undefined;
  readonly copy?: TableCopy | undefined;
}

/** The copy of its rows that a table is read from: its database is a file of the store. */
export interface TableCopy {
  /** Same table, read from its files. */
  readonly of: MadeTable;
  readonly file: StoreFile;
  /** Folders of these files when the copy was found. */
  readonly folders: SourceFolders;
}

/** A table that cannot be read, with the reason. */
export interface UnreadableName {
  readonly table: string;
  readonly reason: string;
}

/** The failure to read a table's files as their names say. */
export interface Unreadable {
  /** Reason with the file, for queries. */
  readonly reason: string;
  readonly message: string;
  /** File with the fault, or the folder of the table. */
  readonly file: string;
  readonly line: number | undefined;
  /** Signature of its files then. */
  readonly signature: string;
  /** Whether that is a fault. A folder need not be a table; a query that names it as one gets the reason why it is none. */
  readonly isFault: boolean;
}

/** The tables of an instance as they are at one time. Those of datasets join them when a query names them. */
export class TableSet {
  private readonly all = new Map<string, MadeTable>();
  readonly made: ReadonlyMap<string, MadeTable> = this.all;
  private readonly map: Map<string, Table> & { about?: Tables['about'] } = new Map<string, Table>();
  readonly tables: Tables = this.map;
  /** Reasons why names are no tables' names. */
  readonly noTables = new Map<string, string>();
  /** Tables that could not be read; one that was made before has its last good columns. */
  private readonly failures = new Map<string, Unreadable>();
  readonly failed: ReadonlyMap<string, Unreadable> = this.failures;
  /** Files of tables in datasets, read or not. */
  members: DataListing['members'] = new Map();
  private datasets: ReadonlyMap<string, readonly string[]> = new Map();
  /** Remarks, made on demand: for probes, which anybody may send, and seldom after a change. */
  private knownRemarks: readonly DataProblem[] | undefined;

  constructor(private readonly names: TableNames = {}) {
    this.map.about = { ...names, noTables: this.noTables, datasets: () => this.datasets };
  }

  /** Takes the names beside the tables that were made. Tables that could not be read before are tried anew. */
  list({ members, noTables }: Pick<DataListing, 'members' | 'noTables'>): void {
    this.members = members;
    this.datasets = byDataset(members.keys());
    this.failures.clear();
    this.noTables.clear();
    for (const [name, reason] of noTables) this.noTables.set(name, reason);
  }

  fail(name: string, failure: Unreadable): void {
    this.failures.set(name, failure);
    this.noTables.set(name, failure.reason);
  }

  /** Names of log tables that nothing of the data makes: they are empty. */
  get empty(): readonly string[] {
    return Array.from(this.all).flatMap(([name, { files, database }]) => (files || database ? [] : name));
  }

  /** Problems of tables that cannot be read. */
  get broken(): readonly DataProblem[] {
    const faults = [...this.failures].filter(([name, { isFault }]) => isFault || this.all.has(name));
    return faults.map(([, { file, line, message }]) => ({ severity: 'error', file, line, message }));
  }

  /** Finds an unreadable table that keeps a query from being compiled, or from being run over the tables that it was compiled for. */
  unreadable(compiled: { readonly noTable?: string; readonly tables?: readonly string[] }): UnreadableName | undefined {
    for (const [table, { reason }] of this.failures) {
      const isRead = compiled.tables?.includes(this.all.get(table)?.table.sql ?? '');
      if (isRead === true || table === compiled.noTable) return { table, reason };
    }
    return undefined;
  }

  /** Finds the table that a file belongs to. */
  tableOf(path: string): string | undefined {
    for (const [name, { files }] of this.all) if (files?.files.includes(path)) return name;
    return undefined;
  }

  /** Returns remarks for the operator on the tables that were made. @param path stands for the file of tables without one */
  remarks(path: string): readonly DataProblem[] {
    return (this.knownRemarks ??= Array.from(this.all).flatMap(([name, { files, view }]) => {
      const unread = view.unread.map((column) => `column "${column.name}" ${column.reason}`);
      const file = files?.path ?? path;
      return [...unread, ...view.remarks].map((text): DataProblem => ({
        severity: 'warning',
        file,
        message: `table "${name}": ${text}`,
      }));
    }));
  }

  add(name: string, made: MadeTable): void {
    this.knownRemarks = undefined;
    this.all.set(name, made);
    this.map.set(name, made.table);
  }

  /** Returns the set with these tables in place of its own. */
  with(replaced: ReadonlyMap<string, MadeTable>): TableSet {
    const next = new TableSet(this.names);
    next.list(this);
    for (const [name, failure] of this.failures) next.failures.set(name, failure);
    for (const [name, made] of this.all) next.add(name, replaced.get(name) ?? made);
    return next;
  }

  /** Finds the tables of datasets that this text may name, and that have not been read yet. */
  unmadeIn(sql: string): readonly TableFiles[] {
    const found = new Set<TableFiles>();
    for (const dataset of this.datasets.keys()) {
      for (let at = sql.indexOf(dataset); at >= 0; at = sql.indexOf(dataset, at + 1)) {
        for (const name of namesBehind(sql, at + dataset.length)) {
          const files = this.members.get(`${dataset}.${name}`);
          if (files && !this.all.has(files.table) && !this.noTables.has(files.table)) found.add(files);
        }
      }
    }
    return [...found];
  }
}

function byDataset(tables: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const datasets = new Map<string, string[]>();
  for (const table of tables) {
    const dataset = table.slice(0, table.indexOf('.'));
    const others = datasets.get(dataset);
    if (others) others.push(table);
    else datasets.set(dataset, [table]);
  }
  return datasets;
}

/** Text behind a dataset's name where a table is named: `.orders`, `.orders-2026`; and in backticks, of one name or of both. */
const PLAIN = /`?\s*\.\s*(?<name>(?<word>\w+)(?:-\w+)*)/y;
const QUOTED = /`?\s*\.\s*`?(?<name>[^`\n]+)`/y;

function namesBehind(sql: string, at: number): readonly string[] {
  return [PLAIN, QUOTED].flatMap((pattern) => {
    pattern.lastIndex = at;
    const { name, word } = pattern.exec(sql)?.groups ?? {};
    return [name, word].flatMap((each) => each ?? []);
  });
}
