import { withDeadline } from '../engines/deadline.js';
import { type Statement } from '../engines/engine.js';
import { Pool } from '../engines/pool.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';

/** Keeps the runs of one endpoint to `max_concurrency`: further ones wait in a queue of their own, before the engine's. */
export class EndpointConcurrency {
  /** Number of waiting runs, of all endpoints. */
  waiting = 0;
  private readonly slots = new WeakMap<Endpoint, Pool<number>>();

  /** @param maxWaiting most waiting runs of an endpoint */
  constructor(private readonly maxWaiting: number) {}

  /**
   * Does the work of one run when there is a slot for it. The time in the queue is taken off the run's timeout.
   *
   * @throws QuernError `engine_busy`, `deadline_exceeded`
   */
  async run<T>(endpoint: Endpoint, statement: Statement, work: (statement: Statement) => Promise<T>): Promise<T> {
    const { maxConcurrency } = endpoint;
    if (maxConcurrency === undefined) return work(statement);
    const pool = this.slots.get(endpoint) ?? new Pool([...Array(maxConcurrency).keys()], this.maxWaiting);
    this.slots.set(endpoint, pool);
    const since = performance.now();
    const slot = await this.waitFor(pool, statement);
    try {
      const waited = (performance.now() - since) / 1000;
      return await work({ ...statement, timeoutSeconds: Math.max(0.001, statement.timeoutSeconds - waited) });
    } finally {
      pool.release(slot);
    }
  }

  private async waitFor(pool: Pool<number>, statement: Statement): Promise<number> {
    this.waiting += 1;
    try {
      return await withDeadline(statement, async (signal) => pool.acquire(signal, statement));
    } finally {
      this.waiting -= 1;
    }
  }
}
