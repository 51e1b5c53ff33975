import { QuernError } from '../errors/quern-error.js';

/** Who wants a resource; a Statement says all of it. */
export interface AcquireOptions {
  /** Does anybody wait for this run? Others let it go first. Undefined: yes. */
  readonly isUrgent?: () => boolean;
  /** On whose behalf it is: where many wait, callers take turns. */
  readonly caller?: string;
}

interface Waiter<T> extends Required<AcquireOptions> {
  readonly resolve: (resource: T) => void;
  readonly refuse: () => void;
}

/**
 * A fixed number of things that one run at a time may have, such as connections, and a bounded queue in front of them. Of both,
 * no caller has all: turns alone are of no use to others while one caller's runs hold everything for as long as they may take.
 */
export class Pool<T> {
  private readonly idle: T[];
  private readonly waiting = new Set<Waiter<T>>();
  /** Who has what is not idle. */
  private readonly holders = new Map<T, string>();
  /** How much each caller has. */
  private readonly held = new Map<string, number>();
  /** When each caller was last given something, counted in gifts. */
  private readonly turns = new Map<string, number>();
  private gifts = 0;

  /**
   * At most `maxWaiting` urgent runs wait; one more is refused at once. One caller holds at most `mostHeld`; runs on nobody's
   * behalf are not counted.
   */
  constructor(
    resources: readonly T[],
    private readonly maxWaiting: number,
    private readonly mostHeld = Math.max(1, resources.length - 1),
  ) {
    this.idle = [...resources];
  }

  /** Rejects with the signal's reason, or with `engine_busy` when too many wait already. */
  async acquire(signal: AbortSignal, { isUrgent = () => true, caller = '' }: AcquireOptions = {}): Promise<T> {
    signal.throwIfAborted();
    const resource = this.mayHoldMore(caller) ? this.idle.pop() : undefined;
    if (resource !== undefined) {
      this.give(resource, caller);
      return resource;
    }
    if (isUrgent() && this.urgent().length >= this.maxWaiting) this.makeRoom(caller);
    return new Promise((resolve, reject) => {
      const waiter: Waiter<T> = {
        isUrgent,
        caller,
        resolve: (free) => {
          signal.removeEventListener('abort', leave);
          resolve(free);
        },
        refuse: () => {
          signal.removeEventListener('abort', leave);
          this.waiting.delete(waiter);
          reject(busy());
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
    this.takeBack(resource);
    const next = this.first(this.urgent()) ?? this.first([...this.waiting]);
    if (!next) {
      this.idle.push(resource);
      return;
    }
    this.waiting.delete(next);
    this.give(resource, next.caller);
    next.resolve(resource);
  }

  /** Of the caller who has waited longest since their last turn, the one who came first. */
  private first(waiters: readonly Waiter<T>[]): Waiter<T> | undefined {
    const turn = ({ caller }: Waiter<T>) => this.turns.get(caller) ?? 0;
    return waiters
      .filter(({ caller }) => this.mayHoldMore(caller))
      .reduce<Waiter<T> | undefined>((best, waiter) => (best && turn(best) <= turn(waiter) ? best : waiter), undefined);
  }

  private mayHoldMore(caller: string): boolean {
    return caller === '' || (this.held.get(caller) ?? 0) < this.mostHeld;
  }

  private takeBack(resource: T): void {
    const holder = this.holders.get(resource);
    if (holder === undefined) return;
    this.holders.delete(resource);
    const left = (this.held.get(holder) ?? 0) - 1;
    if (left > 0) this.held.set(holder, left);
    else this.held.delete(holder);
  }

  private give(resource: T, caller: string): void {
    this.holders.set(resource, caller);
    this.held.set(caller, (this.held.get(caller) ?? 0) + 1);
    this.gifts += 1;
    this.turns.set(caller, this.gifts);
  }

  /**
   * In a full queue, the last one of whoever has most in it gives way to a caller with fewer.
   *
   * @throws QuernError `engine_busy` for one who has as many as anybody
   */
  private makeRoom(caller: string): void {
    const counts = new Map<string, number>();
    for (const waiter of this.urgent()) counts.set(waiter.caller, (counts.get(waiter.caller) ?? 0) + 1);
    const own = counts.get(caller) ?? 0;
    const [greediest, most] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [caller, own]);
    // With one less of that, the newcomer has no more than the other keeps.
    if (most < own + 2) throw busy();
    this.urgent()
      .findLast((waiter) => waiter.caller === greediest)
      ?.refuse();
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

function busy(): QuernError {
  return new QuernError('engine_busy', 'Too many queries are waiting for the engine.', { retryAfterSeconds: 1 });
}
