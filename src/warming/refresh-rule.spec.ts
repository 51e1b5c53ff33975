import { type CachedResult } from '../cache/cached-result.js';
import { refreshWorth } from './refresh-rule.js';

describe('what a refresh is worth', () => {
  const result = (requests: number, cost: CachedResult['cost']): CachedResult => ({
    body: Buffer.from('[]'),
    hash: '',
    coded: {},
    columns: [],
    rows: 0,
    truncated: false,
    createdAt: 0,
    cost,
    requests,
  });
  const worth = (requests: number, cost: CachedResult['cost']) => refreshWorth(result(requests, cost), false);

  it('is how often the result was asked for by the bytes of its run, or by the time where none are billed', () => {
    const gib = 2 ** 30;
    const billed = (gibs: number) => ({ milliseconds: 1000, bytesBilled: gibs * gib });
    expect(worth(3, billed(1))).toBeGreaterThan(worth(5, billed(2)));
    expect(worth(3, { milliseconds: 100 })).toBeGreaterThan(worth(5, { milliseconds: 200 }));
    expect(worth(0, billed(1))).toBe(0);
  });

  it('is finite where BigQuery has answered from its own cache, and above all for what a file lists', () => {
    expect(worth(1, { milliseconds: 1, bytesBilled: 0 })).toBe(1 / (10 * 2 ** 20));
    expect(refreshWorth(undefined, true)).toBe(Infinity);
  });
});
