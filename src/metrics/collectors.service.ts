import { Injectable } from '@nestjs/common';
import { type Sample } from './exposition.js';
import { type MetricName } from './metric-list.js';

/** Reads the current values of a metric; none where it does not apply. */
type Collector = () => Iterable<Sample>;

@Injectable()
export class Collectors {
  private readonly collectors = new Map<MetricName, Collector>();

  add(name: MetricName, collect: Collector): void {
    if (this.collectors.has(name)) throw new Error(`two collectors of ${name}`);
    this.collectors.set(name, collect);
  }

  /** A metric that has one value and no labels; it is left out while that is undefined. */
  addValue(name: MetricName, read: () => number | undefined): void {
    this.add(name, () => {
      const value = read();
      return value === undefined ? [] : [{ values: [], value }];
    });
  }

  of(name: MetricName): Iterable<Sample> {
    return this.collectors.get(name)?.() ?? [];
  }
}
