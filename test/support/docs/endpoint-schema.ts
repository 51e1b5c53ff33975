import { EndpointFile } from '../../../src/endpoint-files/format/endpoint-file.js';
import { type EntryKey, entryKeys, type KeyRule } from '../../../src/endpoint-files/yaml/entry-keys.js';
import { type FileSchema } from '../../../src/endpoint-files/format/file-schema.js';
import { ParameterEntry } from '../../../src/endpoint-files/format/parameter-entry.js';
import { quote } from '../../../src/errors/excerpt.js';
import { type KeyCondition, type KeyRelation, relationsOf } from '../../../src/endpoint-files/yaml/key-relations.js';
import { bareParameter, SCALARS, type ScalarTypeName } from '../../../src/parameters/parameter.js';
import { PARAMETER_NAME } from '../../../src/endpoint-files/format/parameter-name.js';
import { type ValueKeys, valueKeys } from '../../../src/endpoint-files/format/parameter-values.js';
import { SCALAR_RULES } from '../../../src/endpoint-files/format/scalar-rules.js';
import { type Clause } from '../../../src/endpoint-files/format/file-rules.js';

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

type Refer = Parameters<Clause>[0];

/** Every rule of class-validator that an entry class may use, in the keywords of JSON Schema. */
const KEYWORDS: Readonly<Record<string, (constraints: readonly unknown[]) => FileSchema>> = {
  isIn: ([choices]) => ({ enum: choices as unknown[] }),
  isString: () => ({ type: 'string' }),
  matches: ([pattern]) => ({ type: 'string', pattern: (pattern as RegExp).source }),
  isLength: ([min, max]) => ({ minLength: Number(min), maxLength: Number(max) }),
  maxLength: ([max]) => ({ maxLength: Number(max) }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  min: ([min]) => ({ minimum: Number(min) }),
  max: ([max]) => ({ maximum: Number(max) }),
  isArray: () => ({ type: 'array' }),
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayMaxSize: ([max]) => ({ maxItems: Number(max) }),
  arrayUnique: () => ({ uniqueItems: true }),
};

/** The keywords of all rules of one key. */
export function keywordsOf(rules: readonly KeyRule[], refer: Refer): FileSchema {
  const checks = rules.filter(({ type }) => type === 'customValidation');
  const own = checks.filter(({ each }) => !each).map((rule) => keywords(rule, refer));
  const each = checks.filter((rule) => rule.each).map((rule) => keywords(rule, refer));
  const items: FileSchema = each.length === 0 ? {} : { items: Object.assign({}, ...each) as FileSchema };
  return Object.assign({}, ...own, items) as FileSchema;
}

/** The keywords of one rule; our own rules have theirs with them. */
function keywords({ name = '', constraints }: KeyRule, refer: Refer): FileSchema {
  const [clause] = (constraints as readonly unknown[] | undefined) ?? [];
  if (typeof clause === 'function') return (clause as Clause)(refer);
  const say = KEYWORDS[name];
  if (!say) throw new Error(`the rule ${name} has no keyword of JSON Schema yet; add it to endpoint-schema.ts`);
  return say(constraints);
}
