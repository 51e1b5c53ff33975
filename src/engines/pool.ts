import { QuernError } from '../errors/quern-error.js';

interface Waiter<T> {
  readonly resolve: (resource: T) => void;
}

/** A fixed number of things that one run at a time may have, such as connections, and a bounded queue in front of them. */
export class Pool<T> {
  private readonly idle: T[];
  private readonly waiting = new Set<Waiter<T>>();

  /** At most `maxWaiting` runs wait; one more is refused at once. */
  constructor(
    resources: readonly T[],
    private readonly maxWaiting: number,
  ) {
    this.idle = [...resources];
  }

  /** Rejects with the signal's reason, or with `engine_busy` when too many wait already. */
  async acquire(signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const resource = this.idle.pop();
    if (resource !== undefined) return resource;
    if (this.waiting.size >= this.maxWaiting) {
      throw new QuernError('engine_busy', 'Too many queries are waiting for the engine.', { retryAfterSeconds: 1 });
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter<T> = {
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
    const [next] = this.waiting;
    if (!next) {
      this.idle.push(resource);
      return;
    }
    this.waiting.delete(next);
    next.resolve(resource);
  }

  /** Empties the pool of what is idle, so that it can be closed. */
  drain(): readonly T[] {
    return this.idle.splice(0);
  }
}
