import { quote } from '../../errors/excerpt.js';
import { type KeyCondition, type KeyRelation, relationsOf } from '../yaml/key-relations.js';
import type { FileSchema } from './file-schema.js';

/** The rules between the keys of a class of entries, in the keywords of JSON Schema. */
export function relationClauses(type: new () => object): readonly FileSchema[] {
  const defaults = new Map<string, unknown>(Object.entries(new type()));
  return relationsOf(type).map(({ kind, when, keys, says }: KeyRelation): FileSchema => {
    const conditions = when.map((condition) => conditionSchema(condition, defaults));
    const [only, ...others] = conditions;
    const errorMessage = says(keys.map(quote).join(kind === 'excludes' ? ' or ' : ' and '));
    return {
      if: only && others.length === 0 ? only : { anyOf: conditions },
      then:
        kind === 'excludes'
          ? { properties: Object.fromEntries(keys.map((key) => [key, false])), errorMessage }
          : { required: keys, errorMessage },
    };
  });
}

function conditionSchema(condition: KeyCondition, defaults: ReadonlyMap<string, unknown>): FileSchema {
  const properties: Record<string, FileSchema> = {};
  const required: string[] = [];
  for (const [key, values] of Object.entries(condition)) {
    if (values !== 'written') properties[key] = values.length === 1 ? { const: values[0] } : { enum: values };
    // A key that is left out holds its default.
    if (values === 'written' || !values.includes(defaults.get(key))) required.push(key);
  }
  return { ...(Object.keys(properties).length > 0 && { properties }), ...(required.length > 0 && { required }) };
}
