import { orAborted } from '../engines/deadline.js';

/** The waiters of a run, as it sees them. */
export interface Waiters {
  /** Aborted when the last of them has left. */
  readonly signal: AbortSignal;
  /** Whether any of them is urgent now. */
  isUrgent(): boolean;
}

interface Waiter {
  /** Aborted when this one leaves. */
  readonly signal: AbortSignal;
  readonly isUrgent: boolean;
}

interface SharedRun<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
  urgent: number;
}

/**
 * Makes one run per key at a time, for any number of waiters. A waiter that leaves does not disturb the others; when the last one has left,
 * the run's signal is aborted.
 */
export class SingleFlight<T> {
  private readonly runs = new Map<string, SharedRun<T>>();

  /** Whether a run for this key is under way. */
  has(key: string): boolean {
    return this.runs.has(key);
  }

  /** Waits for the run of this key, starting it if there is none; rejects with the signal's reason once it is aborted. */
  async join(key: string, { signal, isUrgent }: Waiter, work: (waiters: Waiters) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const run = this.runs.get(key) ?? this.start(key, work);
    run.waiting += 1;
    if (isUrgent) run.urgent += 1;
    try {
      return await orAborted(run.result, signal);
    } finally {
      run.waiting -= 1;
      if (isUrgent) run.urgent -= 1;
      if (run.waiting === 0) this.abandon(key, run);
    }
  }

  private start(key: string, work: (waiters: Waiters) => Promise<T>): SharedRun<T> {
    const controller = new AbortController();
    // Started in a microtask, so that the first waiter has been counted before the work asks about waiters.
    const result = Promise.resolve()
      .then(() => work({ signal: controller.signal, isUrgent: () => run.urgent > 0 }))
      .finally(() => {
        this.forget(key, run);
      });
    // Waiters get a failure from their own promises; without any, this one's rejection would be unhandled.
    result.catch(() => undefined);
    const run: SharedRun<T> = { result, controller, waiting: 0, urgent: 0 };
    this.runs.set(key, run);
    return run;
  }

  /** Forgets the run before it has ended, so that the next caller does not join one that is being cancelled. */
  private abandon(key: string, run: SharedRun<T>): void {
    this.forget(key, run);
    run.controller.abort(new Error('nobody waits for this run any more'));
  }

  private forget(key: string, run: SharedRun<T>): void {
    if (this.runs.get(key) === run) this.runs.delete(key);
  }
}
