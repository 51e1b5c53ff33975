import { setMaxListeners } from 'node:events';
import { QuernError } from '../errors/quern-error.js';
import { type Statement } from './engine.js';

/** Signal of checks, which wait for as long as it takes. */
export const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);

/**
 * Does the work of one run under a signal that is aborted when the caller leaves, or when the statement's seconds are over: with
 * `deadline_exceeded`, unless another reason is given.
 */
export async function withDeadline<T>(
  statement: Statement,
  work: (signal: AbortSignal) => Promise<T>,
  reason: (statement: Statement) => QuernError = tookTooLong,
): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort(reason(statement));
  }, statement.timeoutSeconds * 1000);
  try {
    return await work(AbortSignal.any([statement.signal, deadline.signal]));
  } finally {
    clearTimeout(timer);
  }
}

function tookTooLong({ timeoutSeconds }: Statement): QuernError {
  const seconds = Math.round(timeoutSeconds * 10) / 10;
  return new QuernError('deadline_exceeded', `The query took longer than ${seconds} s.`);
}

/** Waits, but no longer than until the signal is aborted; then its reason is thrown. */
export async function orAborted<T>(wait: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([wait, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
