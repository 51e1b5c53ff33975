import { Module } from '@nestjs/common';
import { ExecutionModule } from '../execution/execution.module.js';
import { EndpointHistory } from './endpoint-history.service.js';

@Module({ imports: [ExecutionModule], providers: [EndpointHistory], exports: [EndpointHistory] })
export class HistoryModule {}
