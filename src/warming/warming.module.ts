import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ExecutionModule } from '../execution/execution.module.js';
import { ExpectedResults } from './expected-results.service.js';
import { Warming } from './warming.service.js';

@Module({
  imports: [ScheduleModule.forRoot(), ExecutionModule],
  providers: [ExpectedResults, Warming],
  exports: [Warming],
})
export class WarmingModule {}
