import { TokenBucket } from './token-bucket.js';

describe('TokenBucket', () => {
  it('lets as many through at once as it holds, and then as many as are filled in', () => {
    const bucket = new TokenBucket({ requests: 3, seconds: 60 }, 0);
    expect([0, 0, 0, 0].map((now) => bucket.take(now))).toEqual([true, true, true, false]);
    expect([bucket.left, bucket.secondsToNext, bucket.secondsToFull]).toEqual([0, 20, 60]);
    expect([19_999, 20_000, 20_001].map((now) => bucket.take(now))).toEqual([false, true, false]);
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
