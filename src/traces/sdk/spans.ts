import { type Attributes, SpanKind, type Tracer } from '@opentelemetry/api';
import { type AnswerFacts, CLIENT_LEFT, METHODS, OTHER_METHOD, OTHER_ROUTE } from '../../answers/answer-facts.js';
import { type SpanRef } from '../span-ref.js';
import { type BegunRequest, type RequestTrace, type BegunRun, type RunTrace } from '../trace.js';
import { beginSpan, endSpan, epochMs } from './sdk-span.js';
import { type EndedRun } from '../../answers/ended-run.js';

/** Begins the span of a request, by OpenTelemetry's conventions for HTTP servers. */
export function requestSpan(
  tracer: Tracer,
  { method, route, startedAt }: Omit<BegunRequest, 'traceparent'>,
  parent: SpanRef | undefined,
): RequestTrace {
  const known = METHODS.has(method) ? method : OTHER_METHOD;
  const name = METHODS.has(method) ? method : 'HTTP';
  const isRoute = route !== OTHER_ROUTE;
  const attributes: Attributes = {
    'http.request.method': known,
    'url.scheme': 'http',
    ...(isRoute && { 'http.route': route }),
    // A path without a known route has been made up by the client, or has a client's text in it.
    ...(isRoute && !route.includes('{') && { 'url.path': route }),
  };
  const options = { kind: SpanKind.SERVER, startTime: epochMs(startedAt), attributes };
  const span = beginSpan(tracer, isRoute ? `${name} ${route}` : name, options, parent);
  return {
    ...span.spanContext(),
    joined: (run) => {
      span.addLink({ context: run, attributes: { 'quern.link': 'joined' } });
    },
    end: (facts) => {
      const { status, startedAt = 0, milliseconds = 0 } = facts;
      endSpan(span, () => attributesOf(facts), status >= 500, startedAt + milliseconds);
    },
  };
}

function attributesOf(facts: AnswerFacts): Attributes {
  const { status, isCut, endpoint, keyId, cache, errorCode, ageSeconds, rows, bodyBytes, requestId } = facts;
  return {
    // A client that had left was sent no status.
    ...(status !== CLIENT_LEFT && { 'http.response.status_code': status, 'http.response.body.size': bodyBytes }),
    ...(errorCode !== undefined && { 'error.type': errorCode }),
    ...(isCut && { 'quern.cut': true }),
    ...(endpoint && { 'quern.endpoint': endpoint.name, 'quern.cache': cache }),
    ...(keyId !== undefined && { 'quern.key': keyId }),
    ...(ageSeconds !== undefined && { 'quern.age_seconds': ageSeconds }),
    ...(rows !== undefined && { 'quern.rows': rows }),
    'quern.request_id': requestId,
  };
}

/** Begins the span of a run, by OpenTelemetry's conventions for clients of databases. It names the endpoint in place of the query. */
export function runSpan(tracer: Tracer, system: string, run: BegunRun): RunTrace {
  const { endpoint, cause, isSandboxed, request, previous } = run;
  const attributes: Attributes = {
    'db.system.name': system,
    'db.query.summary': endpoint,
    'quern.cause': cause,
    ...(isSandboxed && { 'quern.sandboxed': true }),
  };
  const links = previous ? [{ context: previous, attributes: { 'quern.link': 'previous' } }] : [];
  const options = { kind: SpanKind.CLIENT, startTime: epochMs(performance.now()), attributes, links };
  const span = beginSpan(tracer, endpoint, options, request);
  return {
    ...span.spanContext(),
    end: (ended) => {
      // A mistake of the caller, and a run that nobody waits for any more, are no failures of the engine.
      const hasFailed = ended.outcome === 'failed' || ended.outcome === 'busy';
      endSpan(span, () => attributesOfRun(ended), hasFailed, performance.now());
    },
  };
}

function attributesOfRun({ outcome, errorCode, waitedMs, result }: EndedRun): Attributes {
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
