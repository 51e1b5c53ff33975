import { type TableSchema } from '../../../../catalog/log-tables/log-tables.js';

/** Terms that rows have to keep. */
export interface SoundTerms {
  readonly schema: TableSchema | undefined;
  /** Columns that have a value in each row. */
  readonly required: readonly string[];
  /** Files whose present content has not been read. */
  readonly paths: readonly string[];
}

/** Remedy for a value that is not of its column's type. */
export const OTHER_TYPE = 'mend it, or give the column another type in the .schema.json file beside it';

/** The failure of a table's file, or of its schema, with another content than its name says; the message has the place and the remedy. */
export class UnsoundFile extends Error {
  override readonly name = 'UnsoundFile';

  constructor(
    readonly path: string,
    message: string,
    readonly line?: number,
  ) {
    super(message);
  }
}
