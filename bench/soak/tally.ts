/** What became of the calls of one sort. */
export interface Count {
  calls: number;
  readonly milliseconds: number[];
  readonly outcomes: Map<number | string, number>;
}

export class Tally {
  readonly counts = new Map<string, Count>();
  /** Outcomes that nobody expected, with how often they came. */
  readonly unexpected = new Map<string, number>();

  count(sort: string, milliseconds: number, outcome: number | string, isExpected: boolean): void {
    const count = this.counts.get(sort) ?? { calls: 0, milliseconds: [], outcomes: new Map<number | string, number>() };
    this.counts.set(sort, count);
    count.calls += 1;
    count.milliseconds.push(milliseconds);
    count.outcomes.set(outcome, (count.outcomes.get(outcome) ?? 0) + 1);
    if (isExpected) return;
    const key = `${sort}: ${outcome}`;
    this.unexpected.set(key, (this.unexpected.get(key) ?? 0) + 1);
  }

  get calls(): number {
    return [...this.counts.values()].reduce((sum, { calls }) => sum + calls, 0);
  }
}
