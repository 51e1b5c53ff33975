import { Module } from '@nestjs/common';
import { ExecutionModule } from '../execution/execution.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { HealthController } from './health.controller.js';
import { HotPath } from './cached-answer.handler.js';
import { QueryController } from './query.controller.js';
import { Reception } from './prepared-calls.js';
import { UnreadAnswers } from './unsent-bytes.service.js';

@Module({
  imports: [ExecutionModule, LimitsModule],
  controllers: [QueryController, HealthController],
  providers: [HotPath, Reception, UnreadAnswers],
})
export class HttpModule {}
