import { ignoredReason, SCHEMA_SUFFIX, tableFileName } from './duckdb/data/file-names.js';

/** The table in a file, by the file's name, or why there is none. */
export function tableOfFile(file: string): { readonly table: string } | { readonly reason: string } {
  const name = tableFileName(file);
  return name ? { table: name.table } : { reason: ignoredReason(file) ?? 'its name has no extension of one' };
}

/** Name of the file beside it that declares the table's columns. */
export function schemaFileOf(table: string): string {
  return `${table}${SCHEMA_SUFFIX}`;
}
