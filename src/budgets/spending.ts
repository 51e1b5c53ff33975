import { LRUCache } from 'lru-cache';

/** The taken part of a budget on a day: by runs that are over, and for those that go on. */
export interface Taken {
  spent: number;
  reserved: number;
}

/** A run's request for a part of a budget. */
export interface Ask {
  /** Limit for all runs of the day. */
  readonly limit: number;
  readonly want: number;
  /** Least amount that is of use to it. */
  readonly least: number;
  /** Seconds after which it is over in any case. */
  readonly seconds: number;
}

/** A part of an account that a run may cost. */
export interface Reservation {
  /** Name, unique within this account and process. */
  readonly name: string;
  /** Day that is charged, even if the run ends on the next. */
  readonly day: string;
  readonly amount: number;
}

/** An amount that is reserved now; or the answer depends on runs that go on (`wait`); or nothing that they give back will do (`exhausted`). */
export type Take = number | 'wait' | 'exhausted';

/** Days in UTC, such as `2026-11-20`, with the taken amount of each account. */
export type SpentDays = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Keeps accounts, each by its id. */
export interface Book {
  take(name: string, day: string, id: string, ask: Ask): Take | Promise<Take>;
  /** Ends a run: its reservation is given back, and its cost is spent. */
  settle(reservation: Reservation, id: string, spent: number): void | Promise<void>;
  /** Returns the taken amount, including runs that go on. */
  of(day: string, id: string): number;
  /** Milliseconds after which to ask again, where settlements elsewhere are not heard of here. */
  readonly pollMs?: number;
}

/** Nest's token for a book. */
export const Book = Symbol('Book');

/** Days that are kept: if a clock is set wrong and right again, the day of before is still known. */
const DAYS = 3;

/** The accounts of one process. */
export class Spending implements Book {
  private readonly days = new LRUCache<string, Map<string, Taken>>({ max: DAYS, memoMethod: () => new Map() });

  take(_: string, day: string, id: string, { limit, want, least }: Ask): Take {
    const taken = this.takenOf(day, id);
    if (limit - taken.spent < least) return 'exhausted';
    const free = limit - taken.spent - taken.reserved;
    if (free < want && taken.reserved > 0) return 'wait';
    const amount = Math.min(want, free);
    taken.reserved += amount;
    return amount;
  }

  settle({ day, amount }: Reservation, id: string, spent: number): void {
    const taken = this.takenOf(day, id);
    // The amounts of another book may have been taken over meanwhile, without this reservation.
    taken.reserved = Math.max(0, taken.reserved - amount);
    taken.spent += spent;
  }

  of(day: string, id: string): number {
    const { spent = 0, reserved = 0 } = this.days.peek(day)?.get(id) ?? {};
    return spent + reserved;
  }

  /** Takes over the amounts of another book. */
  set(day: string, id: string, { spent, reserved }: Taken): void {
    Object.assign(this.takenOf(day, id), { spent, reserved });
  }

  /** Returns all amounts, for a file. Runs that go on count with their reservations: the file may miss their end. */
  toJson(): SpentDays {
    const days = [...this.days.entries()].reverse().map(([day, ids]) => {
      return [day, Object.fromEntries([...ids.keys()].map((id) => [id, this.of(day, id)]))] as const;
    });
    return Object.fromEntries(days);
  }

  /** Adds the amounts of a file. */
  add(days: SpentDays): void {
    for (const [day, ids] of Object.entries(days)) {
      for (const [id, amount] of Object.entries(ids)) this.takenOf(day, id).spent += amount;
    }
  }

  private takenOf(day: string, id: string): Taken {
    const ids = this.days.memo(day);
    const taken = ids.get(id) ?? { spent: 0, reserved: 0 };
    ids.set(id, taken);
    return taken;
  }
}
