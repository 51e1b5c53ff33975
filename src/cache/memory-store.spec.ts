import { type CachedResult, sizeOf } from './cached-result.js';
import { MemoryStore } from './memory-store.js';

const START = Date.parse('2026-11-20T10:00:00Z');

function result(bytes: number, coded: CachedResult['coded'] = {}): CachedResult {
  const body = Buffer.alloc(bytes);
  return {
    body,
    hash: 'hash',
    coded,
    rowCount: 1,
    truncated: false,
    engineMs: 1,
    createdAt: START,
    lastRequestedAt: START,
  };
}

describe('MemoryStore', () => {
  let now: number;
  const store = (maxBytes: number) => new MemoryStore(maxBytes, () => new Date(now));

  beforeEach(() => {
    now = START;
  });

  it('gives back what it was given, as the same object', () => {
    const cache = store(10_000);
    const value = result(10);
    cache.set('a', { value });
    expect(cache.peek('a')).toBe(value);
    expect(cache.get('a')).toEqual({ value });
    expect(cache.peek('b')).toBeUndefined();
    expect(cache.delete('a')).toBe(true);
    expect(cache.peek('a')).toBeUndefined();
  });

  it('counts the bytes of bodies, codings and keys', () => {
    const cache = store(10_000);
    const value = result(100, { br: Buffer.alloc(20), gzip: Buffer.alloc(30) });
    cache.set('key', { value });
    expect(cache.bytes).toBe(sizeOf('key', value));
    expect(sizeOf('key', value) - sizeOf('', result(0))).toBe(100 + 20 + 30 + 6);
    cache.clear();
    expect([cache.bytes, cache.count]).toEqual([0, 0]);
  });

  it('drops the least recently used when it is full, and counts that', () => {
    const each = sizeOf('a', result(100));
    const cache = store(2 * each);
    for (const key of ['a', 'b']) cache.set(key, { value: result(100) });
    expect(cache.evictions).toBe(0);
    cache.peek('a');
    cache.set('c', { value: result(100) });
    expect(cache.list().map(([key]) => key)).toEqual(['c', 'a']);
    expect([cache.count, cache.bytes, cache.evictions]).toEqual([2, 2 * each, 1]);
  });

  it('counts no eviction where a result is only replaced or has expired', () => {
    const cache = store(10_000);
    cache.set('a', { value: result(100) }, 1000);
    cache.set('a', { value: result(200) }, 1000);
    expect([cache.count, cache.bytes]).toEqual([1, sizeOf('a', result(200))]);
    now = START + 1001;
    expect(cache.peek('a')).toBeUndefined();
    expect(cache.evictions).toBe(0);
  });

  it('does not take what is larger than all of it, and keeps the rest', () => {
    const cache = store(1000);
    cache.set('a', { value: result(100) });
    cache.set('b', { value: result(1000) });
    expect(cache.list().map(([key]) => key)).toEqual(['a']);
  });

  it('forgets after the time to live, by the clock that it was given', () => {
    const cache = store(10_000);
    cache.set('a', { value: result(1) }, 1000);
    cache.set('b', { value: result(1) });
    now = START + 1000;
    expect(cache.peek('a')).toBeDefined();
    now = START + 1001;
    expect(cache.list().map(([key]) => key)).toEqual(['b']);
    expect(cache.peek('a')).toBeUndefined();
    now = START + 1e12;
    expect(cache.peek('b')).toBeDefined();
  });

  it('lists without using', () => {
    const each = sizeOf('a', result(100));
    const cache = store(2 * each);
    for (const key of ['a', 'b']) cache.set(key, { value: result(100) });
    cache.list();
    cache.set('c', { value: result(100) });
    expect(cache.list().map(([key]) => key)).toEqual(['c', 'b']);
  });
});
