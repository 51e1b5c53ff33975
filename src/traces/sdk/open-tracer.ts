import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type LoggerService } from '@nestjs/common';
import { diag, DiagLogLevel, type Tracer as SdkTracer } from '@opentelemetry/api';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { type AnswerFacts } from '../../answers/answer-facts.js';
import { packageVersion } from '../../config/package-root.js';
import { type TraceSettings } from '../../config/trace-settings.js';
import { type SpanRef } from '../span-ref.js';
import { type BegunRequest, type BegunRun, type RequestTrace, type RunTrace, type Tracer } from '../trace.js';
import { ReportingExporter } from './reporting-exporter.js';
import { RequestSpan, RunSpan } from './spans.js';

/** Makes a tracer of OpenTelemetry's SDK, which reads from the environment all that the settings do not say. */
export async function openTracer(
  settings: TraceSettings,
  system: string,
  logger: Pick<LoggerService, 'log' | 'warn'>,
): Promise<Tracer> {
  // The SDK warns of texts in the environment that it does not understand; later it would warn of every batch.
  const warn = (message: string) => {
    logger.warn(message);
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  try {
    const { OTLPTraceExporter } = await (settings.protocol === 'http/json'
      ? import('@opentelemetry/exporter-trace-otlp-http')
      : import('@opentelemetry/exporter-trace-otlp-proto'));
    const exporter = new ReportingExporter(new OTLPTraceExporter(), settings.origin, logger);
    return new OpenTelemetry(createProvider(exporter), system);
  } finally {
    diag.disable();
  }
}

function createProvider(exporter: SpanExporter): BasicTracerProvider {
  const own = resourceFromAttributes({
    'service.name': 'quern',
    'service.version': packageVersion(),
    'service.instance.id': randomUUID(),
  });
  const resource = defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
  return new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
}

class OpenTelemetry implements Tracer {
  private readonly tracer: SdkTracer;

  constructor(
    private readonly provider: BasicTracerProvider,
    private readonly system: string,
  ) {
    this.tracer = provider.getTracer('quern', packageVersion());
  }

  beginRequest(request: BegunRequest, parent: SpanRef | undefined): RequestTrace {
    return new RequestSpan(this.tracer, request, parent);
  }

  hit(facts: AnswerFacts, parent: SpanRef): void {
    const { method, route, traceparent, startedAt = performance.now() } = facts;
    new RequestSpan(this.tracer, { method, route, traceparent, startedAt }, parent).end(facts);
  }

  beginRun(run: BegunRun): RunTrace {
    return new RunSpan(this.tracer, this.system, run);
  }

  async close(milliseconds: number): Promise<boolean> {
    const timer = new AbortController();
    // The exporter has logged the failures.
    const sent = this.provider.shutdown().then(
      () => true,
      () => true,
    );
    const late = setTimeout(milliseconds, false, { signal: timer.signal }).catch(() => false);
    const isSent = await Promise.race([sent, late]);
    timer.abort();
    return isSent;
  }
}
