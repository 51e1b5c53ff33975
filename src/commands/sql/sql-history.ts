import { join } from 'node:path';
import { replacePrivateFile } from '../../access/private-file.js';
import { readRegular } from '../../files/regular-file.js';
import { normalSql } from '../../googlesql/tokens/normal-sql.js';

const FILE = join('.quern', 'sql_history');
const MAX_ENTRIES = 1000;

/** Earlier lines, the latest first. The terminal puts its lines in front; a query of several lines becomes one entry. */
export class SqlHistory {
  private saving: Promise<void> = Promise.resolve();

  private constructor(private entries: string[]) {}

  static async open(): Promise<SqlHistory> {
    const text = await readRegular(FILE).catch(() => '');
    return new SqlHistory(text.split('\n').filter(Boolean));
  }

  get terminalOptions() {
    return { history: [...this.entries], historySize: MAX_ENTRIES, removeHistoryDuplicates: true };
  }

  /** Takes over the terminal's own list, as it is now. */
  took(entries: string[]): void {
    this.entries = entries;
    this.save();
  }

  /** Makes one entry of the lines of a query, so that it is found again as a whole. */
  join(lines: readonly string[], statement: string): void {
    const typed = lines.filter((line) => line.trim() !== '').reverse();
    const entry = `${normalSql(statement)};`;
    const at = this.entries.findIndex((_, index) => typed.every((line, next) => this.entries[index + next] === line));
    // A text of several lines stays as it was typed.
    if (typed.length < 2 || at < 0 || entry.includes('\n')) return;
    this.entries.splice(at, typed.length, entry);
    this.save();
  }

  /** Saves the entries, readable for the operator alone: queries have values in them. A failure to write is ignored. */
  private save(): void {
    const text = this.entries.join('\n');
    this.saving = this.saving.then(async () => replacePrivateFile(FILE, text)).catch(() => undefined);
  }
}
