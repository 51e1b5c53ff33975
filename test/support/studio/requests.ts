/** A request that Studio sends, as this suite replays it: the SQL's shape is Studio's, its wording ours. */
export interface StudioRequest {
  readonly page: string;
  readonly sql: string;
  /** The columns that the page reads. */
  readonly columns: readonly string[];
  /** Which of the two times are sent; one that is not is sent as an empty text, as Studio does. */
  readonly times?: 'both' | 'end';
}

/** A text as Studio writes it into SQL: quotes and backslashes are doubled. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

export const report = (page: string, columns: string, sql: string): StudioRequest => ({
  page: `report, ${page}`,
  columns: columns.split(' '),
  sql,
});
