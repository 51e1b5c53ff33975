import { Module } from '@nestjs/common';
import { AnswersModule } from '../answers/answers.module.js';
import { ExecutionModule } from '../execution/execution.module.js';
import { HealthModule } from '../health/health.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { TracesModule } from '../traces/traces.module.js';
import { HealthController } from './health.controller.js';
import { CachedAnswerHandler } from './cached-answer.handler.js';
import { AnswerReports } from './observed/answer-reports.service.js';
import { HttpGauges } from './operator/http-gauges.service.js';
import { MetricsController } from './operator/metrics.controller.js';
import { OperatorServer } from './operator/operator-server.service.js';
import { OpenApiController } from './openapi.controller.js';
import { OpenApiDocuments } from './openapi-documents.service.js';
import { QueryController } from './query.controller.js';
import { PreparedCalls } from './prepared-calls.js';
import { RequestCaller } from './request-caller.js';

@Module({
  imports: [AnswersModule, ExecutionModule, HealthModule, LimitsModule, MetricsModule, TracesModule],
  controllers: [QueryController, OpenApiController, HealthController, MetricsController],
  providers: [
    AnswerReports,
    CachedAnswerHandler,
    HttpGauges,
    OpenApiDocuments,
    OperatorServer,
    PreparedCalls,
    RequestCaller,
  ],
})
export class HttpModule {}
