import { type Argument, type JsonText, type SqlProblem } from '../../engine.js';
import { type ValueFormats } from '../../json-values.js';
import { type Compiled } from '../compiler/compile.js';
import { type TableDefinitions } from '../data/table-maker.js';
import { type InstanceLimits } from '../instance.js';

// Messages between the service and a process for callers' SQL; all of them are plain data.

/** First message, before any query. */
export interface SetUp {
  readonly limits: InstanceLimits;
  /** Bytes of memory that the process may take before it ends itself. */
  readonly maxResidentBytes: number;
}

/** A caller's own SQL in its compiled form, with everything for its run. */
export interface SandboxedQuery extends ValueFormats {
  /** Tables that the endpoint's WITH reads; the process has no others while the query runs. */
  readonly definitions: TableDefinitions;
  readonly compiled: Compiled;
  readonly parameters: readonly Argument[];
  /** Time of its CURRENT_TIMESTAMP. */
  readonly now: Date;
}

/**
 * Messages to a process. Queries are sent one after the other; `interrupt` is for the one that runs, if it still does. Definitions are sent
 * to an idle process, which opens the tables that the next query is expected to read.
 */
export type ToProcess =
  | { readonly setUp: SetUp }
  | { readonly definitions: TableDefinitions }
  | { readonly query: SandboxedQuery }
  | 'interrupt';

export interface SandboxFailure {
  /** Stage that failed: opening the tables, preparing the compiled SQL, or running it. */
  readonly stage: 'open' | 'prepare' | 'run';
  readonly name: string;
  readonly message: string;
  /** Problem of the caller's text: a pattern that is none. */
  readonly problem?: SqlProblem | undefined;
}

/** Messages from a process: for each query, rows in batches, and then one of the others. */
export type FromProcess =
  | { readonly rows: readonly JsonText[][] }
  | { readonly failed: SandboxFailure; readonly mustEnd: boolean }
  | { readonly done: true; readonly mustEnd: boolean };
