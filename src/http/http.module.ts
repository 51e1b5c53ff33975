import { Module } from '@nestjs/common';
import { ExecutionModule } from '../execution/execution.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { HealthController } from './health.controller.js';
import { HotPath } from './hot-path.service.js';
import { QueryController } from './query.controller.js';
import { Reception } from './reception.service.js';
import { UnreadAnswers } from './unread-answers.service.js';

@Module({
  imports: [ExecutionModule, LimitsModule],
  controllers: [QueryController, HealthController],
  providers: [HotPath, Reception, UnreadAnswers],
})
export class HttpModule {}
