import { type CachedResult } from '../cache/cached-result.js';
import { refreshAt, refreshWorth } from './refresh-rule.js';

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

describe('when a result is refreshed', () => {
  const made = { ...result(0, undefined), createdAt: 1_000_500 };
  const times = (each: CachedResult) => Array.from({ length: 1000 }, () => refreshAt(each, 300));

  it('is up to a twentieth earlier where a client has waited for it, so that those of one time come apart', () => {
    const seconds = times(made);
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(1285);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(1300);
    expect(new Set(seconds).size).toBeGreaterThan(10);
  });

  it('is in time where it was refreshed before', () => {
    expect(new Set(times({ ...made, isAhead: true }))).toEqual(new Set([1300]));
  });
});

describe('what a refresh is worth', () => {
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
