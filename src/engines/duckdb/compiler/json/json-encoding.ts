import { type CstNode } from '../cst.js';
import { type Expression } from '../expression.js';
import { fallibleList } from '../sandbox/fallible-list.js';
import { BadJson, normalJson } from './json-normal.js';
import { fieldKeys } from '../types/struct-fields.js';
import { isNullable, type SqlType, typeName } from '../../../../googlesql/types/types.js';
import { quoteString } from '../types/duckdb-types.js';

/** What a value is encoded for: as TO_JSON_STRING writes it, or as a part of a JSON value, where TO_JSON has other numbers. */
export type Encoding = 'text' | 'value';

/** How each scalar is written; `$` stands for the value. What may be NULL here is `null` in the text. */
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
export function jsonEncoded({ sql, type }: Expression, encoding: Encoding, node: CstNode): string {
  return encoded(sql, type, encoding, node, 0);
}

function encoded(sql: string, type: SqlType, encoding: Encoding, node: CstNode, depth: number): string {
  if (type.kind === 'NULL') return `'null'`;
  const value = `v${depth}`;
  if (type.kind === 'ARRAY') {
    const parts = `list_transform(${fallibleList(sql)}, lambda ${value}: ${encoded(value, type.element, encoding, node, depth + 1)})`;
    const text = `bq_json_array_text(${parts})`;
    return isNullable(type) ? text : `CASE WHEN ${sql} IS NULL THEN 'null' ELSE ${text} END`;
  }
  if (type.kind === 'STRUCT') {
    const keys = fieldKeys(type.fields);
    const members = type.fields.map((field, index) => {
      const part = encoded(
        `struct_extract(${value}, ${quoteString(keys[index] ?? '')})`,
        field.type,
        encoding,
        node,
        depth + 1,
      );
      return { key: jsonKey(field.name, node), part };
    });
    const text = objectText(encoding === 'text' ? members : firstOfEach(members));
    // Bound to a name, since a part of it is taken for every field.
    return `list_transform(${fallibleList(`[${sql}]`)}, lambda ${value}: CASE WHEN ${value} IS NULL THEN 'null' ELSE ${text} END)[1]`;
  }
  const template = SCALARS[type.kind];
  if (template === undefined) throw node.unsupported(`JSON of ${typeName(type)}`);
  const written = typeof template === 'string' ? template : template[encoding];
  return `coalesce(${written.replaceAll('$', () => sql)}, 'null')`;
}

/** The member of an object with a name that is known at load. */
export interface Member {
  /** As JSON text. */
  readonly key: string;
  /** DuckDB SQL of its JSON text. */
  readonly part: string;
}

/** A name as JSON text. */
export function jsonKey(name: string, node: CstNode): string {
  if (name === '') throw node.unsupported('JSON of a STRUCT field without a name; write AS name after it, which');
  try {
    return normalJson(JSON.stringify(name));
  } catch (error) {
    if (error instanceof BadJson) throw node.unsupported(`the name "${name}" in JSON`);
    throw error;
  }
}

/** An object keeps the first of several members of one name, in the order of the bytes of their names. */
export function firstOfEach(members: readonly Member[]): readonly Member[] {
  const firsts = members.filter(({ key }, index) => members.findIndex((other) => other.key === key) === index);
  const bytes = ({ key }: Member) => Buffer.from(JSON.parse(key) as string);
  return [...firsts].sort((left, right) => Buffer.compare(bytes(left), bytes(right)));
}

/** DuckDB SQL for the text of an object. */
export function objectText(members: readonly Member[]): string {
  const parts = members.map(({ key, part }, index) => `${quoteString(`${index === 0 ? '' : ','}${key}:`)} || ${part}`);
  return `(${[`'{'`, ...parts, `'}'`].join(' || ')})`;
}
