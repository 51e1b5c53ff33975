import { type CachedResult } from './cached-result.js';
import { entrySize } from './entry-size.js';
import { MemoryStore } from './memory-store.js';

const EACH = 10_000;

/** A result that takes so many bytes under its key, with all that is around it. */
function put(cache: MemoryStore, key: string, bytes: number, chargedTo?: string): void {
  const of = (body: Buffer): CachedResult => ({
    body,
    hash: '',
    coded: {},
    truncated: false,
    createdAt: 0,
    chargedTo,
    asked: false,
  });
  cache.set(key, { value: of(Buffer.alloc(bytes - entrySize(key, of(Buffer.alloc(0))))) });
}

describe('the shares of keys in memory', () => {
  let gone: string[];
  /** Room for 20 results, 5 of them of one key. */
  const store = (keyShare = 0.25) => {
    const cache = new MemoryStore(20 * EACH, () => new Date(0), keyShare);
    gone = [];
    cache.onGone((key, evicted) => gone.push(evicted ? key : `${key} dropped`));
    return cache;
  };
  const fill = (cache: MemoryStore, owner: string | undefined, count: number, bytes = EACH, from = 0) => {
    const name = owner?.[0] ?? 'n';
    for (let number = from; number < from + count; number += 1) {
      put(cache, `${name}${number}`, bytes, owner);
    }
  };
  const held = (cache: MemoryStore, name: string) => cache.list().filter(([key]) => key.startsWith(name)).length;

  it('bind nobody while there is room', () => {
    const cache = store();
    fill(cache, 'greedy', 10);
    fill(cache, 'frugal', 10);
    expect([held(cache, 'g'), held(cache, 'f'), gone]).toEqual([10, 10, []]);
  });

  it('make a key that has more give way to one that has less', () => {
    const cache = store();
    fill(cache, 'greedy', 10);
    fill(cache, 'greedy', 10, EACH, 10);
    fill(cache, 'frugal', 3);
    expect(gone).toEqual(['g0', 'g1', 'g2']);
  });

  it('keep a key from evicting what others have within theirs, and part the rest among those that have more', () => {
    const cache = store();
    fill(cache, 'frugal', 4);
    fill(cache, 'greedy', 16);
    fill(cache, 'hostile', 100);
    expect([held(cache, 'f'), held(cache, 'g'), held(cache, 'h')]).toEqual([4, 8, 8]);
    // Those that it used last.
    expect(cache.peek('h99')).toBeDefined();
    fill(cache, 'busy', 100);
    expect([held(cache, 'f'), cache.list().length]).toEqual([4, 20]);
    for (const other of ['g', 'h', 'b']) expect([5, 6]).toContain(held(cache, other));
  });

  it('are no matter between keys that keep within them: the least recently used goes, whoever’s it is', () => {
    const cache = store();
    for (const owner of ['a', 'b', 'c', 'd']) fill(cache, owner, 5);
    cache.use('a0');
    fill(cache, 'e', 1);
    expect(gone).toEqual(['a1']);
    cache.use('a2');
    for (const key of ['a3', 'a4', 'b0', 'b1', 'b2', 'b3', 'b4']) cache.use(key);
    fill(cache, 'e', 1, EACH, 1);
    expect(gone).toEqual(['a1', 'c0']);
  });

  it('bind no result that is nobody’s', () => {
    const cache = store();
    fill(cache, undefined, 15);
    fill(cache, 'hostile', 20);
    expect([held(cache, 'n'), held(cache, 'h')]).toEqual([15, 5]);
    fill(cache, undefined, 5, EACH, 15);
    expect([held(cache, 'n'), held(cache, 'h')]).toEqual([15, 5]);
    expect(cache.peek('n0')).toBeUndefined();
  });

  it('let a result that is larger than one have the room that nobody needs, and no more', () => {
    const cache = store();
    fill(cache, 'greedy', 10);
    fill(cache, 'hostile', 2);
    fill(cache, 'hostile', 1, 9 * EACH, 10);
    expect([held(cache, 'g'), cache.peek('h10') !== undefined, gone]).toEqual([10, true, ['h0']]);
    gone = [];
    fill(cache, 'hostile', 1, 11 * EACH, 20);
    expect([cache.peek('h20'), cache.peek('h10') !== undefined, gone]).toEqual([undefined, true, []]);
    // As what it was before, it is here no more.
    fill(cache, 'hostile', 1, 12 * EACH, 10);
    expect([cache.peek('h10'), gone]).toEqual([undefined, ['h10 dropped']]);
    fill(cache, 'frugal', 1);
    expect(held(cache, 'g')).toBe(10);
  });

  it('go with the key that a result was last made for', () => {
    const cache = store();
    put(cache, 'shared', EACH, 'frugal');
    put(cache, 'shared', EACH, 'hostile');
    fill(cache, 'hostile', 30);
    expect(cache.peek('shared')).toBeUndefined();
    put(cache, 'shared', EACH, 'hostile');
    put(cache, 'shared', EACH, 'frugal');
    fill(cache, 'hostile', 30);
    expect(cache.peek('shared')).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(20 * EACH);
  });
});
