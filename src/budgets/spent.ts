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

export function sumOf(one: Spent, other: Spent): Spent {
  return {
    runs: one.runs + other.runs,
    bytes_billed: one.bytes_billed + other.bytes_billed,
    bytes_processed: one.bytes_processed + other.bytes_processed,
    slot_ms: one.slot_ms + other.slot_ms,
    run_ms: one.run_ms + other.run_ms,
  };
}
