import { createHash, randomUUID } from 'node:crypto';
import { type OnApplicationShutdown } from '@nestjs/common';
import { type CachedResult } from './cached-result.js';
import { type StoredResult } from './memory-store.js';
import { type RedisConnection } from './redis-connection.js';
import { decodeResult, encodedLength, encodeResult } from './wire-format.js';

/** The right to make a result for all replicas, which ends by itself when its holder has died. */
export interface Lease {
  release(): Promise<void>;
}

/** Seconds after which another replica may take a lease that is not renewed. */
const LEASE_SECONDS = 10;

/**
 * Most bytes of a result, in all its codings, that are shared: Redis is busy with one command at a time, and callers wait half a second for
 * it at most.
 */
const MAX_RESULT_BYTES = 8 * 2 ** 20;

/** Bytes that may be on their way to Redis; results beyond them are not sent. */
const MAX_PENDING_BYTES = 4 * MAX_RESULT_BYTES;

/** Release and renewal act only for the replica that holds the lease: it may have expired, and be another's by now. */
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;
const RENEW = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;

/**
 * Keyv's store in Redis, where several replicas find each other's results. It never fails and never keeps callers waiting: without Redis it
 * has nothing and takes nothing.
 */
export class SharedStore implements OnApplicationShutdown {
  private readonly prefix: string;
  private readonly replica = randomUUID();
  private onTheWay = 0;

  /** @param origin identity of the data and settings, a part of all keys: replicas that differ in them must not share results */
  constructor(
    readonly redis: RedisConnection,
    origin: string,
  ) {
    this.prefix = `quern:1:${createHash('sha256').update(origin).digest('hex').slice(0, 16)}`;
  }

  onApplicationShutdown(): void {
    this.redis.close();
  }

  async get(key: string): Promise<StoredResult | undefined> {
    const bytes = await this.redis.attempt((client) => client.get(this.nameOf('result', key)));
    const value = bytes ? decodeResult(bytes) : undefined;
    return value && { value };
  }

  /** Keeps a result for `ttl` milliseconds, without waiting until it is written. */
  set(key: string, { value }: { readonly value: CachedResult }, ttl?: number): void {
    const expiration = ttl === undefined ? undefined : { type: 'PX' as const, value: Math.max(1, Math.floor(ttl)) };
    const length = encodedLength(value);
    if (length > MAX_RESULT_BYTES || this.onTheWay + length > MAX_PENDING_BYTES) return;
    void this.redis.attempt(async (client) => {
      this.onTheWay += length;
      try {
        return await client.set(
          this.nameOf('result', key),
          encodeResult(value),
          expiration === undefined ? {} : { expiration },
        );
      } finally {
        this.onTheWay -= length;
      }
    });
  }

  async delete(key: string): Promise<boolean> {
    return (await this.redis.attempt((client) => client.del(this.nameOf('result', key)))) === 1;
  }

  /** Does nothing: other replicas' results are not ours to drop. */
  clear(): void {
    return;
  }

  /** The lease of a key; `taken` when another replica has it, undefined without Redis. */
  async lease(key: string): Promise<Lease | 'taken' | undefined> {
    const name = this.nameOf('lease', key);
    const milliseconds = LEASE_SECONDS * 1000;
    const got = await this.redis.attempt(async (client) => {
      const reply = await client.set(name, this.replica, {
        condition: 'NX',
        expiration: { type: 'PX', value: milliseconds },
      });
      return reply === null ? 'taken' : 'ours';
    });
    if (got !== 'ours') return got;
    const holder = { keys: [name], arguments: [this.replica, String(milliseconds)] };
    const renewal = setInterval(() => {
      void this.redis.attempt((client) => client.eval(RENEW, holder));
    }, milliseconds / 3).unref();
    return {
      release: async () => {
        clearInterval(renewal);
        await this.redis.attempt((client) => client.eval(RELEASE, holder));
      },
    };
  }

  /** The name of something that replicas share. */
  nameOf(kind: 'result' | 'lease' | 'run', key: string): string {
    return `${this.prefix}:${kind}:${key}`;
  }
}
