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
    rows: 0,
    truncated: false,
    createdAt: 0,
    chargedTo,
    columns: [],
    requests: 0,
  });
  cache.set(key, { value: of(Buffer.alloc(bytes - entrySize(key, of(Buffer.alloc(0))))) });
}

describe('the shares of keys in memory', () => {
  let gone: string[];
  /** Room for 20 results, 5 of them of one key. */
  const store = (keyShare = 0.25) => {
    const cache = new MemoryStore(20 * EACH, () => 0, keyShare);
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

  it('decide as if all accounts were gone through for each eviction', () => {
    const cache = store();
    const plain = new PlainStore(20 * EACH, 0.25);
    // Park and Miller's numbers: the same ones in each run.
    let state = 1;
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let step = 0; step < 5000; step += 1) {
      const [key, owner] = [`k${random(60)}`, random(9)];
      if (random(3) === 0) {
        if (cache.use(key)) plain.use(key);
      } else {
        // Now and then more than a share.
        const bytes = random(40) === 0 ? 6 * EACH + random(EACH) : 800 + random(2 * EACH);
        // One of them asks for much, and one is nobody.
        const id = owner === 8 ? undefined : owner > 4 ? 'greedy' : `o${owner}`;
        put(cache, key, bytes, id);
        plain.set(key, bytes, id);
      }
      expect(cache.list().map(([each]) => each)).toEqual(plain.keys);
      // However many keys there are, no more than four can hold more than a quarter.
      expect((Reflect.get(cache, 'beyondShare') as Set<unknown>).size).toBeLessThanOrEqual(4);
    }
    expect(gone.filter((key) => !key.endsWith('dropped')).length).toBeGreaterThan(1000);
  });
});

/** The entries that stay and those that go, in few words. */
class PlainStore {
  /** The last one used first. */
  private entries: { readonly key: string; readonly bytes: number; readonly owner: string | undefined }[] = [];

  constructor(
    private readonly maxBytes: number,
    private readonly keyShare: number,
  ) {}

  get keys(): readonly string[] {
    return this.entries.map(({ key }) => key);
  }

  use(key: string): void {
    const used = this.entries.filter((entry) => entry.key === key);
    this.entries = [...used, ...this.entries.filter((entry) => entry.key !== key)];
  }

  set(key: string, bytes: number, owner: string | undefined): void {
    this.entries = this.entries.filter((entry) => entry.key !== key);
    const others = this.entries.filter((entry) => entry.owner !== owner);
    if (bytes > this.share(owner) && sum(others) + bytes > this.maxBytes) return;
    const added = { key, bytes, owner };
    while (sum(this.entries) + bytes > this.maxBytes) {
      const held = [added, ...this.entries];
      const excess = (id: string | undefined) => sum(held.filter((entry) => entry.owner === id)) - this.share(id);
      const most = [...new Set(held.map((entry) => entry.owner))].sort((a, b) => excess(b) - excess(a))[0];
      const oldest =
        excess(most) > 0 ? this.entries.filter((entry) => entry.owner === most).at(-1) : this.entries.at(-1);
      if (!oldest) return;
      this.entries = this.entries.filter((entry) => entry !== oldest);
    }
    this.entries.unshift(added);
  }

  private share(owner: string | undefined): number {
    return owner === undefined ? Infinity : this.maxBytes * this.keyShare;
  }
}

function sum(entries: readonly { readonly bytes: number }[]): number {
  return entries.reduce((total, { bytes }) => total + bytes, 0);
}
