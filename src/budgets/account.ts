import { type Clock } from '../config/clock.js';
import { type Ask, type Book, type Reservation } from './spending.js';

interface Waiter {
  readonly name: string;
  readonly ask: Ask;
  readonly resolve: (reservation: Reservation | 'exhausted') => void;
}

/** The day of an instant in UTC. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Whether a text is a day, as `dayOf` writes it. */
export function isDay(text: string): boolean {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(instant) && dayOf(new Date(instant)) === text;
}

/** The account of one budget. Runs that ask for a part of it are served in order. */
export class Account {
  private readonly waiting: Waiter[] = [];
  private isServing = false;
  /** Number of requests. */
  private asked = 0;
  /** Number of settlements. */
  private settled = 0;
  private poll: NodeJS.Timeout | undefined;
  /** Day on which the log last reported that it is used up. */
  private toldOn: string | undefined;

  constructor(
    readonly id: string,
    private readonly book: Book,
    private readonly clock: Clock,
  ) {}

  /** Reserves a part, and waits where it depends on the runs that go on. Rejects with the signal's reason. */
  async reserve(ask: Ask, signal: AbortSignal): Promise<Reservation | 'exhausted'> {
    signal.throwIfAborted();
    let leave: () => void = () => undefined;
    try {
      return await new Promise((resolve, reject) => {
        const waiter = { name: String((this.asked += 1)), ask, resolve };
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

  async settle(reservation: Reservation, spent: number): Promise<void> {
    await this.book.settle(reservation, this.id, spent);
    this.settled += 1;
    void this.serve();
  }

  /** Whether this is the first report on this day that it is used up. */
  isNews(day: string): boolean {
    const isNews = this.toldOn !== day;
    this.toldOn = day;
    return isNews;
  }

  private isFirst(waiter: Waiter): boolean {
    return this.waiting[0] === waiter;
  }

  /** Serves one request at a time, since the book may be elsewhere. */
  private async serve(): Promise<void> {
    if (this.isServing) return;
    this.isServing = true;
    clearTimeout(this.poll);
    try {
      for (;;) {
        const [first] = this.waiting;
        if (!first) return;
        const day = dayOf(this.clock());
        const before = this.settled;
        const { name, ask } = first;
        const taken = await this.book.take(name, day, this.id, ask);
        if (taken === 'wait') {
          if (this.settled !== before || !this.isFirst(first)) continue;
          if (this.book.pollMs !== undefined) this.poll = setTimeout(() => void this.serve(), this.book.pollMs).unref();
          return;
        }
        const answer = taken === 'exhausted' ? taken : { name, day, amount: taken };
        if (this.isFirst(first)) {
          this.waiting.shift();
          first.resolve(answer);
        } else if (answer !== 'exhausted') {
          // The run has left meanwhile.
          await this.book.settle(answer, this.id, 0);
        }
      }
    } finally {
      this.isServing = false;
    }
  }
}
