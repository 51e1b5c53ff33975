import type { FileSchema } from '../../../src/endpoint-files/format/file-schema.js';

/** Keywords that refuse no file. */
const ANNOTATIONS = ['$schema', 'title', 'description', 'markdownDescription', 'default', 'errorMessage'];
/** Keywords that hold schemas by names of their own. */
const MAPS = ['properties', 'definitions'];

export interface Weakened {
  readonly schema: FileSchema;
  /** The path of the keyword that it lacks. */
  readonly without: string;
}

/** The schema without one of its keywords, for each of them. */
export function* weakened(schema: FileSchema): Generator<Weakened> {
  for (const path of keywords(schema)) {
    const copy = structuredClone(schema);
    const last = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce<object>((node, key) => Reflect.get(node, key) as object, copy);
    Reflect.deleteProperty(parent, last);
    yield { schema: copy, without: path.join('/') };
  }
}

function* keywords(node: object, path: readonly string[] = []): Generator<readonly string[]> {
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    const at = [...path, key];
    if (ANNOTATIONS.includes(key)) continue;
    if (MAPS.includes(key)) {
      for (const [name, schema] of Object.entries(value as object) as [string, unknown][]) {
        if (schema === false) yield [...at, name];
        else yield* keywords(schema as object, [...at, name]);
      }
    } else if (key === 'allOf' || key === 'anyOf') {
      for (const [index, schema] of (value as object[]).entries()) yield* keywords(schema, [...at, String(index)]);
    } else {
      yield at;
      // The condition of a clause is taken out as a whole: the cases tell clauses apart, not parts of their conditions.
      if (key !== 'if' && isSchema(value)) yield* keywords(value, at);
    }
  }
}

function isSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
