import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { QuernError } from '../../errors/quern-error.js';

export interface PoolOptions {
  /** Queries that run at the same time. */
  readonly connections: number;
  /** Queries that may wait for a connection; one more is refused at once. */
  readonly maxWaiting: number;
}

interface Waiter {
  readonly resolve: (connection: DuckDBConnection) => void;
}

/** A fixed number of connections, and a bounded queue in front of them. */
export class ConnectionPool {
  private readonly idle: DuckDBConnection[] = [];
  private readonly waiting = new Set<Waiter>();

  private constructor(private readonly options: PoolOptions) {}

  static async open(instance: DuckDBInstance, options: PoolOptions): Promise<ConnectionPool> {
    const pool = new ConnectionPool(options);
    for (let count = 0; count < options.connections; count += 1) pool.idle.push(await instance.connect());
    return pool;
  }

  get waitingCount(): number {
    return this.waiting.size;
  }

  /** A connection for one run; rejects with the signal's reason, or with `engine_busy` when too many wait already. */
  acquire(signal: AbortSignal): Promise<DuckDBConnection> {
    signal.throwIfAborted();
    const connection = this.idle.pop();
    if (connection) return Promise.resolve(connection);
    if (this.waiting.size >= this.options.maxWaiting) {
      throw new QuernError('engine_busy', 'Too many queries are waiting for the engine.', { retryAfterSeconds: 1 });
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        resolve: (free) => {
          signal.removeEventListener('abort', leave);
          resolve(free);
        },
      };
      const leave = () => {
        this.waiting.delete(waiter);
        reject(signal.reason as Error);
      };
      this.waiting.add(waiter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  release(connection: DuckDBConnection): void {
    const [next] = this.waiting;
    if (!next) {
      this.idle.push(connection);
      return;
    }
    this.waiting.delete(next);
    next.resolve(connection);
  }

  /** Closes what is idle; a connection still in use closes with its process. */
  close(): void {
    for (const connection of this.idle.splice(0)) connection.closeSync();
  }
}
