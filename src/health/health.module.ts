import { Module } from '@nestjs/common';
import { ExecutionModule } from '../execution/execution.module.js';
import { Health } from './health.service.js';

/** For every listener that tells how the service is. */
@Module({ imports: [ExecutionModule], providers: [Health], exports: [Health] })
export class HealthModule {}
