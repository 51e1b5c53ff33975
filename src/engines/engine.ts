/** The GoogleSQL types that a parameter can be bound with. */
export type ScalarType = 'STRING' | 'INT64' | 'FLOAT64' | 'BOOL' | 'TIMESTAMP' | 'DATE';

/** What a query expects under one of its `@names`. */
export interface ParameterType {
  readonly name: string;
  readonly type: ScalarType;
  readonly array: boolean;
}

export type ScalarArgument = string | bigint | number | boolean;

/** A typed value: INT64 and TIMESTAMP (microseconds since the epoch, UTC) as bigint, DATE as `YYYY-MM-DD`. */
export interface Argument extends ParameterType {
  readonly value: ScalarArgument | readonly ScalarArgument[] | null;
}

/** The author's SQL in GoogleSQL and the types of its parameters: what can be checked before anybody calls it. */
export interface Query {
  readonly sql: string;
  readonly parameters: readonly ParameterType[];
  /** At most this many rows come back; whether there were more is told by `truncated`. */
  readonly maxRows: number;
  /** Bytes that one run may be billed for, where the engine bills; the engine's own limit when undefined. */
  readonly maxBytesBilled?: number | undefined;
  /**
   * A SELECT of the caller's own, to answer in place of the final SELECT of `sql`. It may read the queries of the WITH that
   * `sql` begins with, and use its parameters, and nothing else: engines refuse it otherwise, whoever has looked at it before.
   */
  readonly callerSql?: string | undefined;
}

/** One run of a query. SQL and values travel together, frozen; values never become part of SQL text. */
export interface Statement extends Query {
  readonly parameters: readonly Argument[];
  /** Seconds that the run may take, waiting for a free slot included. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  /** Does anybody wait for it? Asked whenever a slot becomes free: a run ahead of time lets others go first. Undefined: yes. */
  readonly isUrgent?: () => boolean;
  /** The key that it is for: where many wait for a slot, callers take turns. */
  readonly caller?: string;
  /** Written where the engine keeps accounts of its runs, such as BigQuery's job labels. */
  readonly labels: Readonly<Record<string, string>>;
}

/** A column of an answer; `type` in GoogleSQL, such as `ARRAY<STRUCT<path STRING>>`. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** One value as JSON text, encoded as GoogleSQL's TO_JSON_STRING would. */
export type JsonText = string;

/** What a run cost, as far as the engine knows it. */
export interface Cost {
  readonly milliseconds: number;
  readonly bytesProcessed?: number | undefined;
  readonly bytesBilled?: number | undefined;
  readonly slotMilliseconds?: number | undefined;
  /** The engine answered from a cache of its own. */
  readonly cacheHit?: boolean | undefined;
  readonly jobId?: string | undefined;
}

export interface Result {
  readonly columns: readonly Column[];
  /** Rows in the engine's order, each with one value per column. */
  readonly rows: readonly (readonly JsonText[])[];
  /** There were more rows than `maxRows`. */
  readonly truncated: boolean;
  readonly cost: Cost;
}

/** Something in a query that the engine cannot take; `line` and `column` count from 1 in the SQL text. */
export interface SqlProblem {
  readonly line: number;
  readonly column: number;
  /** What is wrong and what to write instead. */
  readonly message: string;
}

export interface AcceptedQuery {
  readonly columns: readonly Column[];
  /** Bytes that a run would read, where the engine can tell. */
  readonly bytesProcessed?: number;
  readonly problems: readonly [];
}

/** The engine could not be asked; the reason is for the operator. */
export interface UncheckedQuery {
  readonly unchecked: string;
  readonly problems: readonly [];
}

export interface RefusedQuery {
  readonly problems: readonly SqlProblem[];
}

export type CheckedQuery = AcceptedQuery | UncheckedQuery | RefusedQuery;

/** What SQL of a caller's own may read. */
export interface ReadableQuery {
  readonly name: string;
  readonly columns: readonly Column[];
}

export interface OpenSandbox {
  readonly queries: readonly ReadableQuery[];
  readonly problems: readonly [];
}

export type CheckedSandbox = OpenSandbox | UncheckedQuery | RefusedQuery;

/** How an engine would run a statement, told to the operator without running it. */
export interface Explanation {
  /** The SQL that it runs: the author's, or what that was compiled to, laid out for people. */
  readonly sql: string;
  /** The engine's plan in its own words, where it tells one before a run. */
  readonly plan?: string;
  /** Bytes that the run would read, where the engine can tell. */
  readonly bytesProcessed?: number;
}

/**
 * What runs SQL. Engines know queries, values and rows; they never see an endpoint, a request or a cache.
 *
 * Failures are QuernErrors: `deadline_exceeded`, `engine_busy`, `engine_unavailable`, `query_failed`, and RefusedSql for a
 * caller's own. A run whose signal is aborted rejects with the signal's reason.
 */
export interface Engine {
  readonly name: string;
  /** How many queries it runs at once. */
  readonly slots: number;
  /** Opened once, before anything else is called; to `check` queries alone it needs schemas and no rows. */
  open(purpose: 'run' | 'check'): Promise<void>;
  /** Ends what runs, as far as it can be ended. */
  close(): Promise<void>;
  /** Closed, it still has a run in this process, which cannot be interrupted. */
  readonly isStuck: boolean;
  /** Says what a query answers with, or what is wrong with it, without running it. */
  check(query: Query): Promise<CheckedQuery>;
  /** Says what callers' SQL over a query may read, or why there can be none. Problems are in `sql`. */
  sandbox(query: Query): Promise<CheckedSandbox>;
  run(statement: Statement): Promise<Result>;
  /** What a run with these values would do. */
  explain(statement: Statement): Promise<Explanation>;
}

/** Nest's token for the engine that the settings chose. */
export const Engine = Symbol('Engine');
