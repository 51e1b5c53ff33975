import { Module } from '@nestjs/common';
import { ExecutionModule } from '../execution/execution.module.js';
import { RunRows } from './run-rows.service.js';
import { SlowRuns } from './slow-runs.service.js';

@Module({ imports: [ExecutionModule], providers: [RunRows, SlowRuns], exports: [SlowRuns] })
export class RunsModule {}
