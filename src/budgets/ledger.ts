/** Groupings of the cost of runs. */
export const SPENDERS = ['endpoint', 'key'] as const;
export type Spender = (typeof SPENDERS)[number];

/** The cost of runs, as far as the engine reports it. */
export interface Spent {
  readonly runs: number;
  readonly bytes_billed: number;
  readonly bytes_processed: number;
  readonly slot_ms: number;
  readonly run_ms: number;
}

export const NOTHING_SPENT: Spent = { runs: 0, bytes_billed: 0, bytes_processed: 0, slot_ms: 0, run_ms: 0 };

/** Days in UTC, each with the cost of the runs that ended on it, by the names of endpoints and the ids of keys. */
export type LedgerDays = Readonly<Record<string, Readonly<Record<Spender, Readonly<Record<string, Spent>>>>>>;

/** Number of days that are kept. */
const DAYS = 8;

/** Most endpoints, and most keys, with a row of their own on a day; further ones share a row. */
const MAX_ROWS = 1000;

/** Name of the rest, which has no row of its own, nor a series in the metrics. */
export const OTHERS = '_other';

type Day = Readonly<Record<Spender, Map<string, Spent>>>;

/** The cost of runs by days. Budgets have books of their own, which count reservations as well. */
export class Ledger {
  /** Days, the one that was used last at the end. */
  private readonly kept = new Map<string, Day>();

  add(day: string, names: Readonly<Record<Spender, string>>, cost: Spent): void {
    const rows = this.rowsOf(day);
    for (const by of SPENDERS) {
      const name = rows[by].has(names[by]) || rows[by].size < MAX_ROWS ? names[by] : OTHERS;
      rows[by].set(name, sumOf(rows[by].get(name) ?? NOTHING_SPENT, cost));
    }
  }

  of(day: string, by: Spender): ReadonlyMap<string, Spent> {
    return this.kept.get(day)?.[by] ?? new Map<string, Spent>();
  }

  /** Days in their order. */
  get days(): readonly string[] {
    return [...this.kept.keys()].sort();
  }

  toJson(): LedgerDays {
    const told = (rows: ReadonlyMap<string, Spent>) => Object.fromEntries(rows) as Record<string, Spent>;
    const days = [...this.kept].map(([day, { endpoint, key }]) => [
      day,
      { endpoint: told(endpoint), key: told(key) },
    ]) satisfies [string, LedgerDays[string]][];
    return Object.fromEntries(days);
  }

  /** Takes over the days of a file. */
  read(days: LedgerDays): void {
    for (const [day, rows] of Object.entries(days)) {
      for (const by of SPENDERS)
        for (const [name, spent] of Object.entries(rows[by])) this.rowsOf(day)[by].set(name, spent);
    }
  }

  private rowsOf(day: string): Day {
    const rows = this.kept.get(day) ?? { endpoint: new Map<string, Spent>(), key: new Map<string, Spent>() };
    this.kept.delete(day);
    this.kept.set(day, rows);
    const [oldest = day] = this.kept.keys();
    if (this.kept.size > DAYS) this.kept.delete(oldest);
    return rows;
  }
}

export function sumOf(one: Spent, other: Spent): Spent {
  return {
    runs: one.runs + other.runs,
    bytes_billed: one.bytes_billed + other.bytes_billed,
    bytes_processed: one.bytes_processed + other.bytes_processed,
    slot_ms: one.slot_ms + other.slot_ms,
    run_ms: one.run_ms + other.run_ms,
  };
}
