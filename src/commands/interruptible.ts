import { Exit } from './exit.js';

/** Runs work that Ctrl-C cancels by its signal. The second Ctrl-C ends the process at once. @throws Exit 130 when it was cancelled */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = () => {
    interruption.abort(new Exit(130));
  };
  process.once('SIGINT', interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}
