import { type Clock } from '../config/clock.js';
import { type Ask, type Book } from './spending.js';

/** What a run may cost of one account. */
export interface Reservation {
  /** The day that is charged, also where the run ends on the next. */
  readonly day: string;
  readonly amount: number;
}

interface Waiter {
  readonly ask: Ask;
  readonly resolve: (reservation: Reservation | 'exhausted') => void;
  readonly reject: (error: unknown) => void;
}

/** Days are those of UTC. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Whoever has a budget. Those who ask for a part of it are served in the order in which they come. */
export class Account {
  private readonly waiting: Waiter[] = [];
  private isServing = false;
  /** How often something was given back. */
  private settled = 0;

  constructor(
    readonly id: string,
    private readonly book: Book,
    private readonly clock: Clock,
  ) {}

  /** Waits where it depends on the runs that go on. Rejects with the signal's reason. */
  async reserve(ask: Ask, signal: AbortSignal): Promise<Reservation | 'exhausted'> {
    signal.throwIfAborted();
    let leave: () => void = () => undefined;
    try {
      return await new Promise((resolve, reject) => {
        const waiter = { ask, resolve, reject };
        leave = () => {
          const place = this.waiting.indexOf(waiter);
          if (place >= 0) this.waiting.splice(place, 1);
          void this.serve();
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', leave, { once: true });
        this.waiting.push(waiter);
        void this.serve();
      });
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  async settle({ day, amount }: Reservation, spent: number): Promise<void> {
    await this.book.settle(day, this.id, amount, spent);
    this.settled += 1;
    void this.serve();
  }

  private isFirst(waiter: Waiter): boolean {
    return this.waiting[0] === waiter;
  }

  /** One at a time, since the book may be elsewhere. */
  private async serve(): Promise<void> {
    if (this.isServing) return;
    this.isServing = true;
    try {
      for (;;) {
        const [first] = this.waiting;
        if (!first) return;
        const day = dayOf(this.clock());
        const before = this.settled;
        const taken = await this.book.take(day, this.id, first.ask);
        if (taken === 'wait') {
          if (this.settled === before && this.isFirst(first)) return;
          continue;
        }
        if (this.isFirst(first)) {
          this.waiting.shift();
          first.resolve(taken === 'exhausted' ? taken : { day, amount: taken });
        } else if (taken !== 'exhausted') {
          // It has left meanwhile.
          await this.book.settle(day, this.id, taken, 0);
        }
      }
    } finally {
      this.isServing = false;
    }
  }
}
