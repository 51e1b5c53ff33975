/** `degraded`: calls are answered, but something does not work as it is set up. `down`: for that reason, none can be. */
export type Condition = 'ok' | 'degraded' | 'down';

/** The state of one part of the service. It needs no key: nothing in it names a path, a query, a key or a tenant. */
export interface Check {
  readonly status: Condition;
  readonly detail: string;
}

export interface FileCounts {
  /** Endpoints served as their files are now. */
  readonly serving: number;
  /** Endpoints served as they were before, since their files have errors now. */
  readonly outdated: number;
  /** Endpoints served although their query could not be checked. */
  readonly unchecked: number;
  /** Files without an endpoint, for their errors. */
  readonly broken: number;
}

export interface Checks {
  /** Absent while callers can connect. */
  readonly port?: Check | undefined;
  readonly engine: Check;
  readonly keys: Check;
  readonly files: Check & FileCounts;
  /** The files that tables are read from; absent on an engine that reads none. */
  readonly data?: Check | undefined;
  /** Absent where replicas share nothing. */
  readonly redis?: Check | undefined;
  /** Counts the changes of the served set, from 1 at the start of this process. */
  readonly generation: Check & { readonly number: number; readonly since: string | null };
}

export function check(status: Condition, detail: string): Check {
  return { status, detail };
}

export function worstOf(checks: Checks): Condition {
  const found = new Set(Object.values(checks).map((check?: Check) => check?.status));
  if (found.has('down')) return 'down';
  return found.has('degraded') ? 'degraded' : 'ok';
}
