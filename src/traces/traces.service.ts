import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type AnswerFacts } from '../answers/answer-facts.js';
import { type TraceSettings } from '../config/trace-settings.js';
import { isSampled, parentOf, type SpanRef } from './span-ref.js';
import { type BegunRequest, type BegunRun, type RequestTrace, type RunTrace, type Tracer } from './trace.js';

/** Routes of probes, which come every few seconds and would be most of all traces. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/livez', '/readyz', '/metrics']);

/** Milliseconds for sending the rest at the end, even if less is left of the grace period. */
const LEAST_MS = 500;

/** Milliseconds for sending the rest where no end is set. */
const DEFAULT_MS = 5000;

/** The spans of requests and runs, where traces are on; the code that makes them is loaded only then. */
@Injectable()
export class Traces implements OnApplicationShutdown {
  private readonly logger = new Logger('Traces');
  private tracer: Tracer | undefined;
  private takesTraceparent = true;
  private endsAt: number | undefined;
  /** Whether the process has ended its work and might still try to send. */
  hasUnsent = false;

  /** @param system engine of the queries, by its name in OpenTelemetry's conventions */
  async open(settings: TraceSettings, system: string): Promise<void> {
    const { openTracer } = await import('./sdk/open-tracer.js');
    this.takesTraceparent = settings.takesTraceparent;
    this.tracer = await openTracer(settings, system, this.logger);
    this.logger.log(`Traces are exported to ${settings.origin}`);
  }

  /** Undefined where the request gets no span. */
  beginRequest(request: BegunRequest): RequestTrace | undefined {
    if (!this.tracer) return undefined;
    const parent = this.parentOf(request);
    return PROBES.has(request.route) && !(parent && isSampled(parent))
      ? undefined
      : this.tracer.beginRequest(request, parent);
  }

  /** Makes a span of a hit only if its caller records the trace: there are many, and they take no time. */
  hit(facts: AnswerFacts): void {
    if (!this.tracer) return;
    const parent = this.parentOf(facts);
    if (parent && isSampled(parent)) this.tracer.hit(facts, parent);
  }

  beginRun(run: BegunRun): RunTrace | undefined {
    return this.tracer?.beginRun(run);
  }

  /** Sets the end of the process, by `performance.now()`. */
  endBy(time: number): void {
    this.endsAt = time;
  }

  async onApplicationShutdown(): Promise<void> {
    const { tracer, endsAt } = this;
    this.tracer = undefined;
    if (!tracer) return;
    const left = endsAt === undefined ? DEFAULT_MS : Math.max(LEAST_MS, endsAt - performance.now());
    this.hasUnsent = !(await tracer.close(left));
    if (this.hasUnsent) this.logger.warn('The last traces could not be sent before the end');
  }

  private parentOf({ traceparent }: Pick<AnswerFacts, 'traceparent'>): SpanRef | undefined {
    return this.takesTraceparent ? parentOf(traceparent) : undefined;
  }
}
