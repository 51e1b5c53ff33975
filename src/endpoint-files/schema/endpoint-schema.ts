import { EndpointFile } from '../format/endpoint-file.js';
import { keywordsOf } from './endpoint-schema-rules.js';
import { type EntryKey, entryKeys } from '../yaml/entry-keys.js';
import type { FileSchema } from './file-schema.js';
import { ParameterEntry } from '../format/parameter-entry.js';
import { relationClauses } from './relation-clauses.js';
import { PARAMETER_VALUES, VALUE_DEFINITIONS } from './value-clauses.js';

type EntryClass = new () => object;

/**
 * The JSON Schema of an endpoint file, for editors. It is made from the rules that files are checked by, and takes every
 * file that those take; what no schema can say, such as whether the query is SQL, is left to `quern validate`.
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
