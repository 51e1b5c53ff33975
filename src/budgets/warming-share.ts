import { type Budget } from '../config/budget.js';

/** Part of a day's share that refreshes may take as soon as the day begins. */
const AT_ONCE = 0.25;

const DAY_MS = 86_400_000;

/**
 * The share of a budget that refreshes ahead of time may take within a day, by `QUERN_WARMING_BUDGET`. It has an account of its own beside
 * that of the budget, which they are charged to as well: refreshes reserve it like any, replicas share it, and it is kept.
 */
export function warmingShare(budget: Budget, share: number): Budget {
  return { ...budget, amount: Math.floor(budget.amount * share) };
}

/**
 * The part of that share that refreshes may have taken by now: a quarter at once, and the rest evenly as the day goes by. Due refreshes
 * wait until there is enough, and the one with the most worth is next. If everything were there at midnight, the refreshes of the first
 * hours would take it, even those of little worth.
 */
export function shareByNow({ amount }: Budget, now: number): number {
  return amount * (AT_ONCE + (1 - AT_ONCE) * ((now % DAY_MS) / DAY_MS));
}
