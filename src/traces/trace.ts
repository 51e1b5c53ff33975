import { type AnswerFacts } from '../answers/answer-facts.js';
import { type EndedRun, type RunCause } from '../answers/ended-run.js';
import { type SpanRef } from './span-ref.js';

export interface BegunRequest extends Pick<AnswerFacts, 'method' | 'route' | 'traceparent'> {
  /** Time by `performance.now()`. */
  readonly startedAt: number;
}

export interface RequestTrace extends SpanRef {
  /** Notes that the request has waited for a run of another one. */
  joined(run: SpanRef): void;
  end(facts: AnswerFacts): void;
}

export interface BegunRun {
  readonly endpoint: string;
  readonly cause: RunCause;
  /** Whether its SQL is the caller's own. */
  readonly isSandboxed: boolean;
  /** Request whose call started it. Undefined: a run ahead of time. */
  readonly request: RequestTrace | undefined;
  /** Run that it does again, ahead of time. */
  readonly previous: SpanRef | undefined;
}

export interface RunTrace extends SpanRef {
  end(run: EndedRun): void;
}

/** Makes spans and exports them as the environment says. */
export interface Tracer {
  beginRequest(request: BegunRequest, parent: SpanRef | undefined): RequestTrace;
  /** Makes a span of a hit, which is over already. */
  hit(facts: AnswerFacts, parent: SpanRef): void;
  beginRun(run: BegunRun): RunTrace;
  /** Sends the rest, within some milliseconds. Returns whether it has been sent by then. */
  close(milliseconds: number): Promise<boolean>;
}
