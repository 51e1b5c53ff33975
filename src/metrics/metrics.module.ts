import { Module } from '@nestjs/common';
import { AnswersModule } from '../answers/answers.module.js';
import { ExecutionModule } from '../execution/execution.module.js';
import { HealthModule } from '../health/health.module.js';
import { AnswerMetrics } from './answer-metrics.service.js';
import { Collectors } from './collectors.service.js';
import { EndpointMetrics } from './endpoint-metrics.service.js';
import { KeyMetrics } from './key-metrics.service.js';
import { MetricsText } from './metrics-text.service.js';
import { ProcessGauges } from './process-gauges.service.js';
import { RunMetrics } from './run-metrics.service.js';
import { ServiceGauges } from './service-gauges.service.js';

/** For the service alone: the metrics of a command that runs one query could not be read. */
@Module({
  imports: [AnswersModule, ExecutionModule, HealthModule],
  providers: [
    AnswerMetrics,
    Collectors,
    EndpointMetrics,
    KeyMetrics,
    MetricsText,
    ProcessGauges,
    RunMetrics,
    ServiceGauges,
  ],
  exports: [Collectors, MetricsText],
})
export class MetricsModule {}
