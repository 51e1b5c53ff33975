import { ignoredReason, SCHEMA_SUFFIX, tableFileName } from './duckdb/data/file-names.js';

/** Which table a file is, by its name, or why it is none. */
export function tableOfFile(file: string): { readonly table: string } | { readonly reason: string } {
  const name = tableFileName(file);
  return name ? { table: name.table } : { reason: ignoredReason(file) ?? 'its name has no extension of one' };
}

/** The file beside it that says which columns the table has. */
export function schemaFileOf(table: string): string {
  return `${table}${SCHEMA_SUFFIX}`;
}
