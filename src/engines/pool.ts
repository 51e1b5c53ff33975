import { QuernError } from '../errors/quern-error.js';

/** Who wants a resource; a Statement says all of it. */
export interface Applicant {
  /** Does anybody wait for this run? Others let it go first. Undefined: yes. */
  readonly isUrgent?: () => boolean;
  /** On whose behalf it is: where many wait, callers take turns. */
  readonly caller?: string;
}

interface Waiter<T> extends Required<Applicant> {
  readonly resolve: (resource: T) => void;
}

/** A fixed number of things that one run at a time may have, such as connections, and a bounded queue in front of them. */
export class Pool<T> {
  private readonly idle: T[];
  private readonly waiting = new Set<Waiter<T>>();
  /** When each caller was last given something, counted in gifts. */
  private readonly turns = new Map<string, number>();
  private gifts = 0;

  /** At most `maxWaiting` urgent runs wait; one more is refused at once. */
  constructor(
    resources: readonly T[],
    private readonly maxWaiting: number,
  ) {
    this.idle = [...resources];
  }

  /** Rejects with the signal's reason, or with `engine_busy` when too many wait already. */
  async acquire(signal: AbortSignal, { isUrgent = () => true, caller = '' }: Applicant = {}): Promise<T> {
    signal.throwIfAborted();
    const resource = this.idle.pop();
    if (resource !== undefined) {
      this.note(caller);
      return resource;
    }
    if (isUrgent() && this.urgent().length >= this.maxWaiting) {
      throw new QuernError('engine_busy', 'Too many queries are waiting for the engine.', { retryAfterSeconds: 1 });
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter<T> = {
        isUrgent,
        caller,
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
    const next = this.first(this.urgent()) ?? this.first([...this.waiting]);
    if (!next) {
      this.idle.push(resource);
      return;
    }
    this.waiting.delete(next);
    this.note(next.caller);
    next.resolve(resource);
  }

  /** Of the caller who has waited longest since their last turn, the one who came first. */
  private first(waiters: readonly Waiter<T>[]): Waiter<T> | undefined {
    const turn = ({ caller }: Waiter<T>) => this.turns.get(caller) ?? 0;
    return waiters.reduce<Waiter<T> | undefined>(
      (best, waiter) => (best && turn(best) <= turn(waiter) ? best : waiter),
      undefined,
    );
  }

  private note(caller: string): void {
    this.gifts += 1;
    this.turns.set(caller, this.gifts);
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
