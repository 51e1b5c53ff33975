import { type FormName, isFormName } from '../../contract/form-names.js';

export interface CalledRows {
  /** Id or name. */
  readonly endpoint: string;
  /** Undefined at the plain URL. */
  readonly form: FormName | undefined;
}

/** `<endpoint>` or `<endpoint>/rows.<form>` without escapes, which Express would decode. */
const CALLED = /^([A-Za-z0-9._-]+)(?:\/rows\.([a-z]+))?(?=\?|$)/;

/** Reads the part of a URL behind the prefix of all calls; undefined for a path that is left to Express. */
export function calledRows(rest: string): CalledRows | undefined {
  const [, endpoint, form] = CALLED.exec(rest) ?? [];
  if (endpoint === undefined) return undefined;
  if (form === undefined) return { endpoint, form };
  return isFormName(form) ? { endpoint, form } : undefined;
}
