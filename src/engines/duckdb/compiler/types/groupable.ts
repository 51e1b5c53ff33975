import { isNullable, type SqlType } from '../../../../googlesql/types/types.js';

/** Remedy for a value that cannot be put together with others. */
export const UNGROUPABLE = '; take a field of it, or TO_JSON_STRING of it';

/**
 * Whether GROUP BY and SELECT DISTINCT put values of a type together: NULLs and NaNs within them are alike. An array that a record of a
 * table lacks is an empty one in BigQuery and NULL in the record that DuckDB compares.
 */
export function isGroupable(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return isGroupable(type.element);
  if (type.kind === 'STRUCT') return type.fields.every((field) => !isNullable(field.type) && isGroupable(field.type));
  return type.kind !== 'JSON';
}
