import { QuernError } from '../errors/quern-error.js';

interface Waiter<T> {
  /** Does anybody wait for this run? Others let it go first. */
  readonly isUrgent: () => boolean;
  readonly resolve: (resource: T) => void;
}

/** A fixed number of things that one run at a time may have, such as connections, and a bounded queue in front of them. */
export class Pool<T> {
  private readonly idle: T[];
  private readonly waiting = new Set<Waiter<T>>();

  /** At most `maxWaiting` urgent runs wait; one more is refused at once. */
  constructor(
    resources: readonly T[],
    private readonly maxWaiting: number,
  ) {
    this.idle = [...resources];
  }

  /** Rejects with the signal's reason, or with `engine_busy` when too many wait already. */
  async acquire(signal: AbortSignal, isUrgent: () => boolean = () => true): Promise<T> {
    signal.throwIfAborted();
    const resource = this.idle.pop();
    if (resource !== undefined) return resource;
    if (isUrgent() && this.urgent().length >= this.maxWaiting) {
      throw new QuernError('engine_busy', 'Too many queries are waiting for the engine.', { retryAfterSeconds: 1 });
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter<T> = {
        isUrgent,
        resolve: (free) => {
          signal.removeEventListener('abort', leave);
          resolve(free);
        },
      };
      const leave = () => {
        this.waiting.delete(waiter);
        reject(signal.reason as Error);
      };
      this.waiting.add(waiter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  release(resource: T): void {
    const next = this.urgent()[0] ?? [...this.waiting][0];
    if (!next) {
      this.idle.push(resource);
      return;
    }
    this.waiting.delete(next);
    next.resolve(resource);
  }

  /** Those that somebody waits for, in the order they came; a run that nobody waited for may be one of them by now. */
  private urgent(): readonly Waiter<T>[] {
    return [...this.waiting].filter((waiter) => waiter.isUrgent());
  }

  /** Empties the pool of what is idle, so that it can be closed. */
  drain(): readonly T[] {
    return this.idle.splice(0);
  }
}
