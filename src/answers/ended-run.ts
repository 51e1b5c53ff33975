import { type Cost, type Result } from '../engines/engine.js';
import { type ErrorCode } from '../errors/error-codes.js';

/**
 * The reason for a run: a client waits for it, a result was about to be too old (`warming`), or there was none of a set that a file lists
 * under `warm` (`start`).
 */
export const RUN_CAUSES = ['client', 'warming', 'start'] as const;
export type RunCause = (typeof RUN_CAUSES)[number];

/**
 * The outcome of a run: rows (`ok`); a failure (`failed`), or one that the caller can correct (`refused`); its clients have left
 * (`cancelled`); or it has not begun, since too many others waited or a budget was used up (`busy`).
 */
export const RUN_OUTCOMES = ['ok', 'failed', 'refused', 'cancelled', 'busy'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** The result of a run, with its rows as a number: they are in the body of the answer. */
export type Ran = Omit<Result, 'rows'> & { readonly rows: number };

/** A run that is over, with or without success. */
export interface EndedRun {
  readonly endpoint: { readonly id: string; readonly name: string };
  /** As in a Statement. */
  readonly caller: string;
  readonly cause: RunCause;
  readonly outcome: RunOutcome;
  /** Milliseconds in the queues of the endpoint and the engine. */
  readonly waitedMs: number;
  /** Milliseconds after the queues. */
  readonly ranMs: number;
  /** Undefined where the engine has not reported it. */
  readonly cost: Cost | undefined;
  /** The engine's result, even if it was refused afterwards. */
  readonly result: Ran | undefined;
  /** Size of the body with the rows; undefined where there are none. */
  readonly answerBytes: number | undefined;
  /** Code of the failure; undefined where there was none, and where all clients had left. */
  readonly errorCode: ErrorCode | undefined;
  readonly startedAt: Date;
  readonly endedAt: Date;
}
