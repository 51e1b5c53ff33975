import { fieldKeys } from '../types/struct-fields.js';
import { type ScalarKind, type SqlType } from '../../../../googlesql/types/types.js';
import { SQL, type Sql } from '../sql-tree/sql.js';

/** Scalars that DuckDB's `to_json` writes as the answer has them: others differ, or would have to be made up in SQL. */
const WRITTEN: ReadonlySet<SqlType['kind']> = new Set<ScalarKind>(['STRING', 'BOOL', 'INT64']);

/** Names that are written in JSON as they are. */
const PLAIN = /^[^\\"\p{Cc}]*$/u;

/** A nested value that DuckDB can write as the JSON text that the answer has, on its own threads. */
export function isWritten(type: SqlType): boolean {
  return (type.kind === 'ARRAY' || type.kind === 'STRUCT') && hasWrittenParts(type);
}

function hasWrittenParts(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return hasWrittenParts(type.element);
  if (type.kind === 'STRUCT') {
    const keys = fieldKeys(type.fields);
    return type.fields.every(
      ({ name, type: own }, index) => name === keys[index] && PLAIN.test(name) && hasWrittenParts(own),
    );
  }
  return WRITTEN.has(type.kind);
}

/**
 * DuckDB SQL for the JSON text of a nested value. Writing thousands of log entries in JavaScript, row by row, took longer than finding them
 * in DuckDB, on the thread that answers all other requests. `written-json.ts` then makes the changes that answers need.
 */
export function jsonText(expression: Sql): Sql {
  return SQL`to_json(${expression})`;
}
