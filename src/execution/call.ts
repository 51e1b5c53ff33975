import { type Key } from '../access/key.js';
import { type RequestIds } from '../logs/log-fields.js';
import { type TracedRequest } from '../traces/trace.js';
import { type BoundQuery } from './bound-query.js';

/** One call of an endpoint, wherever it comes from. */
export interface Call {
  readonly key: Key;
  /** Id or name. */
  readonly endpoint: string;
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** Undeclared parameters are errors instead of being ignored (RFC 7240, `Prefer: handling=strict`). */
  readonly strict: boolean;
}

/** A call that may be executed: the endpoint is there, the key may call it, and every parameter has its value. */
export interface PreparedCall {
  readonly key: Key;
  readonly query: BoundQuery;
  /** Parameters of the call that the endpoint does not declare. */
  readonly ignored: readonly string[];
  /** The SQL that the caller sent to a sandboxed endpoint, as it was written. */
  readonly sandboxSqlAsWritten: string | undefined;
}

/** The request that makes a call, as far as logs and traces tell of it. */
export interface CallingRequest extends RequestIds, TracedRequest {}
