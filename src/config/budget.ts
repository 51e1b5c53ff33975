/**
 * A limit of the cost of runs within a day: bytes that are billed, time of the engine, or time of its slots for capacity that is bought by
 * these. The amount is in bytes or milliseconds.
 */
export interface Budget {
  readonly unit: BudgetUnit;
  readonly amount: number;
  readonly text: string;
}

export type BudgetUnit = 'bytes' | 'engine-time' | 'slot-time';

/** Bytes that a billed run is billed for at least: a budget of fewer would never allow one. */
export const LEAST_BYTES = 10 * 2 ** 20;

export const BUDGET = /^(?:[1-9]\d{1,5}MiB|[1-9]\d{0,5}GiB|[1-9]\d{0,3}TiB|[1-9]\d{0,6}s|[1-9]\d{0,5}slot-hours)\/day$/;

/** Expected text, as the end of a sentence. */
export const BUDGET_TEXT =
  'what runs may cost in a day: bytes billed (50GiB/day, at least 10MiB/day), seconds of the engine (600s/day) or slot-hours (10slot-hours/day)';

const UNITS: ReadonlyMap<string, readonly [unit: BudgetUnit, amount: number]> = new Map([
  ['MiB', ['bytes', 2 ** 20]],
  ['GiB', ['bytes', 2 ** 30]],
  ['TiB', ['bytes', 2 ** 40]],
  ['s', ['engine-time', 1000]],
  ['slot-hours', ['slot-time', 3_600_000]],
]);

/** Undefined where the text is no budget. */
export function parseBudget(text: string): Budget | undefined {
  if (!BUDGET.test(text)) return undefined;
  const [, digits, name = ''] = /^(\d+)(.+)\/day$/.exec(text) ?? [];
  const [unit, amount] = UNITS.get(name) ?? [];
  return unit && amount !== undefined ? { unit, amount: Number(digits) * amount, text } : undefined;
}

/** The budget of all runs together; only the engine that bills has one. */
export function serviceBudget(settings: {
  readonly engine: string;
  readonly bigqueryBudget: Budget | undefined;
}): Budget | undefined {
  return settings.engine === 'bigquery' ? settings.bigqueryBudget : undefined;
}
