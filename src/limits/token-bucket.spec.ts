import { TokenBucket } from './token-bucket.js';

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
