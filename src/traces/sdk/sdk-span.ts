import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { type SpanRef } from '../span-ref.js';

export abstract class SdkSpan implements SpanRef {
  protected readonly span: Span;

  constructor(tracer: Tracer, name: string, options: SpanOptions, parent: SpanRef | undefined) {
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, spanContext(parent)) : ROOT_CONTEXT;
    this.span = tracer.startSpan(name, options, context);
  }

  /** @param endedAt by `performance.now()` */
  protected finish(attributes: () => Attributes, hasFailed: boolean, endedAt: number): void {
    if (this.span.isRecording()) {
      this.span.setAttributes(attributes());
      if (hasFailed) this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end(epochMs(endedAt));
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  get spanId(): string {
    return this.span.spanContext().spanId;
  }

  get isSampled(): boolean {
    return (this.span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
  }
}

export function spanContext({ traceId, spanId, isSampled, isRemote = false }: SpanRef): SpanContext {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote };
}

/** Milliseconds by which the clocks may differ before it counts as the wall clock having been set. */
const STEP_MS = 20;

let offset = Date.now() - performance.now();

/**
 * A time of `performance.now()` in milliseconds since the epoch. Times that are near each other are converted alike, so that a span that
 * began after another one does not seem to have begun before it.
 */
export function epochMs(at: number): number {
  const now = Date.now() - performance.now();
  if (Math.abs(now - offset) > STEP_MS) offset = now;
  return offset + at;
}
