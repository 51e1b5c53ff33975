/** The beginning of the paths of all calls; a proxy may have a prefix in front of it. */
export const CALL_PREFIX = '/api/endpoints/query/';

/** The routes of calls, as metrics and spans name them. */
export const CALL_ROUTE = `${CALL_PREFIX}{endpoint}`;
export const ROWS_ROUTE = `${CALL_ROUTE}/rows.{form}`;

/** The call that a path names. */
export interface CallPath {
  /** Id or name. */
  readonly endpoint: string;
  /** Form behind `rows.`; undefined at the plain URL. */
  readonly form: string | undefined;
}

/** `<endpoint>` or `<endpoint>/rows.<form>` without escapes and without a slash at its end: one call has one path by name, and one by id. */
const CALLED = /^([A-Za-z0-9._-]+)(?:\/rows\.([a-z]+))?(?=\?|$)/;

/** Reads a URL from its first slash on; undefined for any other path than that of the rows of an endpoint. */
export function readCallPath(url: string): CallPath | undefined {
  if (!url.startsWith(CALL_PREFIX)) return undefined;
  const [, endpoint, form] = CALLED.exec(url.slice(CALL_PREFIX.length)) ?? [];
  return endpoint === undefined ? undefined : { endpoint, form };
}
