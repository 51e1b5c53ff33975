import { fallibleList } from '../sandbox/fallible-list.js';
import { fieldKeys } from '../types/struct-fields.js';
import { type ScalarKind, type SqlType } from '../../../../googlesql/types/types.js';
import { quoteName, quoteString } from '../types/duckdb-types.js';
import { type NumberFormat } from '../../../number-format.js';

/** The scalars that DuckDB's `to_json` writes as the answer has them: others differ, or would have to be made up in SQL. */
const WRITTEN: ReadonlySet<SqlType['kind']> = new Set<ScalarKind>(['STRING', 'BOOL', 'INT64']);

/** A nested value that DuckDB can write as the JSON text that the answer has, on its own threads. */
export function isWritten(type: SqlType): boolean {
  return (type.kind === 'ARRAY' || type.kind === 'STRUCT') && hasWrittenParts(type);
}

function hasWrittenParts(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return hasWrittenParts(type.element);
  if (type.kind === 'STRUCT') {
    const keys = fieldKeys(type.fields);
    return type.fields.every(({ name, type: own }, index) => name === keys[index] && hasWrittenParts(own));
  }
  return WRITTEN.has(type.kind);
}

/**
 * DuckDB SQL for the JSON text of a nested value. Row by row in JavaScript it took thousands of log entries longer to be
 * written than to be found, on the thread that has all other requests to answer.
 */
export function jsonText(expression: string, type: SqlType, numbers: NumberFormat): string {
  return `to_json(${written(expression, type, numbers, 0)})`;
}

const INT64_AS: Readonly<Record<NumberFormat, (expression: string) => string>> = {
  exact: (expression) => `bq_json_int(${expression})`,
  string: (expression) => `CAST(${expression} AS VARCHAR)`,
  number: (expression) => expression,
};

/** The value itself, changed so far that `to_json` writes it as GoogleSQL's TO_JSON_STRING does. */
function written(expression: string, type: SqlType, numbers: NumberFormat, depth: number): string {
  switch (type.kind) {
    case 'ARRAY': {
      const item = `e${depth}`;
      // BigQuery's arrays may have NULL elements in a query, not in an answer.
      const element = `CASE WHEN ${item} IS NULL THEN error('an ARRAY of the answer has a NULL element') ELSE ${written(item, type.element, numbers, depth + 1)} END`;
      // BigQuery has no NULL arrays in answers, only empty ones.
      return `coalesce(list_transform(${fallibleList(expression)}, lambda ${item}: ${element}), [])`;
    }
    case 'STRUCT': {
      const fields = type.fields.map(({ name, type: fieldType }) => {
        const key = quoteName(name);
        const value = `struct_extract(${expression}, ${quoteString(name)})`;
        return `${key} := ${written(value, fieldType, numbers, depth)}`;
      });
      return `CASE WHEN ${expression} IS NOT NULL THEN struct_pack(${fields.join(', ')}) END`;
    }
    case 'INT64':
      return INT64_AS[numbers](expression);
    default:
      return expression;
  }
}
