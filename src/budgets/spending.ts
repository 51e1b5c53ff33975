/** What has been taken of a budget on a day: by runs that are over, and for those that go on. */
export interface Taken {
  spent: number;
  reserved: number;
}

/** What a run asks for. */
export interface Ask {
  /** All that runs of the day may cost. */
  readonly limit: number;
  readonly want: number;
  /** With less than that it need not begin. */
  readonly least: number;
  /** After which it is over in any case. */
  readonly seconds: number;
}

/** What a run may cost of one account. */
export interface Reservation {
  /** No other one of this account and process has it. */
  readonly name: string;
  /** The day that is charged, also where the run ends on the next. */
  readonly day: string;
  readonly amount: number;
}

/** So much is reserved now; or it is known only when others have ended (`wait`); or nothing that they give back will do (`exhausted`). */
export type Take = number | 'wait' | 'exhausted';

/** A day in UTC, such as `2026-11-20`, with what has been taken on it of each account. */
export type SpentDays = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Who keeps the accounts, each by its id. */
export interface Book {
  take(name: string, day: string, id: string, ask: Ask): Take | Promise<Take>;
  /** A run is over: what was reserved for it is given back, and what it has cost is spent. */
  settle(reservation: Reservation, id: string, spent: number): void | Promise<void>;
  /** What has been taken, by runs that go on too. */
  of(day: string, id: string): number;
  /** After how many milliseconds to ask again where others may have settled that nobody here hears of. */
  readonly pollMs?: number;
}

/** Nest's token for it. */
export const Book = Symbol('Book');

/** Days that are kept: where a clock is set wrong and right again, the day that it comes back to is still known. */
const DAYS = 3;

/** The accounts of one process. */
export class Spending implements Book {
  /** The day that was used last is the last one. */
  private readonly days = new Map<string, Map<string, Taken>>();

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
    // What others know may have been taken over meanwhile, without this reservation.
    taken.reserved = Math.max(0, taken.reserved - amount);
    taken.spent += spent;
  }

  of(day: string, id: string): number {
    return this.spentOn(day, id) + (this.days.get(day)?.get(id)?.reserved ?? 0);
  }

  /** What runs have cost that are over. */
  spentOn(day: string, id: string): number {
    return this.days.get(day)?.get(id)?.spent ?? 0;
  }

  /** Takes over what others know. */
  set(day: string, id: string, { spent, reserved }: Taken): void {
    Object.assign(this.takenOf(day, id), { spent, reserved });
  }

  /** Everything, for a file. Runs that go on count as if they had cost what is reserved: whether they end here is not known. */
  toJson(): SpentDays {
    const days = [...this.days].map(
      ([day, ids]) => [day, [...ids.keys()].map((id) => [id, this.of(day, id)])] as const,
    );
    return Object.fromEntries(days.map(([day, ids]) => [day, Object.fromEntries(ids) as Record<string, number>]));
  }

  /** Adds what a file has. */
  add(days: SpentDays): void {
    for (const [day, ids] of Object.entries(days)) {
      for (const [id, amount] of Object.entries(ids)) this.takenOf(day, id).spent += amount;
    }
  }

  private takenOf(day: string, id: string): Taken {
    const ids = this.days.get(day) ?? new Map<string, Taken>();
    this.days.delete(day);
    this.days.set(day, ids);
    const [oldest = day] = this.days.keys();
    if (this.days.size > DAYS) this.days.delete(oldest);
    const taken = ids.get(id) ?? { spent: 0, reserved: 0 };
    ids.set(id, taken);
    return taken;
  }
}
