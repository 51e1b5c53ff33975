import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { Budgets } from '../budgets/budgets.service.js';
import { SharedSpending } from '../budgets/shared-spending.js';
import { Ledger } from '../budgets/ledger.js';
import { Book, Spending } from '../budgets/spending.js';
import { SpentFile } from '../budgets/spent-file.service.js';
import { ResultCacheModule } from '../cache/cache.module.js';
import { SharedStore } from '../cache/shared-store.js';
import { payerOf } from '../config/origin.js';
import { Settings } from '../config/settings.js';
import { LimitsModule } from '../limits/limits.module.js';
import { RegistryModule } from '../registry/registry.module.js';
import { TracesModule } from '../traces/traces.module.js';
import { RequestedResults } from './requested-results.service.js';
import { CacheInvalidation } from './cache-invalidation.service.js';
import { EndpointStats } from './endpoint-stats.service.js';
import { Executor } from './executor.service.js';
import { ResultLoader } from './result-loader.service.js';
import { Runner } from './runner.service.js';
import { Verification } from './verification.service.js';

@Module({
  imports: [AccessModule, LimitsModule, RegistryModule, ResultCacheModule, TracesModule],
  providers: [
    Budgets,
    Spending,
    {
      provide: Book,
      inject: [Spending, SharedStore, Settings],
      useFactory: (spending: Spending, shared: SharedStore | undefined, settings: Settings) =>
        shared ? new SharedSpending(shared.redis, spending, payerOf(settings)) : spending,
    },
    Ledger,
    SpentFile,
    RequestedResults,
    CacheInvalidation,
    EndpointStats,
    Executor,
    ResultLoader,
    Runner,
    Verification,
  ],
  exports: [
    AccessModule,
    RegistryModule,
    ResultCacheModule,
    Budgets,
    Ledger,
    RequestedResults,
    EndpointStats,
    Executor,
    ResultLoader,
    Runner,
  ],
})
export class ExecutionModule {}
