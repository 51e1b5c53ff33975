import { type TableSchema } from '../../../../catalog/log-tables/log-tables.js';

/** What rows are held to. */
export interface SoundTerms {
  readonly schema: TableSchema | undefined;
  /** Columns that have a value in each row. */
  readonly required: readonly string[];
  /** Files that nobody has read as they are now. */
  readonly paths: readonly string[];
}

/** What to do about a value that is not of its column's type. */
export const OTHER_TYPE = 'mend it, or give the column another type in the .schema.json file beside it';

/** A file of a table, or its schema, is not what its name says; the message says where and what to do. */
export class UnsoundFile extends Error {
  override readonly name = 'UnsoundFile';

  constructor(
    readonly path: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
