import { errorText } from '../../../errors/error-text.js';
import { QuernError } from '../../../errors/quern-error.js';
import { RefusedSql } from '../../refused-sql.js';
import { OTHER_COLUMN } from '../prepare.js';
import { REPLACED } from './database-file.js';
import { fileComplaint } from '../failure.js';
import { type TableSet, type UnreadableName } from './table-set.js';

/**
 * What is said where a file has gone (one of JSON DuckDB takes for a folder then, which it may not look into), and where what has its
 * name is another one.
 */
const FILE_GONE = new RegExp(
  `^(?:IO Error: No files found|Permission Error: Cannot access file|${REPLACED}|${OTHER_COLUMN})`,
);

/** What it says where a column or a whole database has gone; of callers' SQL it may say so for other reasons. */
const COLUMN_GONE = 'Binder Error';

/** What it says of a file of the store that is not as it was written, or has gone. */
const DAMAGE =
  /Corrupt database file|checksum|Could not read|not a valid DuckDB database|Cannot open database|Failed to deserialize/;

/** May a file of the store be damaged? */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && DAMAGE.test(errorText(error.cause));
}

/** The query was good once: a table that it reads has gone, or has other columns. */
export class ChangedData extends QuernError {
  constructor(cause: unknown) {
    super('query_failed', 'A table that the query reads is not there now, or has other columns than before.', {
      cause,
    });
  }
}

/** The same for callers' SQL, of which a query that fails would be the caller's own fault. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof ChangedData)) return error;
  return new QuernError('engine_unavailable', error.detail, { cause: error.cause, retryAfterSeconds: 1 });
}

/** A table that the query reads cannot be read as its files are now. */
export class UnreadableData extends QuernError {
  /** @param isNews a run has met it; of what a look has found, another one would find the same until the files change, which is followed */
  constructor(
    { table, reason }: UnreadableName,
    readonly isNews = false,
  ) {
    super('query_failed', `The table "${table}" cannot be read as its files are now.`, { cause: new Error(reason) });
  }
}

/** How DuckDB names the file whose rows it has failed at. Nothing of a caller's stands in front. */
const FAILED_FILE =
  /^Invalid Input Error: (?:(?:(?:Malformed JSON|JSON transform error) in|Error when sniffing) file "(?<named>.+?)"|CSV Error on Line: [^]*?\n\s*file = (?<read>.+))/;

/** The failure of a run whose table has changed since it was looked at last, where a row is none now. */
export function asUnreadable(error: unknown, set: TableSet): unknown {
  if (!(error instanceof QuernError)) return error;
  const { named, read } = FAILED_FILE.exec(errorText(error.cause))?.groups ?? {};
  const table = set.tableOf(named ?? read ?? '');
  return table === undefined ? error : new UnreadableData({ table, reason: fileComplaint(error.cause) }, true);
}

/** A failure that may be over when the data have been looked at again. */
export function isAboutData(error: unknown): boolean {
  return error instanceof ChangedData || (error instanceof UnreadableData && error.isNews) || isGone(error);
}

/** The failure in words that say so. */
export function aboutData(error: unknown): unknown {
  return error instanceof QuernError && isGone(error) ? new ChangedData(error.cause) : error;
}

function isGone(error: unknown): boolean {
  const text = error instanceof Error ? errorText(error.cause) : '';
  return FILE_GONE.test(text) || (!(error instanceof RefusedSql) && text.startsWith(COLUMN_GONE));
}
