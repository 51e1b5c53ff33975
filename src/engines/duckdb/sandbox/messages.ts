import { type Argument, type JsonText, type SqlProblem } from '../../engine.js';
import { type ValueFormats } from '../../json-values.js';
import { type Compiled } from '../compiler/compile.js';
import { type TableDefinitions } from '../data/table-maker.js';
import { type InstanceLimits } from '../instance.js';

// What the service and a process for callers' SQL tell each other; all of it is plain data.

/** Sent once, before any query. */
export interface SetUp {
  readonly limits: InstanceLimits;
  /** Bytes of memory that the process may take before it ends itself. */
  readonly maxResidentBytes: number;
}

/** SQL of a caller's own as it was compiled, and what it is run with. */
export interface SandboxedQuery extends ValueFormats {
  /** The tables that the endpoint's WITH reads; the process has no others while the query runs. */
  readonly definitions: TableDefinitions;
  readonly compiled: Compiled;
  readonly parameters: readonly Argument[];
  /** Its CURRENT_TIMESTAMP. */
  readonly now: Date;
}

/**
 * Queries are sent one after the other; `interrupt` is for the one that runs, if it still does. Definitions are sent to an idle
 * process, which opens the tables that the next query is expected to read.
 */
export type ToProcess =
  | { readonly setUp: SetUp }
  | { readonly definitions: TableDefinitions }
  | { readonly query: SandboxedQuery }
  | 'interrupt';

export interface SandboxFailure {
  /** What could not be done: open the tables, prepare what the SQL was compiled to, or run it. */
  readonly stage: 'open' | 'prepare' | 'run';
  readonly name: string;
  readonly message: string;
  /** The pattern of the caller's text that is none. */
  readonly problem?: SqlProblem | undefined;
}

/** For each query, rows in batches, and then one of the others. */
export type FromProcess =
  | { readonly rows: readonly JsonText[][] }
  | { readonly failed: SandboxFailure; readonly mustEnd: boolean }
  | { readonly done: true; readonly mustEnd: boolean };
