import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { type SpanRef } from '../span-ref.js';

export abstract class SdkSpan implements SpanRef {
  protected readonly span: Span;

  constructor(tracer: Tracer, name: string, options: SpanOptions, parent: SpanRef | undefined) {
    this.span = tracer.startSpan(name, options, contextIn(parent));
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

function contextIn(parent: SpanRef | undefined): Context {
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext(parent));
}
