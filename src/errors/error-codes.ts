/** Codes that are not logged, since they are no failures: a client that repeats its calls would fill the log with them. */
export const QUIET_CODES: ReadonlySet<ErrorCode> = new Set(['backing_off', 'not_cached']);

/** The meaning of a code: its HTTP status, its fixed title, and advice to the caller. */
export interface ErrorCodeEntry {
  readonly status: number;
  readonly title: string;
  readonly remedy: string;
}

/**
 * Every error that a client of Quern can see. Codes are stable: a client may branch on them. `docs/reference/errors.md`
 * is written from this table.
 */
export const ERROR_CODES = {
  invalid_parameters: {
    status: 400,
    title: 'Invalid parameters',
    remedy: 'Correct the parameters that `errors` lists; all of them are listed at once.',
  },
  invalid_value: {
    status: 400,
    title: 'A value cannot be used',
    remedy:
      'The query cannot work with one of the values, such as a divisor of 0, an unknown time zone or a bad regular expression. Correct it; `detail` names the parameter where it is known.',
  },
  invalid_sql: {
    status: 400,
    title: 'SQL that cannot be run',
    remedy:
      'Correct the SQL in `sql`: `detail` says where and why, or why it failed as it ran. It reads the endpoint’s WITH queries and nothing else.',
  },
  invalid_cursor: {
    status: 400,
    title: 'No cursor of Quern’s',
    remedy:
      'Send in `cursor` what `Quern-Next` or `meta.next` of an answer of this endpoint said, whole and as it was; without it, the call is for the first page.',
  },
  cursor_outdated: {
    status: 400,
    title: 'The cursor of another definition',
    remedy:
      'The cursor is another endpoint’s, or the endpoint’s file has changed since. Begin again with the first page: the call without `cursor`.',
  },
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    remedy:
      'Send a well-formed URL (percent-encoded UTF-8), or with POST and QUERY one JSON object, with the parameters in it and none in the URL.',
  },
  unauthenticated: {
    status: 401,
    title: 'Authentication required',
    remedy:
      'Send a valid key in the `X-API-KEY` header or as `Authorization: Bearer`. Keys are made with `quern keys create`.',
  },
  signed_url_expired: {
    status: 401,
    title: 'The signed URL has expired',
    remedy: 'Have the operator sign the URL anew, with `quern keys sign`.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    remedy:
      'The key may see this and not do it; `detail` says why. Leave out another value of a parameter that the key is bound to, or ask the operator for a key that may.',
  },
  endpoint_not_found: {
    status: 404,
    title: 'No such endpoint',
    remedy:
      'Check the id or the name, the scopes of the key and what it is bound to: an endpoint that it may not call is not there for it. `GET /api/endpoints` lists what is.',
  },
  form_not_found: {
    status: 404,
    title: 'No such form',
    remedy: 'Ask for `rows.json`, `rows.ndjson`, `rows.csv`, `rows.parquet` or `rows.arrow`.',
  },
  not_acceptable: {
    status: 406,
    title: 'No form that the client takes',
    remedy:
      'Name one of the media types that `detail` lists in `Accept`, which may have 1,024 characters, or leave the field out.',
  },
  route_not_found: {
    status: 404,
    title: 'No such route',
    remedy:
      'Saved queries are called at `/api/endpoints/query/<id or name>`; `GET /api/openapi.json` has those that the key may call.',
  },
  run_not_found: {
    status: 404,
    title: 'No such run',
    remedy:
      'Ask with the key that began the run, until 15 minutes after its end and while the key has the same rights; else call the endpoint again. One that has not ended has no rows yet.',
  },
  run_rows_gone: {
    status: 410,
    title: 'The rows of a run are gone',
    remedy:
      'The run has ended, but its rows had to make room or its endpoint has been changed since; `detail` says which. Call the endpoint again.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  uri_too_long: {
    status: 414,
    title: 'URL too long',
    remedy:
      'Shorten the query string; the whole URL may have 16 KiB. What is longer fits into the body of a POST or QUERY.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    remedy: 'Shorten the body; it may have 64 KiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    remedy: 'Send the body as JSON, with `Content-Type: application/json`.',
  },
  too_many_parameters: {
    status: 400,
    title: 'Too many parameters',
    remedy: 'Send at most 100 parameters, or in a JSON body 100 with 10,000 values in all.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    remedy: 'Send the whole request at once; its header fields have to arrive within 10 seconds.',
  },
  header_too_large: {
    status: 431,
    title: 'Header fields too large',
    remedy: 'Send fewer and shorter header fields; together with the URL they may have 48 KiB.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Send fewer requests. Try again after the seconds in `Retry-After`.',
  },
  too_many_runs: {
    status: 429,
    title: 'Too many runs at once',
    remedy: 'So many calls of this key are waiting for the engine that no more may. Wait for some of them first.',
  },
  budget_exhausted: {
    status: 429,
    title: 'The budget for today is used up',
    remedy:
      'Runs of this endpoint, of this key or of the whole service have cost as much as they may in a day of UTC. What is cached is answered with as ever. Try again after the seconds in `Retry-After`, or have the operator raise the budget.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    remedy: 'Nothing that the caller did. Report the `request_id` to the operator, whose log has the cause.',
  },
  query_failed: {
    status: 502,
    title: 'The query failed',
    remedy: 'The engine could not run the query with these values. Report the `request_id` to the operator.',
  },
  null_in_column: {
    status: 502,
    title: 'NULL in a column that has none',
    remedy:
      'The answer has NULL in a column that the endpoint’s file declares `nullable: false`. Report it to the operator, who mends the query, the data or the file.',
  },
  broken_page: {
    status: 502,
    title: 'A page that does not fit the others',
    remedy:
      'By going on, rows would come twice or be left out: the endpoint’s query, its order and its `page` do not go together. Report it to the operator, who mends the file.',
  },
  cost_limit_exceeded: {
    status: 502,
    title: 'The query costs too much',
    remedy: 'The run would read more than `max_bytes_billed` allows. Ask for less, or have the operator raise it.',
  },
  engine_busy: {
    status: 503,
    title: 'Too busy',
    remedy:
      'Too many queries are waiting, for the engine or for what others cost of a budget, or answers take too much memory. Try again after the seconds in `Retry-After`.',
  },
  backing_off: {
    status: 503,
    title: 'Resting after a failure',
    remedy: 'The query failed a moment ago and is not run again yet. Try again after the seconds in `Retry-After`.',
  },
  engine_unavailable: {
    status: 503,
    title: 'Engine unavailable',
    remedy: 'The engine behind Quern cannot be reached. Try again after the seconds in `Retry-After`.',
  },
  run_interrupted: {
    status: 503,
    title: 'The run was interrupted',
    remedy: 'The service was stopped before the run had ended. Call the endpoint again.',
  },
  not_cached: {
    status: 504,
    title: 'Not in the cache',
    remedy: 'The call asked for `only-if-cached` and there is no fresh result. Leave the directive out.',
  },
  deadline_exceeded: {
    status: 504,
    title: 'The query took too long',
    remedy: 'The endpoint’s `timeout` passed. Ask for less (a shorter time range), or raise `timeout` in its file.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;
