import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Inject, Injectable } from '@nestjs/common';
import { type Cache } from 'cache-manager';
import { type CachedResult } from './cached-result.js';
import { MemoryStore } from './memory-store.js';

/** Results by key. Memory answers at once; what other stores there are behind it, cache-manager knows. */
@Injectable()
export class ResultCache {
  constructor(
    @Inject(CACHE_MANAGER) private readonly cache: Cache,
    private readonly memory: MemoryStore,
  ) {}

  /** A result that is in memory. It may be older than its endpoint serves it: the caller judges its age. */
  peek(key: string): CachedResult | undefined {
    return this.memory.peek(key);
  }

  /** Keeps a result for `keepSeconds`; errors are never kept. */
  async set(key: string, result: CachedResult, keepSeconds: number): Promise<void> {
    // It took so long to make that it is too old already.
    if (keepSeconds <= 0) return;
    await this.cache.set(key, result, keepSeconds * 1000);
  }

  /** Every key with its result. */
  list(): readonly (readonly [string, CachedResult])[] {
    return this.memory.list();
  }

  figures(): { readonly entries: number; readonly bytes: number; readonly evictions: number } {
    return { entries: this.memory.count, bytes: this.memory.bytes, evictions: this.memory.evictions };
  }
}
