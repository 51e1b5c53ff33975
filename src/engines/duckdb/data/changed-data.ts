import { QuernError } from '../../../errors/quern-error.js';
import { errorText } from '../../../errors/error-text.js';
import { RefusedSql } from '../../refused-sql.js';
import { OTHER_COLUMN } from '../prepare.js';
import { REPLACED } from './database-file.js';
import { fileComplaint } from '../failure.js';
import { type TableSet, type UnreadableName } from './table-set.js';

/**
 * DuckDB's errors about a file that has gone (a JSON file counts as a folder then, which it may not look into), and ours about another one
 * with the same name.
 */
const FILE_GONE = new RegExp(
  `^(?:IO Error: No files found|Permission Error: Cannot access file|${REPLACED}|${OTHER_COLUMN})`,
);

/** Error about a column or a whole database that has gone; for callers' SQL it may have other reasons. */
const COLUMN_GONE = 'Binder Error';

/** Errors about a file of the store that is not as it was written, or has gone. */
const DAMAGE =
  /Corrupt database file|checksum|Could not read|not a valid DuckDB database|Cannot open database|Failed to deserialize/;

/** Whether a file of the store may be damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && DAMAGE.test(errorText(error.cause));
}

/** The failure of a query that was good once: a table that it reads has gone, or has other columns. */
export class ChangedData extends QuernError {
  constructor(cause: unknown) {
    super('query_failed', 'A table that the query reads is not there now, or has other columns than before.', {
      cause,
    });
  }
}

/** The failure for callers' SQL, where a failed query would be the caller's own fault. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof ChangedData)) return error;
  return new QuernError('engine_unavailable', error.detail, { cause: error.cause, retryAfterSeconds: 1 });
}

/** The failure of a query with a table that cannot be read as its files are now. */
export class UnreadableData extends QuernError {
  /** @param isNews whether a run has met it: after a look, another one would find the same until the files change, which is followed */
  constructor(
    { table, reason }: UnreadableName,
    readonly isNews = false,
  ) {
    super('query_failed', `The table "${table}" cannot be read as its files are now.`, { cause: new Error(reason) });
  }
}

/** A failure over files that have changed since the last look, which may be that of a value in them. */
export class DoubtfulFailure extends Error {
  constructor(readonly failure: unknown) {
    super('A table has changed.');
  }
}

/** DuckDB's names for the file with the row that it failed at. No text of a caller's comes before them. */
const FAILED_FILE =
  /^Invalid Input Error: (?:(?:(?:Malformed JSON|JSON transform error) in|Error when sniffing) file "(?<named>.+?)"|CSV Error on Line: [^]*?\n\s*file = (?<read>.+))/;

/** Replaces the failure of a run if a table has changed since the last look, and now has an unreadable row. */
export function asUnreadable(error: unknown, set: TableSet): unknown {
  if (!(error instanceof QuernError)) return error;
  const { named, read } = FAILED_FILE.exec(errorText(error.cause))?.groups ?? {};
  const table = set.tableOf(named ?? read ?? '');
  return table === undefined ? error : new UnreadableData({ table, reason: fileComplaint(error.cause) }, true);
}

/** Whether a failure may be over when the data have been looked at again. */
export function isAboutData(error: unknown): boolean {
  if (error instanceof ChangedData || error instanceof DoubtfulFailure) return true;
  return (error instanceof UnreadableData && error.isNews) || isGone(error);
}

/** Turns a failure over missing data into ChangedData, and a DoubtfulFailure into the failure that it wraps. */
export function aboutData(error: unknown): unknown {
  if (error instanceof DoubtfulFailure) return error.failure;
  return error instanceof QuernError && isGone(error) ? new ChangedData(error.cause) : error;
}

function isGone(error: unknown): boolean {
  const text = error instanceof Error ? errorText(error.cause) : '';
  return FILE_GONE.test(text) || (!(error instanceof RefusedSql) && text.startsWith(COLUMN_GONE));
}
