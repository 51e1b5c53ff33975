import { type Expression, typed, coercedTo } from '../expression.js';
import { INT64, JSON_TYPE, STRING } from '../../../../googlesql/types/types.js';
import { SQL, textSql } from '../sql-tree/sql.js';

/** `json.name`: the member of an object; NULL where there is none. */
export function jsonField({ sql }: Expression, name: string): Expression {
  // A constant path, where DuckDB's own can write the name, lets it look for the member at once.
  const plain = name !== '' && !/["\\*]/.test(name);
  const found = plain
    ? SQL`json_extract(${sql}, ${textSql(`$."${name}"`)})`
    : SQL`bq_json_field(${sql}, ${textSql(name)})`;
  return typed(found, JSON_TYPE);
}

/** `json[0]` and `json['name']`; NULL where there is no such element. */
export function jsonElement(value: Expression, index: Expression): Expression {
  if (index.type.kind === 'NULL') return typed(SQL`CAST(NULL AS JSON)`, JSON_TYPE);
  if (index.type.kind === 'STRING') {
    if (typeof index.literal === 'string') return jsonField(value, index.literal);
    return typed(SQL`bq_json_field(${value.sql}, ${coercedTo(index, STRING)})`, JSON_TYPE);
  }
  if (typeof index.literal === 'bigint' && index.literal >= 0n && index.literal < 1_000_000_000n) {
    return typed(SQL`json_extract(${value.sql}, ${textSql(`$[${index.literal}]`)})`, JSON_TYPE);
  }
  return typed(SQL`bq_json_element(${value.sql}, ${coercedTo(index, INT64)})`, JSON_TYPE);
}
