import { type Ledger } from './ledger.js';
import { NOTHING_SPENT, type Spender, type Spent, sumOf } from './spent.js';

/** The cost of a day's runs: `SPEND` is its schema. */
export interface SpendReport {
  readonly day: string;
  readonly by: Spender;
  /** Days with any runs. */
  readonly days: readonly string[];
  readonly total: PricedSpent;
  /** Rows, the dearest first. */
  readonly rows: readonly (PricedSpent & { readonly name: string })[];
}

/** A cost with its price; null without a price of a TiB in the settings. */
interface PricedSpent extends Spent {
  readonly price: number | null;
}

export function spendReport(
  ledger: Ledger,
  { by, day, pricePerTib }: { readonly by: Spender; readonly day: string; readonly pricePerTib: number | undefined },
): SpendReport {
  const priced = (spent: Spent): PricedSpent => ({
    ...spent,
    run_ms: Math.round(spent.run_ms),
    price: priceOf(spent.bytes_billed, pricePerTib),
  });
  const rows = [...ledger.of(day, by)].sort(([, one], [, other]) => dearer(one, other));
  const total = rows.reduce((sum, [, spent]) => sumOf(sum, spent), NOTHING_SPENT);
  return {
    day,
    by,
    days: ledger.days,
    total: priced(total),
    rows: rows.map(([name, spent]) => ({ name, ...priced(spent) })),
  };
}

/** The price of some bytes; null without a price of a TiB in the settings. */
export function priceOf(bytes: number, pricePerTib: number | undefined): number | null {
  return pricePerTib === undefined ? null : Number(((bytes / 2 ** 40) * pricePerTib).toFixed(6));
}

/** Compares by the bill, or where there is none by the time of slots or of the engine. */
function dearer(one: Spent, other: Spent): number {
  return other.bytes_billed - one.bytes_billed || other.slot_ms - one.slot_ms || other.run_ms - one.run_ms;
}
