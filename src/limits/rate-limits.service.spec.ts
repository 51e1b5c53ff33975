import { readSettings } from '../config/read-settings.js';
import { RateLimits, TokenBucket } from './rate-limits.service.js';

describe('failures from one address', () => {
  const limits = (limit = '1/3600s') => new RateLimits(readSettings({ QUERN_AUTH_FAILURE_LIMIT: limit }));
  /** Whether the second of two is refused for the first one's sake. */
  const areOne = (first: string, second: string): boolean => {
    const limited = limits();
    limited.countFailure(first, 0);
    try {
      limited.countFailure(second, 0);
      return false;
    } catch {
      return true;
    }
  };

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:DB8:0001:0002:0:0:0:9'],
    ['2001:db8::1', '2001:db8:0:0:7::'],
    ['::1', '::2'],
    ['fe80::1%eth0', 'fe80::2'],
    ['unknown', 'unknown'],
  ])('%s and %s count together', (first, second) => {
    expect(areOne(first, second)).toBe(true);
  });

  it.each([
    ['192.0.2.1', '192.0.2.2'],
    ['192.0.2.1', '::ffff:192.0.2.2'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['::1', '1::1'],
    ['unknown', 'hidden'],
    ['unknown', ''],
  ])('%s and %s do not', (first, second) => {
    expect(areOne(first, second)).toBe(false);
  });

  it('are refused with the seconds until one more is heard', () => {
    const limited = limits('2/60s');
    limited.countFailure('192.0.2.1', 0);
    limited.countFailure('192.0.2.1', 0);
    expect(() => {
      limited.countFailure('192.0.2.1', 0);
    }).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 30 }) as Error);
    limited.countFailure('192.0.2.1', 30_000);
  });
});

describe('TokenBucket', () => {
  it('lets as many through at once as it holds, and then as many as are filled in', () => {
    const bucket = new TokenBucket({ requests: 3, seconds: 60 }, 0);
    expect([0, 0, 0, 0].map((now) => bucket.take(now))).toEqual([true, true, true, false]);
    expect([bucket.left, bucket.secondsToMore]).toEqual([0, 20]);
    expect([19_999, 20_000, 20_001].map((now) => bucket.take(now))).toEqual([false, true, false]);
  });

  it('tells when there is one more, and that there is none to come when it is full', () => {
    const bucket = new TokenBucket({ requests: 3, seconds: 60 }, 0);
    expect([bucket.left, bucket.secondsToMore]).toEqual([3, 0]);
    bucket.take(0);
    expect([bucket.left, bucket.secondsToMore]).toEqual([2, 20]);
    bucket.take(15_000);
    expect([bucket.left, bucket.secondsToMore]).toEqual([1, 5]);
  });

  it('holds no more than it can, however long nobody came', () => {
    const bucket = new TokenBucket({ requests: 2, seconds: 1 }, 0);
    expect([1e9, 1e9, 1e9].map((now) => bucket.take(now))).toEqual([true, true, false]);
  });

  it('loses nothing to a clock that goes back', () => {
    const bucket = new TokenBucket({ requests: 2, seconds: 1 }, 10_000);
    expect([10_000, 0, 0].map((now) => bucket.take(now))).toEqual([true, true, false]);
  });
});
