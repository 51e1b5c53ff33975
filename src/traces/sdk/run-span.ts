import { type Attributes, SpanKind, type Tracer } from '@opentelemetry/api';
import { type EndedRun } from '../../answers/ended-run.js';
import { type BegunRun, type RunTrace } from '../trace.js';
import { epochMs, SdkSpan, spanContext } from './sdk-span.js';

/** The span of a run, by OpenTelemetry's conventions for clients of databases. It names the endpoint in place of the query. */
export class RunSpan extends SdkSpan implements RunTrace {
  constructor(tracer: Tracer, system: string, run: BegunRun) {
    const { endpoint, cause, isSandboxed, request, previous } = run;
    super(
      tracer,
      endpoint,
      {
        kind: SpanKind.CLIENT,
        startTime: epochMs(performance.now()),
        attributes: {
          'db.system.name': system,
          'db.query.summary': endpoint,
          'quern.cause': cause,
          ...(isSandboxed && { 'quern.sandboxed': true }),
        },
        links: previous ? [{ context: spanContext(previous), attributes: { 'quern.link': 'previous' } }] : [],
      },
      request,
    );
  }

  end(run: EndedRun): void {
    // A mistake of the caller, and a run that nobody waits for any more, are no failures of the engine.
    const hasFailed = run.outcome === 'failed' || run.outcome === 'busy';
    this.finish(() => attributesOf(run), hasFailed, performance.now());
  }
}

function attributesOf({ outcome, errorCode, waitedMs, result }: EndedRun): Attributes {
  const type = outcome === 'cancelled' ? outcome : errorCode;
  return {
    'quern.outcome': outcome,
    'quern.queue_wait_ms': waitedMs,
    ...(type !== undefined && { 'error.type': type }),
    ...(result && resultAttributes(result)),
  };
}

function resultAttributes({ rows, truncated, cost }: NonNullable<EndedRun['result']>): Attributes {
  const { bytesProcessed, bytesBilled, slotMilliseconds, cacheHit, jobId } = cost;
  return {
    'db.response.returned_rows': rows,
    'quern.truncated': truncated,
    ...(bytesProcessed !== undefined && { 'quern.bytes_processed': bytesProcessed }),
    ...(bytesBilled !== undefined && { 'quern.bytes_billed': bytesBilled }),
    ...(slotMilliseconds !== undefined && { 'quern.slot_ms': slotMilliseconds }),
    ...(cacheHit !== undefined && { 'quern.engine_cache_hit': cacheHit }),
    ...(jobId !== undefined && { 'quern.job_id': jobId }),
  };
}
