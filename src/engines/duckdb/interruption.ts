import { type DuckDBConnection } from '@duckdb/node-api';
import { orAborted } from '../deadline.js';

/** Milliseconds between interruptions of one run: DuckDB forgets an interruption that comes before the run has begun. */
const INTERRUPT_EVERY_MS = 20;

/**
 * Waits for a run on a connection, but no longer than until the signal is aborted: then the run is interrupted, and the
 * signal's reason is thrown at once. The run itself ends a moment later.
 */
export async function untilAborted<T>(run: Promise<T>, connection: DuckDBConnection, signal: AbortSignal): Promise<T> {
  let interrupting: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    interrupting = setInterval(() => {
      connection.interrupt();
    }, INTERRUPT_EVERY_MS);
  };
  if (signal.aborted) interrupt();
  else signal.addEventListener('abort', interrupt, { once: true });
  // The interval goes on after this function has thrown, and ends with the run.
  const ended = run.finally(() => {
    clearInterval(interrupting);
    signal.removeEventListener('abort', interrupt);
  });
  return orAborted(ended, signal);
}
