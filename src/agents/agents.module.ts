import { Module } from '@nestjs/common';
import { ExecutionModule } from '../execution/execution.module.js';
import { AgentTools } from './agent-tools.service.js';

@Module({ imports: [ExecutionModule], providers: [AgentTools], exports: [AgentTools] })
export class AgentsModule {}
