import { namelessKey } from './struct-fields.js';
import { type SqlType } from '../../../../googlesql/types/types.js';

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
