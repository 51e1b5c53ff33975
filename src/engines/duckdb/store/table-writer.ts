import { constants, statSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection } from '@duckdb/node-api';
import { errorText } from '../../../errors/error-text.js';
import { signatureAt } from '../../../files/find-files.js';
import { quoteName, quoteString } from '../compiler/types/duckdb-types.js';
import { DRAFT, newestBefore, roomFor } from './store-files.js';
import { canHold, heldItems, singleColumns, type TypedColumn } from '../records/record-columns.js';
import { type BuildOutcome, type SourceFile, type TableBuild } from './store-messages.js';
import { countOf, describeRows, type Difference, differenceTo, FILE_OF_ROW, ROWS, rowsOfFiles } from './stored-rows.js';

/** Catalogs of the rows as they are in their files, and as they are kept. */
const READ = 'read';
const KEPT = 'kept';

/**
 * Rows that DuckDB keeps and skips together; 122,880 by default. A query of a hundred rows has less to go through for each column of a wide
 * record, and the copy is a twelfth larger.
 */
const ROW_GROUP_SIZE = 32_768;

/** Milliseconds between two looks at how large its files have become. */
const MEASURE_MS = 250;

/**
 * Writes one table into a file of the folder. The file with the final name is whole: it is written under another one, synced by DuckDB when
 * it is detached, and renamed.
 */
export class TableWriter {
  constructor(
    private readonly connection: DuckDBConnection,
    private readonly folder: string,
    /** Most bytes of all files of the store together. */
    private readonly maxBytes: number,
  ) {}

  async write(table: TableBuild): Promise<BuildOutcome> {
    const startedAt = performance.now();
    const outcome = await this.outcomeOf(table);
    return { ...outcome, ms: performance.now() - startedAt };
  }

  private async outcomeOf(table: TableBuild): Promise<Omit<BuildOutcome, 'ms'>> {
    const room = await roomFor(this.folder, table.name, this.maxBytes);
    const isTooLarge = () => this.sizeOf(table) > room;
    const measuring = setInterval(() => {
      if (isTooLarge()) this.connection.interrupt();
    }, MEASURE_MS);
    try {
      if (!(await this.isAsListed(table))) return { result: 'changed' };
      const filesRead = (await this.addTo(table)) ?? (await this.writeAll(table));
      const rows = await countOf(this.connection, `${KEPT}.${ROWS}`);
      await this.connection.run(`CHECKPOINT ${KEPT}`);
      await this.connection.run(`DETACH ${KEPT}`);
      if (!(await this.isAsListed(table))) return { result: 'changed' };
      await this.clear(table, READ);
      if (isTooLarge()) return { result: 'too large' };
      await rename(this.draftOf(table, KEPT), join(this.folder, table.name));
      return { result: 'built', rows, filesRead };
    } catch (error) {
      if (isTooLarge()) return { result: 'too large' };
      // A file that has gone in the meantime is no failure.
      if (!(await this.isAsListed(table).catch(() => true))) return { result: 'changed' };
      return { result: 'failed', reason: withoutValues(errorText(error)) };
    } finally {
      clearInterval(measuring);
      await this.clear(table, READ);
      await this.clear(table, KEPT);
    }
  }

  /** Bytes of a table's files while it is written. */
  private sizeOf(table: TableBuild): number {
    const sizes = [READ, KEPT].map((alias) => statSync(this.draftOf(table, alias), { throwIfNoEntry: false })?.size);
    return sizes.reduce<number>((sum, size = 0) => sum + size, 0);
  }

  private draftOf({ name }: TableBuild, alias: string): string {
    return join(this.folder, `${name}.${alias}${DRAFT}`);
  }

  /** Writes all rows, the newest first. Returns the number of files that were read. */
  private async writeAll(table: TableBuild): Promise<number> {
    await this.read(table);
    await this.attach(table, KEPT);
    const columns = await singleColumns(this.connection, `${READ}.${ROWS}`, table.columns);
    await this.connection.run(`CREATE TABLE ${KEPT}.${ROWS} AS ${rowsToKeep(columns, table)}`);
    await describeRows(this.connection, KEPT, table, { held: columns, changedBytes: 0 });
    return table.files.length;
  }

  /** Rewrites the earlier version without the rows of files that have gone and with those of files that have come; a changed file has done both. */
  private async addTo(table: TableBuild): Promise<number | undefined> {
    const before = await newestBefore(this.folder, table.name);
    if (before === undefined) return undefined;
    const path = this.draftOf(table, KEPT);
    try {
      await copyFile(join(this.folder, before), path, constants.COPYFILE_FICLONE);
      await this.connection.run(attachment(path));
      const difference = await differenceTo(this.connection, KEPT, table);
      if (difference && (await this.apply(table, difference))) return difference.fresh.length;
    } catch (error) {
      // The earlier version is not as it should be; if the reason is another one, it comes again.
      if (!(error instanceof Error)) throw error;
    }
    await this.clear(table, KEPT);
    return undefined;
  }

  /** Applies a difference. False where new rows do not fit the form in which records are held. */
  private async apply(table: TableBuild, difference: Difference): Promise<boolean> {
    const { connection } = this;
    const { same, fresh, held } = difference;
    const isSame = `${quoteName(FILE_OF_ROW)} IN (${same.map(quoteString).join(', ')})`;
    await connection.run(`DELETE FROM ${KEPT}.${ROWS} WHERE ${same.length === 0 ? 'true' : `(${isSame}) IS NOT TRUE`}`);
    if (fresh.length > 0) {
      await this.read(table, fresh);
      const own = await singleColumns(connection, `${READ}.${ROWS}`, table.columns);
      if (!canHold(held, own)) return false;
      await connection.run(`INSERT INTO ${KEPT}.${ROWS} ${rowsToKeep(held, table)}`);
    }
    await describeRows(connection, KEPT, table, difference);
    return true;
  }

  /** Reads the rows of these files, or of all, in their order: sorting them while they are parsed would take much memory. */
  private async read(table: TableBuild, files?: readonly SourceFile[]): Promise<void> {
    await this.clear(table, READ);
    await this.attach(table, READ);
    await this.connection.run(`CREATE TABLE ${READ}.${ROWS} AS ${rowsOfFiles(table, files)}`);
  }

  private async attach(table: TableBuild, alias: string): Promise<void> {
    const path = this.draftOf(table, alias);
    await this.connection.run(alias === KEPT ? attachment(path) : `ATTACH ${quoteString(path)} AS ${alias}`);
  }

  private async clear(table: TableBuild, alias: string): Promise<void> {
    await this.connection.run(`DETACH DATABASE IF EXISTS ${alias}`).catch(() => undefined);
    const path = this.draftOf(table, alias);
    for (const each of [path, `${path}.wal`]) await rm(each, { force: true });
  }

  /** Whether the files are those that the service has seen, and DuckDB finds no others. */
  private async isAsListed({ patterns, files }: TableBuild): Promise<boolean> {
    const found = new Set<unknown>();
    for (const pattern of patterns) {
      const reader = await this.connection.runAndReadAll(`SELECT file FROM glob(${quoteString(pattern)})`);
      for (const [file] of reader.getRows()) found.add(file);
    }
    const rows = files.filter(({ path }) => found.has(path));
    if (rows.length !== found.size) return false;
    for (const { path, signature } of files) {
      if (signature === '' || (await signatureAt(path)) !== signature) return false;
    }
    return true;
  }
}

/** The statement that attaches a file for kept rows. */
function attachment(path: string): string {
  return `ATTACH ${quoteString(path)} AS ${KEPT} (ROW_GROUP_SIZE ${ROW_GROUP_SIZE})`;
}

/**
 * The rows in the form in which they are kept: the newest first, since a query for these skips all others as soon as the first are found.
 * Rows of one time stay in the order of their files.
 */
function rowsToKeep(columns: readonly TypedColumn[], { sortedBy }: TableBuild): string {
  const order = sortedBy === undefined ? '' : ` ORDER BY ${quoteName(sortedBy)} DESC NULLS LAST, rowid`;
  return `SELECT ${heldItems(columns)}, ${quoteName(FILE_OF_ROW)} FROM ${READ}.${ROWS}${order}`;
}

/** DuckDB's message about a row without its values, which do not belong in a log. */
function withoutValues(text: string): string {
  const [kind = 'an error'] = /^[\w ]+ Error/.exec(text) ?? [];
  const line = /\bline:? (\d+)/i.exec(text)?.[1];
  return line === undefined ? kind : `${kind} in line ${line}`;
}
