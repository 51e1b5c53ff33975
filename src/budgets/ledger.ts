import { LRUCache } from 'lru-cache';
import { NOTHING_SPENT, type Spender, SPENDERS, type Spent, sumOf } from './spent.js';

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
  private readonly kept = new LRUCache<string, Day>({
    max: DAYS,
    memoMethod: () => ({ endpoint: new Map(), key: new Map() }),
  });

  add(day: string, names: Readonly<Record<Spender, string>>, cost: Spent): void {
    const rows = this.kept.memo(day);
    for (const by of SPENDERS) {
      const name = rows[by].has(names[by]) || rows[by].size < MAX_ROWS ? names[by] : OTHERS;
      rows[by].set(name, sumOf(rows[by].get(name) ?? NOTHING_SPENT, cost));
    }
  }

  of(day: string, by: Spender): ReadonlyMap<string, Spent> {
    return this.kept.peek(day)?.[by] ?? new Map<string, Spent>();
  }

  /** Days in their order. */
  get days(): readonly string[] {
    return [...this.kept.keys()].sort();
  }

  toJson(): LedgerDays {
    const days = [...this.kept.entries()].reverse().map(([day, { endpoint, key }]) => {
      return [day, { endpoint: Object.fromEntries(endpoint), key: Object.fromEntries(key) }] as const;
    });
    return Object.fromEntries(days);
  }

  /** Takes over the days of a file. */
  read(days: LedgerDays): void {
    for (const [day, rows] of Object.entries(days)) {
      for (const by of SPENDERS)
        for (const [name, spent] of Object.entries(rows[by])) this.kept.memo(day)[by].set(name, spent);
    }
  }
}
