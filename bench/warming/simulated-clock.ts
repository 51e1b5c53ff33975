import { type Clock } from '../../src/config/clock.js';

/** The time of the simulated days; it passes when the simulation says so. */
export class SimulatedClock {
  /** Milliseconds since the first midnight. */
  now = 0;

  readonly clock: Clock = () => MIDNIGHT + this.now;
}

/** The first midnight, which begins a Monday. */
const MIDNIGHT = Date.parse('2026-11-23T00:00:00Z');
