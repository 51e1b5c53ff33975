import { type SqlType } from '../../../../googlesql/types/types.js';
import { duckDbType, quoteString } from '../../compiler/types/duckdb-types.js';
import { decoded, undecoded } from '../../decoded-bytes.js';

/** DuckDB's SQL for the value of this name in an object of JSON. */
export function memberOf(json: string, name: string): string {
  return `json_extract(${json}, ${memberPath(name)})`;
}

/** The name as a JSON Pointer (RFC 6901), as DuckDB's functions take it. */
export function memberPath(name: string): string {
  return quoteString(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

/** DuckDB's SQL that is true for a value that is not of a type, at any depth. Missing values and null are of each type. */
export function isUnfit(json: string, type: SqlType): string {
  return `coalesce(json_type(${json}) <> 'NULL' AND (${isOther(json, type)}), false)`;
}

function isOther(json: string, type: SqlType): string {
  if (type.kind === 'STRUCT')
    return [
      `json_type(${json}) <> 'OBJECT'`,
      ...type.fields.map((field) => isUnfit(memberOf(json, field.name), field.type)),
    ].join(' OR ');
  if (type.kind === 'ARRAY') {
    const unfit = `list_filter(CAST(${json} AS JSON[]), lambda item: ${isUnfit('item', type.element)})`;
    return `CASE json_type(${json}) WHEN 'ARRAY' THEN len(${unfit}) > 0 ELSE true END`;
  }
  const read = `json_transform_strict(${json}, ${quoteString(JSON.stringify(duckDbType(undecoded(type))))})`;
  return `TRY(${decoded(read, type)}) IS NULL`;
}
