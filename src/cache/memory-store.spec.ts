import { type CachedResult } from './cached-result.js';
import { entrySize } from './entry-size.js';
import { MemoryStore } from './memory-store.js';

const START = Date.parse('2026-11-20T10:00:00Z');

function result(bytes: number, coded: CachedResult['coded'] = {}): CachedResult {
  const body = Buffer.alloc(bytes);
  return {
    body,
    hash: 'hash',
    coded,
    rows: 0,
    truncated: false,
    createdAt: START,
    columns: [],
    requests: 0,
  };
}

describe('MemoryStore', () => {
  let now: number;
  let gone: string[];
  const store = (maxBytes: number) => {
    const cache = new MemoryStore(maxBytes, () => now);
    cache.onGone((key, evicted) => gone.push(`${key} ${evicted ? 'evicted' : 'gone'}`));
    return cache;
  };
  const bytesOf = (cache: MemoryStore) => cache.list().reduce((sum, [key, each]) => sum + entrySize(key, each), 0);

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
    expect(cache.bytes).toBe(entrySize('key', value));
    expect(cache.bytes - entrySize('', result(0, { br: Buffer.alloc(0), gzip: Buffer.alloc(0) }))).toBe(
      100 + 20 + 30 + 3,
    );
    cache.clear();
    expect(cache.list()).toEqual([]);
    expect(cache.bytes).toBe(0);
  });

  it('drops the least recently used when it is full, and tells which', () => {
    const each = entrySize('a', result(100));
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
    const cache = store(2 * entrySize('a', result(100)));
    for (const key of ['a', 'b']) cache.set(key, { value: result(100) });
    expect(cache.peek('a')).toBeDefined();
    cache.set('c', { value: result(100) });
    expect(gone).toEqual(['a evicted']);
  });

  it('tells no eviction where a result is only replaced or has expired', () => {
    const cache = store(10_000);
    cache.set('a', { value: result(100) }, 1000);
    cache.set('a', { value: result(200) }, 1000);
    expect(bytesOf(cache)).toBe(entrySize('a', result(200)));
    expect(gone).toEqual([]);
    now = START + 1000;
    expect(cache.peek('a')).toBeUndefined();
    now = START + 2000;
    cache.dropExpired();
    expect(gone).toEqual(['a gone']);
  });

  it('does not take what is larger than all of it, and keeps the rest', () => {
    const cache = store(2000);
    cache.set('a', { value: result(100) });
    cache.set('b', { value: result(2000) });
    expect(cache.list().map(([key]) => key)).toEqual(['a']);
  });

  it('forgets after the time to live, by the clock that it was given', () => {
    const cache = store(10_000);
    cache.set('a', { value: result(1) }, 1000);
    cache.set('b', { value: result(1) });
    now = START + 999;
    expect(cache.peek('a')).toBeDefined();
    expect(cache.get('a')).toBeDefined();
    now = START + 1000;
    expect(cache.get('a')).toBeUndefined();
    // Those that are listed are dropped once a second at the most; nobody can be given them in between.
    now = START + 2000;
    expect(cache.list().map(([key]) => key)).toEqual(['b']);
    expect(cache.peek('a')).toBeUndefined();
    now = START + 1e12;
    expect(cache.peek('b')).toBeDefined();
  });

  it('drops what has expired before anything that has not, however recently it was used', () => {
    const each = entrySize('a', result(100));
    const cache = store(3 * each);
    cache.set('a', { value: result(100) }, 5000);
    cache.set('b', { value: result(100) }, 1000);
    cache.set('c', { value: result(100) }, 5000);
    cache.use('b');
    now = START + 2000;
    cache.set('d', { value: result(100) }, 5000);
    expect(cache.list().map(([key]) => key)).toEqual(['d', 'c', 'a']);
    expect(gone).toEqual(['b gone']);
  });

  it('keeps what was put anew beyond the time of the one before', () => {
    const cache = store(10_000);
    cache.set('a', { value: result(100) }, 1000);
    now = START + 500;
    cache.set('a', { value: result(200) }, 5000);
    now = START + 2000;
    cache.dropExpired();
    expect(cache.list()).toHaveLength(1);
    now = START + 6000;
    cache.dropExpired();
    expect(gone).toEqual(['a gone']);
  });

  it('lists without using', () => {
    const each = entrySize('a', result(100));
    const cache = store(2 * each);
    for (const key of ['a', 'b']) cache.set(key, { value: result(100) });
    cache.list();
    cache.set('c', { value: result(100) });
    expect(cache.list().map(([key]) => key)).toEqual(['c', 'b']);
  });
});
