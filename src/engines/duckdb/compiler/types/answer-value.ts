import { type SqlType, type ScalarKind } from '../../../../googlesql/types/types.js';
import { heldRecord } from '../records/held-record.js';
import { eachOf } from '../sandbox/fallible-list.js';
import { fieldKeys, namelessKey } from './struct-fields.js';
import { joinSql, SQL, type Sql, fieldSql, lambdaSql, nameSql } from '../sql-tree/sql.js';

/** Writes a scalar. */
type ScalarSql = (expression: Sql, type: SqlType) => Sql;

const ANSWERED: ScalarSql = (expression, { kind }) =>
  kind === 'JSON' ? SQL`bq_json_answer(${expression})` : expression;

/** DuckDB SQL for a value in BigQuery's answers: no array is NULL, and none has a NULL element. */
export function answerValue(expression: Sql, type: SqlType, scalar = ANSWERED, depth = 0): Sql {
  switch (type.kind) {
    case 'ARRAY': {
      if (type.single) {
        const list = SQL`[${answerRecord(expression, type.element, scalar, depth)}]`;
        const { presence } = heldRecord(expression, type.element, type.single).held ?? {};
        return presence ? SQL`CASE WHEN ${presence} THEN ${list} ELSE [] END` : list;
      }
      const item = lambdaSql(`e${depth}`);
      // BigQuery's arrays may have NULL elements in a query, not in an answer.
      const element = SQL`CASE WHEN ${item} IS NULL THEN error('an ARRAY of the answer has a NULL element') ELSE ${answerValue(item, type.element, scalar, depth + 1)} END`;
      // BigQuery has no NULL arrays in answers, only empty ones.
      return SQL`coalesce(${eachOf(expression, item, element)}, [])`;
    }
    case 'STRUCT':
      return SQL`CASE WHEN ${expression} IS NOT NULL THEN ${answerRecord(expression, type, scalar, depth)} END`;
    default:
      return scalar(expression, type);
  }
}

/** A STRUCT that is not NULL. */
function answerRecord(expression: Sql, type: SqlType, scalar: ScalarSql, depth: number): Sql {
  const fields = type.kind === 'STRUCT' ? type.fields : [];
  const keys = fieldKeys(fields);
  const values = fields.map(({ type: fieldType }, index) => {
    const key = keys[index] ?? '';
    return SQL`${nameSql(key)} := ${answerValue(fieldSql(expression, key, fieldType), fieldType, scalar, depth)}`;
  });
  return SQL`struct_pack(${joinSql(values)})`;
}

/** The type in BigQuery's answers: fields without a name get one. Undefined where two fields have the same. */
export function answerType(type: SqlType): SqlType | undefined {
  if (type.kind === 'ARRAY') {
    const element = answerType(type.element);
    return element && { ...type, element };
  }
  if (type.kind !== 'STRUCT') return type;
  const fields = type.fields.flatMap((field, index) => {
    const own = answerType(field.type);
    return own ? [{ name: field.name || namelessKey(index), type: own }] : [];
  });
  const names = new Set(fields.map(({ name }) => name.toLowerCase()));
  return names.size < type.fields.length ? undefined : { kind: 'STRUCT', fields };
}

/** Scalars that DuckDB's `to_json` writes as the answer has them: others differ, or would have to be made up in SQL. */
const WRITTEN: ReadonlySet<SqlType['kind']> = new Set<ScalarKind>(['STRING', 'BOOL', 'INT64']);

/** Names that are written in JSON as they are. */
const PLAIN = /^[^\\"\p{Cc}]*$/u;

/**
 * Whether DuckDB can write a nested value as the JSON text that the answer has, on its own threads. Writing thousands of log entries in
 * JavaScript, row by row, took longer than finding them in DuckDB, on the thread that answers all other requests. `written-json.ts` then
 * makes the changes that answers need.
 */
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
