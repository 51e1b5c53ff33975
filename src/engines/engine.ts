import { type DescribedTable } from './described-table.js';
import { type SqlProblem } from '../googlesql/sql-problem.js';
import { type WatchedFolder } from '../files/folder-watch.js';
import { type ColumnNumbers } from './number-format.js';

export type { SqlProblem };

/** The GoogleSQL types that a parameter can be bound with. */
export type ScalarType = 'STRING' | 'INT64' | 'FLOAT64' | 'BOOL' | 'TIMESTAMP' | 'DATE';

/** A parameter of a query: the name behind its `@`, and the type. */
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

/** SQL in GoogleSQL and the types of its parameters: enough for a check before the first call. */
export interface Query {
  readonly sql: string;
  readonly parameters: readonly ParameterType[];
  /** Most rows of the result; `truncated` says whether there were more. */
  readonly maxRows: number;
  /** Bytes that one run may be billed for, where the engine bills; the engine's own limit when undefined. */
  readonly maxBytesBilled?: number | undefined;
  /** Formats of single columns' numbers, in place of the engine's options. */
  readonly columnNumbers?: ColumnNumbers | undefined;
}

/** Takes the rows of a run one after the other, so that they need not all be there at once. */
export interface RowSink {
  /** Begins the rows; called once more where a run has to begin again, which discards the rows before. */
  begin(columns: readonly Column[]): void;
  /** Takes a row. False where there is no room for it, nor for those behind it. */
  add(row: readonly JsonText[]): boolean;
}

/** One run of a query. SQL and values travel together, frozen; values never become part of SQL text. */
export interface Statement extends Query {
  readonly parameters: readonly Argument[];
  /** Seconds that the run may take, including the wait for a free slot. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  /** Whether a client waits for it. Asked whenever a slot becomes free: a run ahead of time lets others go first. Undefined: yes. */
  readonly isUrgent?: () => boolean;
  /**
   * Id of the key that calls, or a word such as `warming` where no key does. Callers take turns where many wait for a slot.
   */
  readonly caller?: string;
  /** Called once for each queue that the run has waited in, with the milliseconds. */
  readonly onWaited?: ((milliseconds: number) => void) | undefined;
  /** Takes the rows in place of the result, which then has none; an engine may ignore it. */
  readonly sink?: RowSink | undefined;
  /** Called whenever it has to wait in a queue, with a function that gives its place, from 1; undefined once it waits there no more. */
  readonly onQueued?: ((place: () => number | undefined) => void) | undefined;
  /** Limit of the bytes that it may be billed for, beside any other; if it needs more, it fails with `budget_exhausted`. */
  readonly bytesLeft?: number | undefined;
  /** Called when an engine that bills begins with it: from then on it may cost something. */
  readonly onStarted?: (() => void) | undefined;
  /** Called when it has failed since then in a way that costs nothing. */
  readonly onFree?: (() => void) | undefined;
  /** Labels for the engine's accounts of its runs, such as BigQuery's job labels. */
  readonly labels: Readonly<Record<string, string>>;
}

/** A column of an answer; `type` in GoogleSQL, such as `ARRAY<STRUCT<path STRING>>`. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** One value as JSON text, encoded as GoogleSQL's TO_JSON_STRING would. */
export type JsonText = string;

/** The cost of a run, as far as the engine knows it. */
export interface Cost {
  readonly milliseconds: number;
  readonly bytesProcessed?: number | undefined;
  readonly bytesBilled?: number | undefined;
  readonly slotMilliseconds?: number | undefined;
  /** Whether the engine answered from a cache of its own. */
  readonly cacheHit?: boolean | undefined;
  readonly jobId?: string | undefined;
}

export interface Result {
  readonly columns: readonly Column[];
  /** Rows in the engine's order, each with one value per column. */
  readonly rows: readonly (readonly JsonText[])[];
  /** Whether there were more rows than `maxRows`, or than the sink had room for. */
  readonly truncated: boolean;
  readonly cost: Cost;
}

export interface AcceptedQuery {
  readonly columns: readonly Column[];
  /** Bytes that a run would read; undefined where the engine does not know. */
  readonly bytesProcessed?: number;
  /** Tables without a schema, as the query names them: their columns are guessed from their rows. */
  readonly guessed?: readonly string[];
  readonly problems: readonly [];
}

/** A query whose engine could not be asked, or whose table cannot be read; the reason is for the operator. */
export interface UncheckedQuery {
  readonly unchecked: string;
  /** Table that cannot be read, if that is the reason. */
  readonly unreadable?: string;
  readonly problems: readonly [];
}

export interface RefusedQuery {
  readonly problems: readonly SqlProblem[];
}

export type CheckedQuery = AcceptedQuery | UncheckedQuery | RefusedQuery;

/** The author's WITH, checked for callers' SQL; it is sound where there are no problems. */
export type CheckedSandbox =
  { readonly problems: readonly []; readonly readable: readonly ReadableQuery[] } | UncheckedQuery | RefusedQuery;

/** A query of the author's WITH that callers' SQL may read. */
export interface ReadableQuery {
  /** Name in lower case. */
  readonly name: string;
  readonly columns: readonly Column[];
}

/** The way in which an engine would run a statement, for the operator, without running it. */
export interface Explanation {
  /** SQL that it runs: the author's, or the compiled form, laid out for people. */
  readonly sql: string;
  /** Engine's plan in its own words, if it has one before a run. */
  readonly plan?: string;
  /** Bytes that the run would read; undefined where the engine does not know. */
  readonly bytesProcessed?: number;
}

/**
 * Runs SQL: an engine runs the author's, a sandbox that of callers.
 *
 * Failures are QuernErrors: `deadline_exceeded`, `engine_busy`, `engine_unavailable`, `query_failed`. A run whose signal is
 * aborted rejects with the signal's reason.
 */
export interface SqlRunner {
  /** Returns the columns of a query, or its problems, without running it. */
  check(query: Query): Promise<CheckedQuery>;
  run(statement: Statement): Promise<Result>;
  /** Explains a run with these values. */
  explain(statement: Statement): Promise<Explanation>;
}

/**
 * Takes a SELECT of a caller's own in place of the author's final SELECT: the `sql` of queries and statements is the caller's, and their
 * parameters are those of the author's query. It may read the queries of the author's WITH and use these parameters, and nothing else:
 * engines refuse it otherwise, even if it has been checked before.
 *
 * Refused SQL fails with RefusedSql.
 */
export interface Sandbox extends SqlRunner {
  /**
   * Checks the author's query ahead of the first call; problems in its SQL keep callers' SQL from being written over it. The result is
   * kept; without this call, the first caller waits for it.
   */
  prepare(): Promise<CheckedSandbox>;
}

/** The work of an engine at a moment. */
export interface EngineActivity {
  /** Slots of runs that have not really ended, even if their callers have left. */
  readonly slotsInUse: number;
  /** Runs that wait for the engine, including those of callers' own SQL. */
  readonly waiting: number;
  /** Processes that run callers' own SQL, on an engine that has them. */
  readonly sandboxProcesses: number;
  /** Whether it has not answered for a while, and is asked only from time to time. */
  readonly isAway: boolean;
  /** Copies of tables that are read in place of their files, on an engine that keeps them. */
  readonly store?: StoreSize | undefined;
}

/** Copies of tables, all together. */
export interface StoreSize {
  readonly tables: number;
  readonly bytes: number;
  /** Time at which the oldest was written, in milliseconds since the epoch; undefined where there is none. */
  readonly oldestAt: number | undefined;
}

/**
 * Whether the engine takes runs: `failing` after runs without an answer, until the next one shows more; `refusing` while every run is
 * refused for that.
 */
export type EngineState = 'ok' | 'failing' | 'refusing' | 'closed';

/** A problem of the data for the operator; `file` is a path. */
export interface DataProblem {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly line?: number | undefined;
  readonly message: string;
}

/** Changed tables. Until the change is applied, only `engine` knows of it. */
export interface DataChange {
  /** Names of the tables that have come, gone, or have other columns. */
  readonly tables: readonly string[];
  /** Checks queries against the tables as they are now. */
  readonly engine: Pick<Engine, 'check' | 'sandbox'>;
  /** Makes queries read the tables as they are now. Runs that have begun end on those of before. */
  readonly apply: () => void;
}

/** The result of a look at data in files. */
export interface DataLook {
  readonly change: DataChange | undefined;
  /** Paths that were being written, and must be read again. */
  readonly beingWritten: readonly string[];
}

/** Data in files, which may change while an engine is open. */
export interface FollowedData {
  /** Folder, or a file that is a whole database. */
  readonly root: string;
  /** Folders where a change to the files shows. */
  watched(): Promise<readonly WatchedFolder[]>;
  /** Looks again at these paths and below them, one look after the other: each change is applied before the next look. */
  look(paths: readonly string[]): Promise<DataLook>;
  /** Registers the look at the data that is awaited when a query does not find what it was checked against. */
  onDoubt(look: () => Promise<void>): void;
}

/** The tables of a query at a time. */
export interface TablesState {
  /** Text that differs as soon as anything of them has changed. */
  readonly state: string;
  /** Age of this knowledge in milliseconds: it may have been found out for others. */
  readonly ageMs: number;
}

/** An engine that runs SQL. It knows queries, values and rows, and never sees an endpoint, a request or a cache. */
export interface Engine extends SqlRunner {
  readonly name: string;
  /** Number of queries that it runs at once. */
  readonly slots: number;
  readonly activity: EngineActivity;
  /** Files that it reads tables from, while it is open; undefined where there are none that can be followed. */
  readonly data?: FollowedData | undefined;
  /** Problems of the data for the operator, as of the last look. */
  readonly dataProblems?: readonly DataProblem[];
  /** Names of tables that queries can read and that are empty, since no data are there for them. */
  readonly emptyTables?: readonly string[];
  /** Opens the engine once, before any other call; to `check` queries alone it needs schemas and no rows. */
  open(purpose: 'run' | 'check'): Promise<void>;
  /** Ends its runs, as far as they can be ended. */
  close(): Promise<void>;
  /** Whether it is closed and still has a run in this process, which cannot be interrupted. */
  readonly isStuck: boolean;
  /** Last known state, without a request to the engine. */
  readonly state: EngineState;
  /**
   * Everything beside the query that the answer of `check` depends on, for the names in this text: with the same terms it is the same.
   * Missing in an engine where it depends on data elsewhere, which may change unseen.
   */
  checkTerms?(text: string): Promise<string>;
  /**
   * Finds the tables that a query reads, for `stateOf`; undefined where they are not known. An engine that does not notice changes of
   * tables has neither method.
   */
  tablesOf?(query: Query): Promise<readonly string[] | undefined>;
  /** Returns a state of tables that is at most this old; undefined where it is not known, so that they have to count as changed. */
  stateOf?(tables: readonly string[], maxAgeMs: number): Promise<TablesState | undefined>;
  /** Describes the tables that the operator's queries can read. */
  describeTables(): Promise<readonly DescribedTable[]>;
  /** Makes a handle for callers' own SQL over a query of the author's. @throws QuernError `engine_unavailable` unless open */
  sandbox(query: Query): Sandbox;
}

/** Nest's token for the engine that the settings chose. */
export const Engine = Symbol('Engine');

/** Takes a line about an engine's work on its own accord; a routine line, about repeated work, is no news to most. */
export type Progress = (line: string, isRoutine?: boolean) => void;
