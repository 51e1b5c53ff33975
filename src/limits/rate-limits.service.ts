import { Inject, Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { type Key } from '../access/key.js';
import { type Rate } from '../config/rate.js';
import { Settings } from '../config/settings.js';
import { QuernError } from '../errors/quern-error.js';

/** Most addresses whose failures are remembered; the one with the oldest last failure is forgotten first. */
const MAX_ADDRESSES = 10_000;

/** The header fields of a limited caller's answers (draft-ietf-httpapi-ratelimit-headers-11). */
export interface Quota {
  /** `RateLimit-Policy` */
  readonly policy: string;
  /** `RateLimit` */
  readonly state: string;
}

/** Bounds how often a key may call, and how often calls from one address may come without a valid key. */
@Injectable()
export class RateLimits {
  /** Buckets for all calls, by the key's id, so that they outlive a change of the keys file. Those of removed keys stay until the service ends. */
  private readonly keyBuckets = new Map<string, TokenBucket>();
  /** Buckets for calls with sandbox SQL, by the key's id. */
  private readonly sandboxSqlBuckets = new Map<string, TokenBucket>();
  private readonly addressBuckets = new LRUCache<string, TokenBucket>({ max: MAX_ADDRESSES });

  constructor(@Inject(Settings) private readonly settings: Settings) {}

  /**
   * Counts a call of a key that has a limit.
   *
   * @throws QuernError `rate_limited`
   */
  admit(key: Key, rate: Rate, now = performance.now()): Quota {
    const bucket = bucketOf(this.keyBuckets, key.id, rate, now);
    return takeToken(bucket, 'key', now, `The key \`${key.id}\` may send ${rateText(rate)}.`);
  }

  /**
   * Counts a call with sandbox SQL, which is more work than any other before it can be refused.
   *
   * @throws QuernError `rate_limited`
   */
  admitSandboxSql(key: Key, now = performance.now()): Quota {
    const rate = this.settings.sqlRateLimit;
    const bucket = bucketOf(this.sandboxSqlBuckets, key.id, rate, now);
    return takeToken(bucket, 'sql', now, `The key \`${key.id}\` may send ${rateText(rate)} with SQL of its own.`);
  }

  /**
   * Counts a failure to authenticate. Calls with a valid key are not counted, nor refused for the failures of others at their address.
   *
   * @throws QuernError `rate_limited` for failures beyond the limit
   */
  countFailure(address: string, now = performance.now()): void {
    const network = networkOf(address);
    const rate = this.settings.authFailureLimit;
    const bucket = this.addressBuckets.get(network) ?? new TokenBucket(rate, now);
    this.addressBuckets.set(network, bucket);
    if (bucket.take(now)) return;
    throw new QuernError('rate_limited', 'Too many calls from this address came without a valid key.', {
      retryAfterSeconds: Math.max(1, bucket.secondsToMore),
    });
  }
}

/** Both quotas in one list, in the form of the header fields. */
export function bothQuotas(one: Quota | undefined, other: Quota): Quota {
  return one ? { policy: `${one.policy}, ${other.policy}`, state: `${one.state}, ${other.state}` } : other;
}

function bucketOf(buckets: Map<string, TokenBucket>, id: string, rate: Rate, now: number): TokenBucket {
  const known = buckets.get(id);
  if (known?.rate.requests === rate.requests && known.rate.seconds === rate.seconds) return known;
  const bucket = new TokenBucket(rate, now);
  buckets.set(id, bucket);
  return bucket;
}

function takeToken(bucket: TokenBucket, name: 'key' | 'sql', now: number, refusal: string): Quota {
  const isAdmitted = bucket.take(now);
  const { requests, seconds } = bucket.rate;
  const policy = `"${name}";q=${requests};w=${seconds}`;
  const state = `"${name}";r=${bucket.left};t=${bucket.secondsToMore}`;
  if (isAdmitted) return { policy, state };
  throw new QuernError('rate_limited', refusal, {
    retryAfterSeconds: Math.max(1, bucket.secondsToMore),
    headers: { 'RateLimit-Policy': policy, RateLimit: state },
  });
}

function rateText({ requests, seconds }: Rate): string {
  return `${requests} request${requests === 1 ? '' : 's'} in ${seconds === 1 ? 'a second' : `${seconds} seconds`}`;
}

/** The network of an address: a holder of one IPv6 address has 2^64 of them. A proxy may have written another text than an address. */
function networkOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().slice(0, 8);
  return `${Buffer.from(network).toString('hex')}::/64`;
}

/** A token bucket: it is full at first, each request takes a token, and it fills up evenly. Times are in milliseconds. */
export class TokenBucket {
  private tokens: number;

  constructor(
    readonly rate: Rate,
    private filledAt: number,
  ) {
    this.tokens = rate.requests;
  }

  /** Takes a token; false when there is none. */
  take(now: number): boolean {
    this.fill(now);
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }

  get left(): number {
    return Math.floor(this.tokens);
  }

  /** Seconds until there is one token more; 0 when the bucket is full. */
  get secondsToMore(): number {
    const tokens = Math.min(this.left + 1, this.rate.requests) - this.tokens;
    return Math.max(0, Math.ceil((tokens * this.rate.seconds) / this.rate.requests));
  }

  private fill(now: number): void {
    // A clock that went back would take tokens away.
    const passed = Math.max(0, now - this.filledAt);
    this.tokens = Math.min(
      this.rate.requests,
      this.tokens + (passed * this.rate.requests) / (this.rate.seconds * 1000),
    );
    this.filledAt = now;
  }
}
