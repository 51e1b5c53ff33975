import { randomNumbers } from '../../../bench/warming/random.js';

/** Choices that look random and are the same ones for a seed, so that whatever they have brought about can be had again. */
export class Chance {
  private readonly next: () => number;

  constructor(readonly seed: number) {
    this.next = randomNumbers(seed);
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True once in so many times. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  /** A copy in another order. */
  shuffled<T>(ones: readonly T[]): T[] {
    return ones
      .map((one) => ({ one, place: this.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
  }

  /** Up to `most` of the choices, each drawn by itself. */
  some<T>(most: number, choices: readonly T[]): T[] {
    return Array.from({ length: this.below(most + 1) }, () => this.pick(choices));
  }
}
