import { type Cost, type Result } from '../engines/engine.js';
import { type ErrorCode } from '../errors/error-codes.js';

/**
 * Why a run was made: a client waits for it, a result was about to be too old (`warming`), or there was none of a set that a file
 * lists under `warm` (`start`).
 */
export const RUN_CAUSES = ['client', 'warming', 'start'] as const;
export type RunCause = (typeof RUN_CAUSES)[number];

/**
 * What came of a run: rows (`ok`); a failure (`failed`), one that is the caller's to correct (`refused`); nobody waited for it any more
 * (`cancelled`); or it has not begun, since too many others waited or a budget was used up (`busy`).
 */
export const RUN_OUTCOMES = ['ok', 'failed', 'refused', 'cancelled', 'busy'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** What a run has brought: its rows are counted, and lie in the body of the answer. */
export type Ran = Omit<Result, 'rows'> & { readonly rows: number };

/** A run that is over, whatever came of it. */
export interface EndedRun {
  readonly endpoint: { readonly id: string; readonly name: string };
  /** As in a Statement. */
  readonly caller: string;
  readonly cause: RunCause;
  readonly outcome: RunOutcome;
  /** Milliseconds in queues, the endpoint's and the engine's. */
  readonly waitedMs: number;
  /** Milliseconds without these. */
  readonly ranMs: number;
  /** Undefined where the engine has not told. */
  readonly cost: Cost | undefined;
  /** What the engine has answered with, whatever was wrong with it. */
  readonly result: Ran | undefined;
  /** Bytes of the rows as they are answered with; undefined where there are none. */
  readonly answerBytes: number | undefined;
  /** Of the failure; undefined where there was none, and where nobody waited for the run any more. */
  readonly errorCode: ErrorCode | undefined;
  readonly startedAt: Date;
  readonly endedAt: Date;
}
