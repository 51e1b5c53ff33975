import { CacheModule } from '@nestjs/cache-manager';
import { Module } from '@nestjs/common';
import { Keyv } from 'keyv';
import { Clock } from '../config/clock.js';
import { Settings } from '../config/settings.js';
import { MemoryStore } from './memory-store.js';
import { ResultCache } from './result-cache.service.js';

/** The one store there is, shared by cache-manager and by those who cannot wait for it. */
@Module({
  providers: [
    {
      provide: MemoryStore,
      inject: [Settings, Clock],
      useFactory: (settings: Settings, clock: Clock) => new MemoryStore(settings.cacheMaxBytes, clock),
    },
  ],
  exports: [MemoryStore],
})
class MemoryStoreModule {}

@Module({
  imports: [
    MemoryStoreModule,
    CacheModule.registerAsync({
      imports: [MemoryStoreModule],
      inject: [MemoryStore],
      useFactory: (store: MemoryStore) => ({ stores: [keptAsObjects(store)] }),
    }),
  ],
  providers: [ResultCache],
  exports: [ResultCache],
})
export class ResultCacheModule {}

/** Keyv would turn every value into JSON text; in memory a finished body stays the buffer that it is. */
function keptAsObjects(store: MemoryStore): Keyv {
  const keyv = new Keyv({ store, useKeyPrefix: false });
  keyv.serialize = undefined;
  keyv.deserialize = undefined;
  return keyv;
}
