import { type FormKind } from '../contract/form-names.js';

/** Stands before the name of a form, and nowhere in the key of a result: in its values JSON escapes the line break, hashes have no space. */
const FORM_FOLLOWS = '\nform ';

export function formKey(cacheKey: string, kind: FormKind): string {
  return `${cacheKey}${FORM_FOLLOWS}${kind}`;
}

export function isFormKey(key: string): boolean {
  return key.includes(FORM_FOLLOWS);
}
