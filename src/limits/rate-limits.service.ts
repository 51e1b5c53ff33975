import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Key } from '../access/key.js';
import { type Rate } from '../config/rate.js';
import { Settings } from '../config/settings.js';
import { QuernError } from '../errors/quern-error.js';
import { TokenBucket } from './token-bucket.js';

/** Addresses whose failures are remembered; the one that was quiet for longest is forgotten first. */
const MAX_ADDRESSES = 10_000;

/** What a limited caller is told with every answer (draft-ietf-httpapi-ratelimit-headers-10). */
export interface Quota {
  /** `RateLimit-Policy` */
  readonly policy: string;
  /** `RateLimit` */
  readonly state: string;
}

/** How often a key may call, and how often an address may fail to name one. */
@Injectable()
export class RateLimits {
  /** By the key's id, so that a bucket outlives a change of the keys file; there are as many as there are keys. */
  private readonly keys = new Map<string, TokenBucket>();
  private readonly addresses = new LRUCache<string, TokenBucket>({ max: MAX_ADDRESSES });

  constructor(@Inject(Settings) private readonly settings: Settings) {}

  /**
   * Counts a call. Undefined for a key without a limit.
   *
   * @throws QuernError `rate_limited`
   */
  admit(key: Key, now = performance.now()): Quota | undefined {
    const rate = key.rateLimit ?? this.settings.rateLimit;
    if (rate === undefined) return undefined;
    const bucket = this.bucketOf(key.id, rate, now);
    const isAdmitted = bucket.take(now);
    const quota = quotaOf(bucket);
    if (isAdmitted) return quota;
    throw new QuernError('rate_limited', `The key \`${key.id}\` may send ${words(rate)}.`, {
      retryAfterSeconds: Math.max(1, bucket.secondsToMore),
      headers: { 'RateLimit-Policy': quota.policy, RateLimit: quota.state },
    });
  }

  /**
   * Counts a failure to authenticate. Whoever has a good key is never kept from using it by others at the same address.
   *
   * @throws QuernError `rate_limited` for the failures that are too many
   */
  failed(address: string, now = performance.now()): void {
    const network = networkOf(address);
    const rate = this.settings.authFailureLimit;
    const bucket = this.addresses.get(network) ?? new TokenBucket(rate, now);
    this.addresses.set(network, bucket);
    if (bucket.take(now)) return;
    throw new QuernError('rate_limited', 'Too many calls from this address came without a valid key.', {
      retryAfterSeconds: Math.max(1, bucket.secondsToMore),
    });
  }

  private bucketOf(id: string, rate: Rate, now: number): TokenBucket {
    const known = this.keys.get(id);
    if (known?.rate.requests === rate.requests && known.rate.seconds === rate.seconds) return known;
    const bucket = new TokenBucket(rate, now);
    this.keys.set(id, bucket);
    return bucket;
  }
}

function quotaOf(bucket: TokenBucket): Quota {
  const { requests, seconds } = bucket.rate;
  return {
    policy: `"key";q=${requests};w=${seconds}`,
    state: `"key";r=${bucket.left};t=${bucket.secondsToMore}`,
  };
}

function words({ requests, seconds }: Rate): string {
  return `${requests} request${requests === 1 ? '' : 's'} in ${seconds === 1 ? 'a second' : `${seconds} seconds`}`;
}

/** Whoever has one IPv6 address has 2^64 of them. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  // `::` stands for as many zeros as are missing.
  if (tail !== undefined) groups.push(...Array<string>(Math.max(0, 8 - groups.length)).fill('0'));
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
