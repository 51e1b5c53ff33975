import { QuernError } from '../errors/quern-error.js';

export interface AcquireOptions {
  /** Whether a client waits for this run; others come last. Undefined: yes. */
  readonly isUrgent?: () => boolean;
  /** Caller as in a Statement: where many wait, callers are served in turn. Undefined: no caller. */
  readonly caller?: string;
  /** Called with the milliseconds of its wait, if it had to wait, even if it gave up. */
  readonly onWaited?: ((milliseconds: number) => void) | undefined;
  /** Called when it has to wait, with a function that gives its place, from 1; undefined once it waits no more. */
  readonly onQueued?: ((place: () => number | undefined) => void) | undefined;
}

interface Acquirer<T> extends Required<Omit<AcquireOptions, 'onWaited' | 'onQueued'>> {
  readonly resolve: (resource: T) => void;
  readonly refuse: () => void;
}

/**
 * A fixed number of resources that one run at a time may have, such as connections, and a bounded queue in front of them. No caller holds
 * all of the resources, nor the whole queue where others come: turns are of no use to others while one caller's runs hold everything for as
 * long as they may take.
 */
export class Pool<T> {
  private readonly idle: T[];
  private readonly waiting = new Set<Acquirer<T>>();
  /** Callers of the resources that are not idle. */
  private readonly holders = new Map<T, string>();
  /** Number of resources that each caller holds. */
  private readonly held = new Map<string, number>();
  /** Number of the last grant to each caller, also of keys that are gone; grants are counted from 1. */
  private readonly lastGrants = new Map<string, number>();
  private grants = 0;

  /**
   * Makes a queue for at most `maxWaiting` urgent runs; one more is refused at once. One caller holds at most `maxHeld` resources; runs
   * without a caller are not counted.
   */
  constructor(
    resources: readonly T[],
    private readonly maxWaiting: number,
    private readonly maxHeld = Math.max(1, resources.length - 1),
  ) {
    this.idle = [...resources];
  }

  get inUse(): number {
    return this.holders.size;
  }

  get queueLength(): number {
    return this.waiting.size;
  }

  /** Rejects with the signal's reason, or with `engine_busy` when too many wait already. */
  async acquire(signal: AbortSignal, options: AcquireOptions = {}): Promise<T> {
    const { isUrgent = () => true, caller = '', onWaited, onQueued } = options;
    signal.throwIfAborted();
    const resource = this.mayHoldMore(caller) ? this.idle.pop() : undefined;
    if (resource !== undefined) {
      this.grant(resource, caller);
      return resource;
    }
    if (isUrgent() && this.urgent().length >= this.maxWaiting) this.makeRoom(caller);
    const since = performance.now();
    const free = new Promise<T>((resolve, reject) => {
      const waiter: Acquirer<T> = {
        isUrgent,
        caller,
        resolve: (free) => {
          signal.removeEventListener('abort', onAbort);
          resolve(free);
        },
        refuse: () => {
          signal.removeEventListener('abort', onAbort);
          this.waiting.delete(waiter);
          reject(busy());
        },
      };
      const onAbort = () => {
        this.waiting.delete(waiter);
        reject(signal.reason as Error);
      };
      this.waiting.add(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
      onQueued?.(() => this.placeOf(waiter));
    });
    return free.finally(() => {
      onWaited?.(performance.now() - since);
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
    this.grant(resource, next.caller);
    next.resolve(resource);
  }

  /** The first waiter of the caller whose last grant is longest ago. */
  private first(waiters: readonly Acquirer<T>[]): Acquirer<T> | undefined {
    const lastGrant = ({ caller }: Acquirer<T>) => this.lastGrants.get(caller) ?? 0;
    return waiters
      .filter(({ caller }) => this.mayHoldMore(caller))
      .reduce<Acquirer<T> | undefined>(
        (best, waiter) => (best && lastGrant(best) <= lastGrant(waiter) ? best : waiter),
        undefined,
      );
  }

  /** The place of a waiter as callers are served in turn: waiters of each other caller come before it as often as its own caller's do. */
  private placeOf(waiter: Acquirer<T>): number | undefined {
    if (!this.waiting.has(waiter)) return undefined;
    const isUrgent = waiter.isUrgent();
    const rivals = isUrgent ? this.urgent() : [...this.waiting].filter((each) => !each.isUrgent());
    const lastGrant = (caller: string) => this.lastGrants.get(caller) ?? 0;
    const own = rivals.filter(({ caller }) => caller === waiter.caller);
    const turnsBefore = own.indexOf(waiter);
    const counts = new Map<string, number>();
    for (const { caller } of rivals) counts.set(caller, (counts.get(caller) ?? 0) + 1);
    counts.delete(waiter.caller);
    let place = 1 + turnsBefore + (isUrgent ? 0 : this.urgent().length);
    for (const [caller, count] of counts) {
      const comesFirst = lastGrant(caller) < lastGrant(waiter.caller);
      place += Math.min(count, turnsBefore + (comesFirst ? 1 : 0));
    }
    return place;
  }

  private mayHoldMore(caller: string): boolean {
    return caller === '' || (this.held.get(caller) ?? 0) < this.maxHeld;
  }

  private takeBack(resource: T): void {
    const holder = this.holders.get(resource);
    if (holder === undefined) return;
    this.holders.delete(resource);
    const left = (this.held.get(holder) ?? 0) - 1;
    if (left > 0) this.held.set(holder, left);
    else this.held.delete(holder);
  }

  private grant(resource: T, caller: string): void {
    this.holders.set(resource, caller);
    this.held.set(caller, (this.held.get(caller) ?? 0) + 1);
    this.grants += 1;
    this.lastGrants.set(caller, this.grants);
  }

  /**
   * Refuses the newest waiter of the caller with most of them, in a full queue, for a caller with fewer.
   *
   * @throws QuernError `engine_busy` for a caller who has as many as any other
   */
  private makeRoom(caller: string): void {
    const counts = new Map<string, number>();
    for (const waiter of this.urgent()) counts.set(waiter.caller, (counts.get(waiter.caller) ?? 0) + 1);
    const own = counts.get(caller) ?? 0;
    const [longest, most] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [caller, own]);
    // The other must still have as many waiters after the exchange as this caller then has.
    if (most < own + 2) throw busy();
    this.urgent()
      .findLast((waiter) => waiter.caller === longest)
      ?.refuse();
  }

  /** Runs that a client waits for, in the order they came. Asked anew each time, since that changes while they wait. */
  private urgent(): readonly Acquirer<T>[] {
    return [...this.waiting].filter((waiter) => waiter.isUrgent());
  }

  /** Takes all idle resources out of the pool, so that they can be closed. */
  drain(): readonly T[] {
    return this.idle.splice(0);
  }
}

function busy(): QuernError {
  return new QuernError('engine_busy', 'Too many queries are waiting for the engine.', { retryAfterSeconds: 1 });
}
