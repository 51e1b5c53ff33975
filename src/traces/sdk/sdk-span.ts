import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { type SpanRef } from '../span-ref.js';

export function beginSpan(tracer: Tracer, name: string, options: SpanOptions, parent: SpanRef | undefined): Span {
  return tracer.startSpan(name, options, parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
}

/** @param endedAt by `performance.now()` */
export function endSpan(span: Span, attributes: () => Attributes, hasFailed: boolean, endedAt: number): void {
  if (span.isRecording()) {
    span.setAttributes(attributes());
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(epochMs(endedAt));
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
