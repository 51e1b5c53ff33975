import { type DescribedTable } from './described-table.js';
import { type SqlProblem } from '../googlesql/sql-problem.js';
import { type WatchedFolder } from '../files/folder-watch.js';
import { type ColumnNumbers } from './number-format.js';

/** Something in a query that an engine cannot take. */
export type { SqlProblem };

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

/** SQL in GoogleSQL and the types of its parameters: what can be checked before anybody calls it. */
export interface Query {
  readonly sql: string;
  readonly parameters: readonly ParameterType[];
  /** At most this many rows come back; whether there were more is told by `truncated`. */
  readonly maxRows: number;
  /** Bytes that one run may be billed for, where the engine bills; the engine's own limit when undefined. */
  readonly maxBytesBilled?: number | undefined;
  /** Columns whose numbers are written otherwise than the engine's options say. */
  readonly columnNumbers?: ColumnNumbers | undefined;
}

/** Takes the rows of a run one after the other, so that they need not all be there at once. */
export interface RowSink {
  /** Told before the first row; once more where a run has to begin again, whose rows before are none then. */
  begin(columns: readonly Column[]): void;
  /** False where there is no room for this row, nor for those behind it. */
  add(row: readonly JsonText[]): boolean;
}

/** One run of a query. SQL and values travel together, frozen; values never become part of SQL text. */
export interface Statement extends Query {
  readonly parameters: readonly Argument[];
  /** Seconds that the run may take, waiting for a free slot included. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  /** Does anybody wait for it? Asked whenever a slot becomes free: a run ahead of time lets others go first. Undefined: yes. */
  readonly isUrgent?: () => boolean;
  /**
   * On whose behalf it is: the id of the key that calls, or a word such as `warming` where no key does. Where many wait for a slot,
   * callers take turns.
   */
  readonly caller?: string;
  /** Told, once for each queue that the run has waited in, for how many milliseconds. */
  readonly onWaited?: ((milliseconds: number) => void) | undefined;
  /** Takes the rows, which the result then has none of; an engine may also leave it alone. */
  readonly sink?: RowSink | undefined;
  /** Told whenever it has to wait in a queue, with a function that says at which place, from 1; undefined once it waits there no more. */
  readonly onQueued?: ((place: () => number | undefined) => void) | undefined;
  /** Bytes that it may be billed for whatever other limits say; where it needs more, it fails with `budget_exhausted`. */
  readonly bytesLeft?: number | undefined;
  /** Told when the engine begins with it, on an engine that bills: from then on it may cost something. */
  readonly onStarted?: (() => void) | undefined;
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
  /** There were more rows than `maxRows`, or than the sink had room for. */
  readonly truncated: boolean;
  readonly cost: Cost;
}

export interface AcceptedQuery {
  readonly columns: readonly Column[];
  /** Bytes that a run would read, where the engine can tell. */
  readonly bytesProcessed?: number;
  /** Tables, as the query names them, whose columns are told from their rows since they have no schema. */
  readonly guessed?: readonly string[];
  readonly problems: readonly [];
}

/** The engine could not be asked, or a table cannot be read; the reason is for the operator. */
export interface UncheckedQuery {
  readonly unchecked: string;
  /** The table that cannot be read, where that is the reason. */
  readonly unreadable?: string;
  readonly problems: readonly [];
}

export interface RefusedQuery {
  readonly problems: readonly SqlProblem[];
}

export type CheckedQuery = AcceptedQuery | UncheckedQuery | RefusedQuery;

/** The WITH of the author's query, looked at for callers' SQL; nothing is wrong with it where there are no problems. */
export type CheckedSandbox =
  { readonly problems: readonly []; readonly readable: readonly ReadableQuery[] } | UncheckedQuery | RefusedQuery;

/** A query of the author's WITH that callers' SQL may read. */
export interface ReadableQuery {
  /** In lower case. */
  readonly name: string;
  readonly columns: readonly Column[];
}

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
 * Who takes SQL: an engine the author's, a sandbox that of callers.
 *
 * Failures are QuernErrors: `deadline_exceeded`, `engine_busy`, `engine_unavailable`, `query_failed`. A run whose signal is
 * aborted rejects with the signal's reason.
 */
export interface SqlRunner {
  /** Says what a query answers with, or what is wrong with it, without running it. */
  check(query: Query): Promise<CheckedQuery>;
  run(statement: Statement): Promise<Result>;
  /** What a run with these values would do. */
  explain(statement: Statement): Promise<Explanation>;
}

/**
 * Takes a SELECT of a caller's own in place of the author's final SELECT: the `sql` of queries and statements is the caller's,
 * and their parameters are those of the author's query. It may read the queries of the author's WITH and use these
 * parameters, and nothing else: engines refuse it otherwise, whoever has looked at it before.
 *
 * SQL that is refused fails with RefusedSql.
 */
export interface Sandbox extends SqlRunner {
  /**
   * Looks at the author's query ahead of the first call, and says what keeps callers' SQL from being written over it.
   * Problems are in the author's SQL. What is found is kept, and found by whoever comes first otherwise.
   */
  prepare(): Promise<CheckedSandbox>;
}

/** What an engine is busy with at a moment. */
export interface EngineActivity {
  /** As long as a run has not really ended, be its caller gone. */
  readonly slotsInUse: number;
  /** Runs that wait for the engine, those of callers' own SQL included. */
  readonly waiting: number;
  /** Processes that run callers' own SQL, on an engine that has such. */
  readonly sandboxProcesses: number;
  /** It has not answered for a while, and is asked from time to time only. */
  readonly isAway: boolean;
  /** Copies of tables that are read in place of their files, on an engine that keeps such. */
  readonly store?: StoreSize | undefined;
}

/** Copies of tables, all together. */
export interface StoreSize {
  readonly tables: number;
  readonly bytes: number;
  /** When the oldest was written, in milliseconds since the epoch; undefined where there is none. */
  readonly oldestAt: number | undefined;
}

/**
 * Whether a run could be made: `failing` where runs have failed for want of an answer and the next one is to show more, `refusing`
 * while every run is refused for that.
 */
export type EngineState = 'ok' | 'failing' | 'refusing' | 'closed';

/** Something that the operator should know of the data; `file` is a path. */
export interface DataProblem {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly message: string;
}

/** Tables that are not as they were. Until it is applied, nobody but its own engine knows. */
export interface DataChange {
  /** The names of those that have come, gone, or have other columns. */
  readonly tables: readonly string[];
  /** Checks queries against the tables as they are now. */
  readonly engine: Pick<Engine, 'check' | 'sandbox'>;
  /** From here on, queries read the tables as they are now. Runs that have begun end on those of before. */
  readonly apply: () => void;
}

/** What a look at data in files has found. */
export interface DataLook {
  readonly change: DataChange | undefined;
  /** Paths of what was being written, to be looked at again. */
  readonly beingWritten: readonly string[];
}

/** Data in files, which may change while an engine is open. */
export interface FollowedData {
  /** A folder, or a file that is a whole database. */
  readonly root: string;
  /** Where a change to the files shows. */
  watched(): Promise<readonly WatchedFolder[]>;
  /** Looks again at what is at these paths and below them. One look after the other: each change is applied before the next look. */
  look(paths: readonly string[]): Promise<DataLook>;
  /** Has this done, and waits for it, whenever a query does not find what it was checked against. */
  onDoubt(look: () => Promise<void>): void;
}

/** Tables as they are at a time. */
export interface TablesState {
  /** Another text as soon as anything of them has changed. */
  readonly state: string;
  /** How long ago that was, in milliseconds: it may have been found out for others. */
  readonly ageMs: number;
}

/** What runs SQL. Engines know queries, values and rows; they never see an endpoint, a request or a cache. */
export interface Engine extends SqlRunner {
  readonly name: string;
  /** How many queries it runs at once. */
  readonly slots: number;
  readonly activity: EngineActivity;
  /** The files that it reads tables from, while it is open; undefined where there are none that can be followed. */
  readonly data?: FollowedData | undefined;
  /** What the operator should know of the data, as they were last looked at. */
  readonly dataProblems?: readonly DataProblem[];
  /** Opened once, before anything else is called; to `check` queries alone it needs schemas and no rows. */
  open(purpose: 'run' | 'check'): Promise<void>;
  /** Ends what runs, as far as it can be ended. */
  close(): Promise<void>;
  /** Closed, it still has a run in this process, which cannot be interrupted. */
  readonly isStuck: boolean;
  /** As it is known; nothing is asked for it. */
  readonly state: EngineState;
  /**
   * What the answer of `check` goes by beside the query, all names of which stand in this text: with the same terms it is the same. An
   * engine has none where it goes by what is elsewhere and may change unseen.
   */
  checkTerms?(text: string): Promise<string>;
  /**
   * The tables that a query reads, for `stateOf`; undefined where that is not known. An engine that cannot tell whether tables have changed has
   * neither of both.
   */
  tablesOf?(query: Query): Promise<readonly string[] | undefined>;
  /** How tables are, as it was found out no longer ago than this; undefined where that is not known, so that they have to count as changed. */
  stateOf?(tables: readonly string[], maxAgeMs: number): Promise<TablesState | undefined>;
  /** What the operator's queries can read. */
  describeTables(): Promise<readonly DescribedTable[]>;
  /** A handle for SQL of callers' own over a query of the author's. @throws QuernError `engine_unavailable` unless open */
  sandbox(query: Query): Sandbox;
}

/** Nest's token for the engine that the settings chose. */
export const Engine = Symbol('Engine');

/** Told a line of what an engine does on its own accord; what it does again and again is routine, and no news to most. */
export type Progress = (line: string, isRoutine?: boolean) => void;
