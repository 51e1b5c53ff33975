import { type StructField } from '../../../../googlesql/types/types.js';

type Fields = readonly Pick<StructField, 'name'>[];

/** Keys by fields, since they are asked for with every field of a record. */
const known = new WeakMap<Fields, readonly string[]>();

/**
 * DuckDB's names for the fields of a STRUCT: it needs a name for each, and no two alike, where GoogleSQL lets fields be nameless or share a
 * name. A nameless field gets the name that BigQuery gives it in an answer.
 */
export function fieldKeys(fields: Fields): readonly string[] {
  const keys = known.get(fields) ?? madeKeys(fields);
  known.set(fields, keys);
  return keys;
}

function madeKeys(fields: Fields): readonly string[] {
  const taken = new Set(fields.map(({ name }) => name.toLowerCase()));
  const given = new Set<string>();
  return fields.map(({ name }, index) => {
    let key = name;
    if (name === '' || given.has(name.toLowerCase())) {
      key = namelessKey(index);
      while (taken.has(key.toLowerCase())) key += '_';
      taken.add(key.toLowerCase());
    }
    given.add(key.toLowerCase());
    return key;
  });
}

/** The mark of a record that stands for an array, beside its fields: TRUE where it is there. */
export function presenceKey(fields: Fields): string {
  const taken = new Set(fieldKeys(fields).map((key) => key.toLowerCase()));
  let key = 'there';
  while (taken.has(key)) key += '_';
  return key;
}

/** BigQuery's name for a field without one, counted from 1. */
export function namelessKey(index: number): string {
  return `_field_${index + 1}`;
}
