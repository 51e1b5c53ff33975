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
  let gone: string[];
  const store = (maxBytes: number) => {
    const cache = new MemoryStore(maxBytes, () => new Date(now));
    cache.onGone((key, evicted) => gone.push(`${key} ${evicted ? 'evicted' : 'gone'}`));
    return cache;
  };
  const bytesOf = (cache: MemoryStore) => cache.list().reduce((sum, [key, each]) => sum + sizeOf(key, each), 0);

  beforeEach(() => {
    now = START;
    gone = [];
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
    expect(sizeOf('key', value) - sizeOf('', result(0))).toBe(100 + 20 + 30 + 6);
    cache.clear();
    expect(cache.list()).toEqual([]);
  });

  it('drops the least recently used when it is full, and tells which', () => {
    const each = sizeOf('a', result(100));
    const cache = store(2 * each);
    for (const key of ['a', 'b']) cache.set(key, { value: result(100) });
    expect(gone).toEqual([]);
    cache.use('a');
    cache.set('c', { value: result(100) });
    expect(cache.list().map(([key]) => key)).toEqual(['c', 'a']);
    expect(bytesOf(cache)).toBe(2 * each);
    expect(gone).toEqual(['b evicted']);
  });

  it('does not take a look for a use', () => {
    const cache = store(2 * sizeOf('a', result(100)));
    for (const key of ['a', 'b']) cache.set(key, { value: result(100) });
    expect(cache.peek('a')).toBeDefined();
    cache.set('c', { value: result(100) });
    expect(gone).toEqual(['a evicted']);
  });

  it('tells no eviction where a result is only replaced or has expired', () => {
    const cache = store(10_000);
    cache.set('a', { value: result(100) }, 1000);
    cache.set('a', { value: result(200) }, 1000);
    expect(bytesOf(cache)).toBe(sizeOf('a', result(200)));
    expect(gone).toEqual([]);
    now = START + 1001;
    expect(cache.use('a')).toBeUndefined();
    expect(gone).toEqual(['a gone']);
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
