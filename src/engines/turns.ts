import { setImmediate } from 'node:timers/promises';

/** Milliseconds that a piece of work may hold the event loop: about as long as an answer from the cache takes. */
const TURN_MS = 0.25;

/** Cuts a long piece of work into turns of the event loop, so that other requests are answered in between. */
export class Turns {
  private end = performance.now() + TURN_MS;

  /** Whether a turn is over, between two steps of the work; if so, await `next()` before the second one. */
  isOver(): boolean {
    return performance.now() > this.end;
  }

  async next(): Promise<void> {
    await setImmediate();
    this.end = performance.now() + TURN_MS;
  }
}
