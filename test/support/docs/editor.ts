import { Ajv } from 'ajv';
import { parse } from 'yaml';
import type { FileSchema } from '../../../src/endpoint-files/format/file-schema.js';

/** Keywords of editors' own, and regular expressions without the `u` flag. */
export const AS_EDITORS = {
  strict: false,
  unicodeRegExp: false,
  validateSchema: false,
  code: { optimize: false },
} as const;

/** Takes a file as an editor does, by its values; undefined stands for a file that is no YAML. */
export function editor(schema: FileSchema) {
  const validate = new Ajv(AS_EDITORS).compile(schema);
  return (value: unknown) => value !== undefined && validate(value);
}

/** What a file says; undefined where it is no YAML. */
export function valueOf(text: string): unknown {
  try {
    return parse(text, { logLevel: 'error' });
  } catch {
    return undefined;
  }
}
