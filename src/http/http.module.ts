import { Module } from '@nestjs/common';
import { ExecutionModule } from '../execution/execution.module.js';
import { HealthController } from './health.controller.js';
import { QueryController } from './query.controller.js';

@Module({
  imports: [ExecutionModule],
  controllers: [QueryController, HealthController],
})
export class HttpModule {}
