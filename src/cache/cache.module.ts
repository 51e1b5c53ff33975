import { CacheModule } from '@nestjs/cache-manager';
import { Module } from '@nestjs/common';
import { Keyv } from 'keyv';
import { Clock } from '../config/clock.js';
import { originOf } from '../config/origin.js';
import { Settings } from '../config/settings.js';
import { MemoryStore } from './memory-store.js';
import { ResultCache } from './result-cache.service.js';
import { SharedStore } from './shared-store.js';

/** The stores, shared by cache-manager and by code that cannot wait for it. */
@Module({
  providers: [
    {
      provide: MemoryStore,
      inject: [Settings, Clock],
      useFactory: ({ cacheMaxBytes, cacheKeyShare }: Settings, clock: Clock) =>
        new MemoryStore(cacheMaxBytes, clock, cacheKeyShare),
    },
    {
      provide: SharedStore,
      inject: [Settings],
      useFactory: createSharedStore,
    },
  ],
  exports: [MemoryStore, SharedStore],
})
class StoresModule {}

@Module({
  imports: [
    StoresModule,
    CacheModule.registerAsync({
      imports: [StoresModule],
      inject: [MemoryStore, SharedStore],
      useFactory: (memory: MemoryStore, shared: SharedStore | undefined) => ({
        stores: [memory, ...(shared ? [shared] : [])].map(keptAsObjects),
      }),
    }),
  ],
  providers: [ResultCache],
  exports: [ResultCache, StoresModule],
})
export class ResultCacheModule {}

/** Connects to Redis, if there is one: only then does the start wait until its client is loaded. */
async function createSharedStore(settings: Settings): Promise<SharedStore | undefined> {
  if (settings.redisUrl === undefined) return undefined;
  const { RedisConnection } = await import('./redis-connection.js');
  return new SharedStore(new RedisConnection(settings.redisUrl), originOf(settings));
}

/** Stores values as objects: Keyv would turn each into JSON text, where a finished body stays the buffer that it is. */
function keptAsObjects(store: MemoryStore | SharedStore): Keyv {
  const keyv = new Keyv({ store, useKeyPrefix: false });
  keyv.serialize = undefined;
  keyv.deserialize = undefined;
  return keyv;
}
