import { type Clock } from '../../src/config/clock.js';

/** The time of the simulated day; it passes when the simulation says so. */
export class SimulatedClock {
  /** Milliseconds since midnight. */
  now = 0;

  readonly clock: Clock = () => new Date(MIDNIGHT + this.now);
}

const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');
