import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { AnswersModule } from '../answers/answers.module.js';
import { ExecutionModule } from '../execution/execution.module.js';
import { FormsModule } from '../forms/forms.module.js';
import { HealthModule } from '../health/health.module.js';
import { HistoryModule } from '../history/history.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { TracesModule } from '../traces/traces.module.js';
import { AgentsController } from './agents/agents.controller.js';
import { AnswerSender } from './answer-sender.service.js';
import { HealthController } from './health.controller.js';
import { CachedAnswerHandler } from './cached-answer.handler.js';
import { ConsoleController } from './console/console.controller.js';
import { ConsoleFiles } from './console/console-files.service.js';
import { AnswerReports } from './observed/answer-reports.service.js';
import { EndpointDetailsController } from './operator/endpoint-details.controller.js';
import { HttpGauges } from './operator/http-gauges.service.js';
import { MetricsController } from './operator/metrics.controller.js';
import { SpendController } from './operator/spend.controller.js';
import { OperatorServer } from './operator/operator-server.service.js';
import { EndpointsController } from './endpoints.controller.js';
import { OpenApiController } from './openapi.controller.js';
import { OpenApiDocuments } from './openapi-documents.service.js';
import { QueryController } from './query.controller.js';
import { PreparedCalls } from './prepared-calls.js';
import { Replies } from './replies.service.js';
import { RefusedOrigins } from './cors.js';
import { RequestCaller } from './request-caller.js';
import { RunsController } from './runs/runs.controller.js';
import { SignedRequests } from './signed-requests.service.js';

@Module({
  imports: [
    AgentsModule,
    AnswersModule,
    ExecutionModule,
    FormsModule,
    HealthModule,
    HistoryModule,
    LimitsModule,
    ListingModule,
    MetricsModule,
    RunsModule,
    TracesModule,
  ],
  controllers: [
    QueryController,
    RunsController,
    EndpointsController,
    EndpointDetailsController,
    SpendController,
    OpenApiController,
    HealthController,
    MetricsController,
    ConsoleController,
    AgentsController,
  ],
  providers: [
    AnswerReports,
    AnswerSender,
    CachedAnswerHandler,
    ConsoleFiles,
    HttpGauges,
    OpenApiDocuments,
    OperatorServer,
    PreparedCalls,
    RefusedOrigins,
    Replies,
    RequestCaller,
    SignedRequests,
  ],
})
export class HttpModule {}
