import { Module } from '@nestjs/common';
import { ExecutionModule } from '../execution/execution.module.js';
import { EndpointHistory } from './endpoint-history.service.js';
import { Spend } from './spend.service.js';

@Module({ imports: [ExecutionModule], providers: [EndpointHistory, Spend], exports: [EndpointHistory, Spend] })
export class HistoryModule {}
