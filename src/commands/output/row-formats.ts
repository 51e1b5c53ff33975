import { FORM_NAMES, type FormName, FORMS } from '../../contract/form-names.js';

/** How a command can write rows: as a table for people, or in the forms of an answer. */
export type Format = 'table' | FormName;

export const FORMATS: readonly Format[] = ['table', ...FORM_NAMES];

/** Those of lists that a command makes itself, whose values have no types that would be lost. */
export const TEXT_FORMATS = FORMATS.filter((format) => !isBinary(format));

export function isBinary(format: Format): boolean {
  return format !== 'table' && !FORMS[format].isText;
}
