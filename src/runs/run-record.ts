import { createHash } from 'node:crypto';
import { type Key } from '../access/key.js';
import { type FormKind } from '../contract/form-names.js';
import { QuernError } from '../errors/quern-error.js';

type RunFailure = Pick<QuernError, 'code' | 'detail' | 'errors' | 'retryAfterSeconds' | 'isCallersOwn'>;

/** The state of a run whose client is answered later. Replicas share it as JSON. */
export interface RunRecord {
  readonly id: string;
  readonly keyId: string;
  /** Hash of that key's bindings: with other ones it may not see these rows any more. */
  readonly bindings: string;
  readonly endpointId: string;
  /** Endpoint's name when the run began. */
  readonly endpoint: string;
  /** Key of the rows among the cached results. */
  readonly rowsKey: string;
  readonly ignored: readonly string[];
  /** Form that the call named; undefined where its client chooses one with `Accept`. */
  readonly form?: FormKind | undefined;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  /** Place in the queue, from 1. */
  readonly place?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  /** Number of all rows, where the call wanted a slice. */
  readonly totalRows?: number | undefined;
  readonly failure?: RunFailure | undefined;
}

/** Seconds for which it is kept after its end. */
export const KEPT_SECONDS = 15 * 60;

/** 128 random bits. */
export const RUN_ID = /^[A-Za-z0-9_-]{22}$/;

export function bindingsOf({ bind }: Key): string {
  return createHash('sha256')
    .update(JSON.stringify([...bind].sort()))
    .digest('base64url');
}

export function isKept({ endedAt }: RunRecord, now: number): boolean {
  return endedAt === undefined || now - endedAt < KEPT_SECONDS * 1000;
}

export function failureOf(error: QuernError): RunFailure {
  const { code, detail, errors, retryAfterSeconds, isCallersOwn } = error;
  return { code, detail, errors, retryAfterSeconds, isCallersOwn };
}

export function errorOf({ code, detail, ...options }: RunFailure): QuernError {
  return new QuernError(code, detail, options);
}

export function rowsGone(why: string): QuernError {
  return new QuernError('run_rows_gone', `The run has ended, and its rows are not kept any more: ${why}.`);
}
