import { Module } from '@nestjs/common';
import { ExecutionModule } from '../execution/execution.module.js';
import { Health } from './health.service.js';

@Module({ imports: [ExecutionModule], providers: [Health], exports: [Health] })
export class HealthModule {}
