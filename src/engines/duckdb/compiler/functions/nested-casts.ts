import { coerce, type Expression } from '../expression.js';
import { eachElement, eachField, isStruct } from '../expressions/struct-value.js';
import { type SqlType, typeName } from '../../../../googlesql/types/types.js';
import { filledSql, type Sql } from '../sql-tree/sql.js';

/** DuckDB SQL of a cast between two scalar types, named as `FROM TO`; `$` stands for the value. */
type Template = (pair: string) => string | undefined;

/**
 * SQL of a value cast to another type: ARRAYs element by element, STRUCTs field by field in their order. Undefined where the engine lacks
 * one of the casts in it.
 */
export function castTo(value: Expression, type: SqlType, template: Template): Sql | undefined {
  const { type: from } = value;
  if (from.kind === 'ARRAY' && type.kind === 'ARRAY' && from.element.kind !== 'NULL') {
    return eachElement(value, (each) => castTo(each, type.element, template));
  }
  if (isStruct(from) && isStruct(type)) {
    return eachField(value, type.fields, (field, to) => castTo(field, to, template));
  }
  return coerce(value, type) ?? filledSql(template(`${typeName(from)} ${typeName(type)}`), value.sql);
}
