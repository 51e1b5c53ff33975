import { type FormName, isFormName } from '../../contract/form-names.js';

export interface CalledRows {
  /** Id or name. */
  readonly endpoint: string;
  /** Undefined at the plain URL. */
  readonly form: FormName | undefined;
}

/** The beginning of the paths of all calls. */
export const CALL_PREFIX = '/api/endpoints/query/';

/** The routes of calls, as metrics and spans name them. */
export const CALL_ROUTE = `${CALL_PREFIX}{endpoint}`;
export const ROWS_ROUTE = `${CALL_ROUTE}/rows.{form}`;

/** `<endpoint>` or `<endpoint>/rows.<form>` without escapes, which Express would decode. */
const CALLED = /^([A-Za-z0-9._-]+)(?:\/rows\.([a-z]+))?(?=\?|$)/;

/** Reads the URL of a call; undefined for a path that is left to Express. */
export function calledRows(url = ''): CalledRows | undefined {
  const [, endpoint, form] = CALLED.exec(url.slice(CALL_PREFIX.length)) ?? [];
  if (endpoint === undefined) return undefined;
  if (form === undefined) return { endpoint, form };
  return isFormName(form) ? { endpoint, form } : undefined;
}
