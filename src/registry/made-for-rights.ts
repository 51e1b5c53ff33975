import { LRUCache } from 'lru-cache';
import { type Key } from '../access/key.js';
import { type LoadedEndpoint, type Registry } from './registry.service.js';

type Make<T> = (endpoints: readonly LoadedEndpoint[], key: Key) => Promise<T>;

/** Bytes that are kept in memory. There may be as many answers as keys, each with all endpoints in it. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What is told of all that a key may call: made once for each set of endpoints that is served, and the same for all keys with its rights. */
export class MadeForRights<T extends object> {
  /** By the scopes and bindings of their keys. */
  private readonly kept: LRUCache<string, T>;
  private readonly underWay = new Map<string, Promise<T>>();
  /** The endpoints that the kept ones tell of. */
  private served: readonly LoadedEndpoint[] = [];

  constructor(
    private readonly registry: Registry,
    private readonly make: Make<T>,
    bytesOf: (made: T) => number,
  ) {
    this.kept = new LRUCache<string, T>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });
  }

  /** Whoever asks while one is being made waits for the same. */
  async of(key: Key): Promise<T> {
    const served = this.registry.list();
    // A change of the files makes another list.
    if (served !== this.served) {
      this.kept.clear();
      this.underWay.clear();
    }
    this.served = served;
    const rights = JSON.stringify([key.scopes, [...key.bind]]);
    const kept = this.kept.get(rights) ?? this.underWay.get(rights);
    if (kept) return kept;
    const making = this.make(served, key);
    this.underWay.set(rights, making);
    try {
      const made = await making;
      if (this.served === served) this.kept.set(rights, made);
      return made;
    } finally {
      if (this.underWay.get(rights) === making) this.underWay.delete(rights);
    }
  }
}
