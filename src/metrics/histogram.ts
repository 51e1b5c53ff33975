import { boundText, type Sample } from './exposition.js';

/** Counts of values up to each bound, in a typed array: an observation allocates nothing. */
export class Histogram {
  private readonly counts: Float64Array;
  private sum = 0;

  constructor(private readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const { bounds, counts } = this;
    let index = 0;
    // Searched from the start: most values are small, and there are few bounds.
    while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1;
    counts[index] = (counts[index] ?? 0) + 1;
    this.sum += value;
  }

  *samples(values: readonly string[]): Generator<Sample> {
    let count = 0;
    for (const [index, bound] of [...this.bounds, Infinity].entries()) {
      count += this.counts[index] ?? 0;
      yield { values, part: '_bucket', le: boundText(bound), value: count };
    }
    yield { values, part: '_sum', value: this.sum };
    yield { values, part: '_count', value: count };
  }
}
