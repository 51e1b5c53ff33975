import { EndpointFile } from '../format/endpoint-file.js';
import { keywordsOf } from './endpoint-schema-rules.js';
import { type EntryKey, entryKeys } from '../yaml/entry-keys.js';
import { type FileSchema } from './file-schema.js';
import { ParameterEntry } from '../format/parameter-entry.js';
import { quote } from '../../errors/excerpt.js';
import { type KeyCondition, type KeyRelation, relationsOf } from '../yaml/key-relations.js';
import { bareParameter, SCALARS, type ScalarTypeName } from '../../parameters/parameter.js';
import { PARAMETER_NAME } from '../format/parameter-name.js';
import { type ValueKeys, valueKeys } from '../format/parameter-values.js';
import { SCALAR_RULES } from '../format/scalar-rules.js';

const VALUE_DEFINITIONS: Readonly<Record<string, FileSchema>> = {
  parameterName: {
    pattern: PARAMETER_NAME.form.source,
    not: { pattern: PARAMETER_NAME.reserved.source },
    errorMessage: `a parameter name has ${PARAMETER_NAME.rule}; sql is reserved`,
  },
  ...Object.fromEntries(SCALARS.map((type) => [type, SCALAR_RULES[type].schema])),
  // One value and an array of them have the same keys, but for the default.
  ...Object.fromEntries(
    SCALARS.map((type) => [`${type}Limits`, properties(keysOf(type, false), 'enum', 'min', 'max')]),
  ),
};

const PARAMETER_VALUES: readonly FileSchema[] = SCALARS.flatMap((type) =>
  [false, true].map((array) => ({
    if: { properties: { [array ? 'items' : 'type']: { const: type } }, required: [array ? 'items' : 'type'] },
    then: {
      ...properties(keysOf(type, array), 'default'),
      allOf: [{ $ref: `#/definitions/${type}Limits` }],
    },
  })),
);

function keysOf(type: ScalarTypeName, array: boolean): ValueKeys {
  return valueKeys({ ...bareParameter('', type), array });
}

function properties(keys: ValueKeys, ...names: readonly (keyof ValueKeys)[]): FileSchema {
  const clauses = names.flatMap((name) => (keys[name] ? [[name, keys[name].clause] as const] : []));
  return { properties: Object.fromEntries(clauses) };
}

type EntryClass = new () => object;

/**
 * The JSON Schema of an endpoint file, for editors. It is made from the rules that files are checked by, and takes every file that they
 * take; a rule that no schema can say, such as whether the query is SQL, is left to `quern validate`.
 */
export function endpointSchema(): FileSchema {
  const definitions = new Map<string, FileSchema>(Object.entries(VALUE_DEFINITIONS));
  const file = entrySchema(EndpointFile, definitions);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Quern endpoint file',
    description: 'A saved query that is served over HTTP.',
    ...file,
    definitions: Object.fromEntries(definitions),
  };
}

/** The schema of one class; those of the entries nested in it become definitions. */
function entrySchema(type: EntryClass, definitions: Map<string, FileSchema>): FileSchema {
  const refer = (nested: EntryClass): FileSchema => {
    const name = definitionName(nested);
    if (!definitions.has(name)) definitions.set(name, entrySchema(nested, definitions));
    return { $ref: `#/definitions/${name}` };
  };
  const keys = entryKeys(type);
  const clauses = [...relationClauses(type), ...(type === ParameterEntry ? PARAMETER_VALUES : [])];
  return {
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key.name, keySchema(key, refer)])),
    required: keys.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
    ...(clauses.length > 0 && { allOf: clauses }),
  };
}

function keySchema(key: EntryKey, refer: (nested: EntryClass) => FileSchema): FileSchema {
  return {
    description: key.description,
    ...(key.description.includes('`') && { markdownDescription: key.description }),
    ...keywordsOf(key.rules, refer),
    ...(key.default !== undefined && { default: key.default }),
    errorMessage: `"${key.name}" must be ${key.takes}`,
  };
}

/** `ParameterEntry` is `#/definitions/parameter`. */
function definitionName({ name }: EntryClass): string {
  const noun = name.replace(/Entry$/, '');
  return noun.charAt(0).toLowerCase() + noun.slice(1);
}

/** The rules between the keys of a class of entries, in the keywords of JSON Schema. */
function relationClauses(type: new () => object): readonly FileSchema[] {
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
