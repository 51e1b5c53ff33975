import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ResultCacheModule } from '../cache/cache.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { RegistryModule } from '../registry/registry.module.js';
import { Executor } from './executor.service.js';
import { Figures } from './endpoint-stats.service.js';
import { FreshResults } from './result-loader.service.js';
import { Retirement } from './cache-invalidation.service.js';
import { Runner } from './runner.service.js';
import { VisibleEndpoints } from './visible-endpoints.service.js';

@Module({
  imports: [AccessModule, LimitsModule, RegistryModule, ResultCacheModule],
  providers: [Executor, Figures, FreshResults, Retirement, Runner, VisibleEndpoints],
  exports: [AccessModule, RegistryModule, ResultCacheModule, Executor, Figures, FreshResults, VisibleEndpoints],
})
export class ExecutionModule {}
