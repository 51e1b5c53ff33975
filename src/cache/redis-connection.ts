import { createClient, ErrorReply, RESP_TYPES } from '@redis/client';
import { Logger } from '@nestjs/common';
import { orAborted } from '../engines/deadline.js';
import { errorText } from '../errors/error-text.js';

/** Milliseconds that a command may take; a store that is slower than most queries is no help. */
const COMMAND_MS = 500;

/** Milliseconds between two probes for a store that was away. */
const PROBE_MS = 1000;

/** Milliseconds that the start waits for the connection. The service does not depend on it. */
const OPEN_MS = 1000;

/** Milliseconds between two lines of the log that say it is full. */
const FULL_MS = 60_000;

type Client = ReturnType<typeof connect>;

/**
 * A connection to Redis that never keeps callers waiting: while Redis is away or slow every command comes back at once with nothing done,
 * until it has answered again.
 */
export class RedisConnection {
  private readonly logger = new Logger('Redis');
  private readonly client: Client;
  private state: 'closed' | 'away' | 'here' = 'closed';
  private probe: NodeJS.Timeout | undefined;
  /** Time of the last such line, by `performance.now()`. */
  private toldAt = -Infinity;

  constructor(url: string) {
    this.client = connect(url);
    this.client.on('error', (error: unknown) => {
      this.lose(error);
    });
  }

  get isHere(): boolean {
    return this.state === 'here';
  }

  /** Connects, or goes on without Redis if it does not answer soon; further attempts follow. */
  async open(): Promise<void> {
    const connected = this.client.connect();
    connected.catch(() => undefined);
    this.probe = setInterval(() => void this.look(), PROBE_MS).unref();
    try {
      await orAborted(connected, AbortSignal.timeout(OPEN_MS));
      await this.look();
    } catch (error) {
      this.lose(error);
    }
  }

  close(): void {
    this.state = 'closed';
    clearInterval(this.probe);
    if (this.client.isOpen) this.client.destroy();
  }

  /** Works with Redis; undefined where it is away or goes away meanwhile. */
  async attempt<T>(work: (client: Client) => Promise<T>): Promise<T | undefined> {
    return this.isHere ? this.command(work) : undefined;
  }

  private async command<T>(work: (client: Client) => Promise<T>): Promise<T | undefined> {
    try {
      return await orAborted(work(this.client), AbortSignal.timeout(COMMAND_MS));
    } catch (error) {
      if (isFull(error)) this.tellThatItIsFull(error);
      else this.lose(error);
      return undefined;
    }
  }

  /** Logs that Redis takes nothing more; its entries can be read all the same. */
  private tellThatItIsFull(error: unknown): void {
    const now = performance.now();
    if (now - this.toldAt < FULL_MS) return;
    this.toldAt = now;
    this.logger.warn(
      `full, so that results are not shared; it needs a maxmemory-policy that evicts: ${errorText(error)}`,
    );
  }

  private async look(): Promise<void> {
    if (this.state === 'here' || !this.client.isReady || !(await this.command((client) => client.ping()))) return;
    this.state = 'here';
    this.logger.log('results are shared with other replicas');
  }

  private lose(error: unknown): void {
    if (this.state === 'here' || (this.state === 'closed' && this.client.isOpen)) {
      this.logger.warn(`away, so that results are not shared: ${errorText(error)}`);
    }
    if (this.client.isOpen) this.state = 'away';
  }
}

/** Whether Redis is at its `maxmemory`, with a policy that evicts nothing. */
function isFull(error: unknown): boolean {
  return error instanceof ErrorReply && error.message.startsWith('OOM ');
}

function connect(url: string) {
  return createClient({
    url,
    // A command that cannot be sent now would be of no use later.
    disableOfflineQueue: true,
    // A connection that is dead without having been closed is found by a ping without an answer.
    pingInterval: 2 * PROBE_MS,
    socket: { connectTimeout: 5 * PROBE_MS, socketTimeout: 5 * PROBE_MS, reconnectStrategy: PROBE_MS },
  }).withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
}
