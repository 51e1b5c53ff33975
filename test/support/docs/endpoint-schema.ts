import {
  AGENTS_ENTRY,
  COLUMN_ENTRY,
  ENDPOINT_FILE,
  PAGE_ENTRY,
} from '../../../src/endpoint-files/format/endpoint-file.js';
import { TEST_ENTRY } from '../../../src/endpoint-files/format/test-entry.js';
import { type Entry, type EntryKey } from '../../../src/endpoint-files/yaml/entry-keys.js';
import { type FileSchema } from '../../../src/endpoint-files/format/file-schema.js';
import { PARAMETER_ENTRY } from '../../../src/endpoint-files/format/parameter-entry.js';
import { quote } from '../../../src/errors/excerpt.js';
import { type KeyCondition, type KeyRelation } from '../../../src/endpoint-files/yaml/key-relations.js';
import { bareParameter, SCALARS, type ScalarTypeName } from '../../../src/parameters/parameter.js';
import { PARAMETER_NAME } from '../../../src/endpoint-files/format/parameter-name.js';
import { type ValueKeys, valueKeys } from '../../../src/endpoint-files/format/parameter-values.js';
import { SCALAR_RULES } from '../../../src/endpoint-files/format/scalar-rules.js';

/** The entries that are nested in a file. */
const NESTED: readonly Entry[] = [PARAMETER_ENTRY, COLUMN_ENTRY, PAGE_ENTRY, AGENTS_ENTRY, TEST_ENTRY];

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

/**
 * The JSON Schema of an endpoint file, for editors. It is made from the rules that files are checked by, and takes every file that they
 * take; a rule that no schema can say, such as whether the query is SQL, is left to `quern validate`.
 */
export function endpointSchema(): FileSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Quern endpoint file',
    description: 'A saved query that is served over HTTP.',
    ...entrySchema(ENDPOINT_FILE),
    definitions: {
      ...VALUE_DEFINITIONS,
      ...Object.fromEntries(NESTED.map((entry) => [entry.name, entrySchema(entry)])),
    },
  };
}

function entrySchema(entry: Entry): FileSchema {
  const keys = Object.entries(entry.keys);
  const clauses = [...relationClauses(entry), ...(entry === PARAMETER_ENTRY ? PARAMETER_VALUES : [])];
  return {
    type: 'object',
    properties: Object.fromEntries(keys.map(([name, key]) => [name, keySchema(name, key)])),
    required: keys.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    additionalProperties: false,
    ...(clauses.length > 0 && { allOf: clauses }),
  };
}

function keySchema(name: string, { description, rule, default: fallback }: EntryKey): FileSchema {
  return {
    description,
    ...(description.includes('`') && { markdownDescription: description }),
    ...rule.clause,
    ...(fallback !== undefined && { default: fallback }),
    errorMessage: `"${name}" must be ${rule.takes}`,
  };
}

/** The rules between the keys of an entry, in the keywords of JSON Schema. */
function relationClauses({ keys: all, relations = [] }: Entry): readonly FileSchema[] {
  return relations.map(({ kind, when, keys, says }: KeyRelation): FileSchema => {
    const conditions = when.map((condition) => conditionSchema(condition, all));
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

function conditionSchema(condition: KeyCondition, all: Entry['keys']): FileSchema {
  const properties: Record<string, FileSchema> = {};
  const required: string[] = [];
  for (const [key, values] of Object.entries(condition)) {
    if (values !== 'written') properties[key] = values.length === 1 ? { const: values[0] } : { enum: values };
    // A key that is left out holds its default.
    if (values === 'written' || !values.includes(all[key]?.default)) required.push(key);
  }
  return { ...(Object.keys(properties).length > 0 && { properties }), ...(required.length > 0 && { required }) };
}
