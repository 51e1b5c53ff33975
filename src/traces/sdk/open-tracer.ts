import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type LoggerService } from '@nestjs/common';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { packageVersion } from '../../config/package-root.js';
import { type TraceSettings } from '../../config/trace-settings.js';
import { type Tracer } from '../trace.js';
import { ReportingExporter } from './reporting-exporter.js';
import { requestSpan, runSpan } from './spans.js';

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
    return tracerOf(createProvider(exporter), system);
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

/** The tracer of a provider, for an engine by its name in OpenTelemetry's conventions. */
function tracerOf(provider: BasicTracerProvider, system: string): Tracer {
  const tracer = provider.getTracer('quern', packageVersion());
  return {
    beginRequest: (request, parent) => requestSpan(tracer, request, parent),
    hit: (facts, parent) => {
      const { method, route, startedAt = performance.now() } = facts;
      requestSpan(tracer, { method, route, startedAt }, parent).end(facts);
    },
    beginRun: (run) => runSpan(tracer, system, run),
    close: async (milliseconds) => {
      const timer = new AbortController();
      // The exporter has logged the failures.
      const sent = provider.shutdown().then(
        () => true,
        () => true,
      );
      // Nothing else may keep the process alive until then.
      const late = setTimeout(milliseconds, false, { signal: timer.signal }).catch(() => false);
      const isSent = await Promise.race([sent, late]);
      timer.abort();
      return isSent;
    },
  };
}
