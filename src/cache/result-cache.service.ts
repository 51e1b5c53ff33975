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

  /** A result that is in memory, for somebody who looks at it. */
  peek(key: string): CachedResult | undefined {
    return this.memory.peek(key);
  }

  /** The same for a client. It may be older than its endpoint serves it: the caller judges its age. */
  use(key: string): CachedResult | undefined {
    return this.memory.use(key);
  }

  /** Tells of every key whose result is gone, and whether it had to make room for others. */
  onGone(listener: (key: string, evicted: boolean) => void): void {
    this.memory.onGone(listener);
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
}
