import { type AnswerFacts } from '../answers/answer-facts.js';
import { type EndedRun, type RunCause } from '../answers/ended-run.js';
import { type SpanRef } from './span-ref.js';

export interface BegunRequest extends Pick<AnswerFacts, 'method' | 'route' | 'traceparent'> {
  /** By `performance.now()`. */
  readonly startedAt: number;
}

export interface RequestTrace extends SpanRef {
  /** The request has waited for a run that another one started. */
  joined(run: SpanRef): void;
  end(facts: AnswerFacts): void;
}

export interface BegunRun {
  readonly endpoint: string;
  readonly cause: RunCause;
  /** Its SQL is the caller's own. */
  readonly isSandboxed: boolean;
  /** The request whose call started it. Undefined: a run ahead of time. */
  readonly request: RequestTrace | undefined;
  /** The run that it does again, ahead of time. */
  readonly previous: SpanRef | undefined;
}

export interface RunTrace extends SpanRef {
  end(run: EndedRun): void;
}

/** Makes spans and sends them to where the environment says. */
export interface Tracer {
  beginRequest(request: BegunRequest, parent: SpanRef | undefined): RequestTrace;
  /** A span of a hit, which is over already. */
  hit(facts: AnswerFacts, parent: SpanRef): void;
  beginRun(run: BegunRun): RunTrace;
  /** Sends what is left, for so many milliseconds at most. False where it has not been sent by then. */
  close(milliseconds: number): Promise<boolean>;
}
