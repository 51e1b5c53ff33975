import { Module } from '@nestjs/common';
import { AnswersModule } from '../answers/answers.module.js';
import { ExecutionModule } from '../execution/execution.module.js';
import { HealthModule } from '../health/health.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { HealthController } from './health.controller.js';
import { CachedAnswerHandler } from './cached-answer.handler.js';
import { AnswerReports } from './observed/answer-reports.service.js';
import { OpenApiController } from './openapi.controller.js';
import { OpenApiDocuments } from './openapi-documents.service.js';
import { QueryController } from './query.controller.js';
import { PreparedCalls } from './prepared-calls.js';
import { RequestCaller } from './request-caller.js';

@Module({
  imports: [AnswersModule, ExecutionModule, HealthModule, LimitsModule],
  controllers: [QueryController, OpenApiController, HealthController],
  providers: [AnswerReports, CachedAnswerHandler, OpenApiDocuments, PreparedCalls, RequestCaller],
})
export class HttpModule {}
