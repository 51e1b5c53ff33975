import { FORM_NAMES, FORMS } from '../form-names.js';

/** The rows in the forms that `Accept` may name instead: files, of which JSON Schema says nothing. */
export const OTHER_FORMS = Object.fromEntries(
  FORM_NAMES.filter((name) => name !== 'json').map((name) => [FORMS[name].mediaType, {}]),
);
