import { type FormKind } from '../contract/form-names.js';

/** Separates the key of a result from the name of a form. No key has it: JSON escapes the line break in values, and hashes have no space. */
const FORM_FOLLOWS = '\nform ';

export function formKey(cacheKey: string, kind: FormKind): string {
  return `${cacheKey}${FORM_FOLLOWS}${kind}`;
}

export function isFormKey(key: string): boolean {
  return key.includes(FORM_FOLLOWS);
}
