import { type Budget } from '../config/budget.js';

/** The part of a day's share that refreshes may take as soon as the day begins. */
const AT_ONCE = 0.25;

const DAY_MS = 86_400_000;

/**
 * What refreshes ahead of time may take of a budget within a day, by `QUERN_WARMING_BUDGET`. It has an account of its own beside that of the
 * budget, which they are charged to as well: what refreshes have taken is reserved, shared by replicas and kept as all that is spent.
 */
export function warmingShare(budget: Budget, share: number): Budget {
  return { ...budget, amount: Math.floor(budget.amount * share) };
}

/**
 * How much of it they may have taken by now: a quarter at once, and the rest evenly as the day goes by. What is due waits until there is
 * enough, and of all that wait the one that is worth most is next. Were everything there at midnight, whatever is due in the first hours
 * would take it, however little it is worth.
 */
export function shareByNow({ amount }: Budget, now: Date): number {
  return amount * (AT_ONCE + (1 - AT_ONCE) * ((now.getTime() % DAY_MS) / DAY_MS));
}
