import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ExecutionModule } from '../execution/execution.module.js';
import { ExpectedResults } from './expected-results.service.js';
import { Refresher } from './refresher.js';
import { Warming } from './warming.service.js';

@Module({
  imports: [ScheduleModule.forRoot(), ExecutionModule],
  providers: [ExpectedResults, Refresher, Warming],
  exports: [Warming],
})
export class WarmingModule {}
