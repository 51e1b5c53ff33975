import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression } from '../expression.js';
import { heldRecord } from '../records/held-record.js';
import { bound, eachOf } from '../sandbox/fallible-list.js';
import { normalJson } from '../../../../googlesql/json/json-normal.js';
import { BadJson } from '../../../../googlesql/json/json-tokens.js';
import { fieldKeys } from '../types/struct-fields.js';
import { isNullable, type SqlType, typeName } from '../../../../googlesql/types/types.js';
import { filledSql, joinSql, SQL, type Sql, fieldSql, lambdaSql, textSql } from '../sql-tree/sql.js';

/** Purpose of encoding: the text of TO_JSON_STRING, or a part of a JSON value, where TO_JSON has other numbers. */
export type Encoding = 'text' | 'value';

/** SQL for the text of each scalar; `$` stands for the value. A NULL in it is `null` in the text. */
const SCALARS: Readonly<Record<string, string | Readonly<Record<Encoding, string>>>> = {
  STRING: { text: 'bq_to_json_string(to_json($))', value: 'CAST(to_json($) AS VARCHAR)' },
  BYTES: `('"' || to_base64($) || '"')`,
  BOOL: 'CAST($ AS VARCHAR)',
  INT64: { text: 'bq_json_wide_text($)', value: 'CAST($ AS VARCHAR)' },
  FLOAT64: { text: 'bq_json_float_text($)', value: 'bq_json_float($)' },
  NUMERIC: { text: 'bq_json_numeric_text($)', value: 'bq_json_numeric($)' },
  DATE: `('"' || CAST($ AS VARCHAR) || '"')`,
  TIME: `('"' || bq_time_text($) || '"')`,
  DATETIME: `('"' || replace(bq_datetime_text($), ' ', 'T') || '"')`,
  TIMESTAMP: `('"' || replace(bq_datetime_text(make_timestamp(epoch_us($))), ' ', 'T') || 'Z"')`,
  JSON: { text: 'bq_json_normal($)', value: 'CAST($ AS VARCHAR)' },
};

/** DuckDB SQL for the JSON text of a value, which is never NULL: a NULL is `null`. */
export function jsonEncoded({ sql, type }: Expression, encoding: Encoding, node: WrittenNode): Sql {
  return encoded(sql, type, encoding, node, 0);
}

function encoded(sql: Sql, type: SqlType, encoding: Encoding, node: WrittenNode, depth: number): Sql {
  if (type.kind === 'NULL') return SQL`'null'`;
  const value = lambdaSql(`v${depth}`);
  if (type.kind === 'ARRAY' && type.single) {
    const record = heldRecord(sql, type.element, type.single);
    const text = SQL`('[' || ${encoded(record.sql, record.type, encoding, node, depth)} || ']')`;
    return record.held?.presence ? SQL`CASE WHEN ${record.held.presence} THEN ${text} ELSE '[]' END` : text;
  }
  if (type.kind === 'ARRAY') {
    const parts = eachOf(sql, value, encoded(value, type.element, encoding, node, depth + 1));
    const text = SQL`bq_json_array_text(${parts})`;
    return isNullable(type) ? text : SQL`CASE WHEN ${sql} IS NULL THEN 'null' ELSE ${text} END`;
  }
  if (type.kind === 'STRUCT') {
    const keys = fieldKeys(type.fields);
    const members = type.fields.map((field, index) => {
      const part = encoded(fieldSql(value, keys[index] ?? '', field.type), field.type, encoding, node, depth + 1);
      return { key: jsonKey(field.name, node), part };
    });
    const text = objectText(encoding === 'text' ? members : firstOfEach(members));
    // The value is bound to a name, since a part of it is taken for every field.
    return bound(sql, value, SQL`CASE WHEN ${value} IS NULL THEN 'null' ELSE ${text} END`);
  }
  const template = SCALARS[type.kind];
  if (template === undefined) throw unsupportedAt(node, `JSON of ${typeName(type)}`);
  const written = typeof template === 'string' ? template : template[encoding];
  return SQL`coalesce(${filledSql(written, sql)}, 'null')`;
}

/** The member of an object with a name that is known at load. */
export interface Member {
  /** Name as JSON text. */
  readonly key: string;
  /** DuckDB SQL of the value's JSON text. */
  readonly part: Sql;
}

/** A name as JSON text. */
export function jsonKey(name: string, node: WrittenNode): string {
  if (name === '') throw unsupportedAt(node, 'JSON of a STRUCT field without a name; write AS name after it, which');
  const key = normalJson(JSON.stringify(name));
  if (key instanceof BadJson) throw unsupportedAt(node, `the name "${name}" in JSON`);
  return key;
}

/** The members of an object, which keeps the first of several of one name, in the order of the bytes of their names. */
export function firstOfEach(members: readonly Member[]): readonly Member[] {
  const firsts = members.filter(({ key }, index) => members.findIndex((other) => other.key === key) === index);
  const bytes = ({ key }: Member) => Buffer.from(JSON.parse(key) as string);
  return [...firsts].sort((left, right) => Buffer.compare(bytes(left), bytes(right)));
}

/** DuckDB SQL for the text of an object. */
export function objectText(members: readonly Member[]): Sql {
  const parts = members.map(({ key, part }, index) => SQL`${textSql(`${index === 0 ? '' : ','}${key}:`)} || ${part}`);
  return SQL`(${joinSql([SQL`'{'`, ...parts, SQL`'}'`], ' || ')})`;
}
