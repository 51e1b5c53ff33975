import { FORM_NAMES, type FormKind, FORMS, isFormName, type FormName } from '../contract/form-names.js';
import { QuernError } from '../errors/quern-error.js';
import { acceptedForm } from './request/accepted-form.js';

export interface WantedForm {
  /** The envelope where undefined. */
  readonly kind: FormKind | undefined;
  /** Whether the URL names it: what it leads to is a file then. */
  readonly isFile: boolean;
}

const FORM_LIST = FORM_NAMES.map((name) => `rows.${name}`).join(', ');
const TYPE_LIST = FORM_NAMES.map((name) => FORMS[name].mediaType).join(', ');

/** Of the form that the URL names, if it names one, and the field `Accept`. @throws QuernError `not_acceptable` */
export function wantedForm(named: FormKind | undefined, accept: string | undefined): WantedForm {
  if (named !== undefined) return { kind: named, isFile: true };
  const accepted = acceptedForm(accept);
  if (accepted === undefined) throw new QuernError('not_acceptable', `The rows can be had as ${TYPE_LIST}.`);
  return { kind: accepted === 'envelope' ? undefined : accepted, isFile: false };
}

/** What stands behind `rows.` in a path. @throws QuernError `form_not_found` */
export function formNamed(name: string): FormName {
  if (!isFormName(name)) throw new QuernError('form_not_found', `There is no such form; there are ${FORM_LIST}.`);
  return name;
}
