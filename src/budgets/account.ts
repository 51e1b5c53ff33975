import { type Clock } from '../config/clock.js';
import { orAborted } from '../engines/deadline.js';
import { Pool } from '../engines/pool.js';
import { dayOf } from './day.js';
import { type Ask, type Book, type Reservation } from './spending.js';

/** The account of one budget. Runs that ask for a part of it are served in order. */
export class Account {
  /** The right to ask the book, one request at a time, which waits there for the runs that go on. */
  private readonly turn = new Pool([Symbol('turn')], Infinity);
  /** Number of requests. */
  private asked = 0;
  /** Number of settlements. */
  private settled = 0;
  private wake: () => void = () => undefined;
  /** Day on which the log last reported that it is used up. */
  private toldOn: string | undefined;

  constructor(
    readonly id: string,
    private readonly book: Book,
    private readonly clock: Clock,
  ) {}

  /** Reserves a part, and waits where it depends on the runs that go on. Rejects with the signal's reason. */
  async reserve(ask: Ask, signal: AbortSignal): Promise<Reservation | 'exhausted'> {
    // Whoever waits asks again, since another day may have begun.
    this.wake();
    const turn = await this.turn.acquire(signal);
    try {
      const name = String((this.asked += 1));
      for (;;) {
        const day = dayOf(this.clock());
        const before = this.settled;
        const taken = await this.book.take(name, day, this.id, ask);
        const reservation = typeof taken === 'number' ? { name, day, amount: taken } : undefined;
        // The run has left meanwhile.
        if (signal.aborted && reservation) await this.book.settle(reservation, this.id, 0);
        signal.throwIfAborted();
        if (reservation) return reservation;
        if (taken === 'exhausted') return taken;
        if (this.settled === before) await orAborted(this.settlement(), signal);
      }
    } finally {
      this.turn.release(turn);
    }
  }

  async settle(reservation: Reservation, spent: number): Promise<void> {
    await this.book.settle(reservation, this.id, spent);
    this.settled += 1;
    this.wake();
  }

  /** Whether this is the first report on this day that it is used up. */
  isNews(day: string): boolean {
    const isNews = this.toldOn !== day;
    this.toldOn = day;
    return isNews;
  }

  /** Waits until a run has been settled, or may have been elsewhere. */
  private async settlement(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
      if (this.book.pollMs !== undefined) setTimeout(resolve, this.book.pollMs).unref();
    });
  }
}
