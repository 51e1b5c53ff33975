import { type SqlType } from '../../../../googlesql/types/types.js';
import { heldRecord } from '../records/held-record.js';
import { fallibleList } from '../sandbox/fallible-list.js';
import { fieldKeys } from './struct-fields.js';
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
      return SQL`coalesce(list_transform(${fallibleList(expression)}, lambda ${item}: ${element}), [])`;
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
  return SQL`struct_pack(${joinSql(values, ', ')})`;
}
