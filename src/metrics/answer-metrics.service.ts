import { Injectable } from '@nestjs/common';
import { type AnswerFacts } from '../answers/answer-facts.js';
import { type AnswerObserver, AnswerObservers } from '../answers/answer-observers.service.js';
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { Collectors } from './collectors.service.js';
import { KeyMetrics } from './key-metrics.service.js';
import { RequestDurations } from './request-durations.js';

/** Counts answers: those of an endpoint by endpoint, problems by their codes, and all by their durations. */
@Injectable()
export class AnswerMetrics implements AnswerObserver {
  private readonly durations = new RequestDurations();
  private readonly errors = new Map<string, number>(Object.keys(ERROR_CODES).map((code) => [code, 0]));

  constructor(
    observers: AnswerObservers,
    collectors: Collectors,
    private readonly stats: EndpointStats,
    private readonly keys: KeyMetrics,
  ) {
    observers.add(this);
    collectors.add('http_server_request_duration_seconds', () => this.durations.samples());
    collectors.add('quern_errors', () => Array.from(this.errors, ([code, value]) => ({ values: [code], value })));
  }

  answered({ method, status, route, milliseconds, isSampled, endpoint, errorCode, keyId, cache }: AnswerFacts): void {
    if (isSampled) this.durations.sample(method, status, route, milliseconds);
    else if (milliseconds !== undefined) this.durations.observe(method, status, route, milliseconds / 1000);
    // Answers with rows have been counted for the endpoint already.
    if (endpoint && cache === 'none') this.stats.refused(endpoint, status);
    if (keyId !== undefined) this.keys.counters.countRequest(keyId);
    if (errorCode !== undefined) this.countError(errorCode);
  }

  private countError(code: ErrorCode): void {
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
  }
}
