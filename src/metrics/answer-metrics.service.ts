import { Injectable } from '@nestjs/common';
import { type AnswerFacts, METHODS, OTHER_METHOD } from '../answers/answer-facts.js';
import { type AnswerObserver, AnswerObservers } from '../answers/answer-observers.service.js';
import { ERROR_CODES } from '../errors/error-codes.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { Collectors } from './collectors.service.js';
import { type Sample } from './exposition.js';
import { Histogram } from './histogram.js';
import { KeyMetrics } from './key-metrics.service.js';
import { CALL_ROUTE } from '../parameters/call-path.js';

/** OpenTelemetry's advised bounds for `http.server.request.duration`, and finer ones below 5 ms, where most answers from memory are. */
const BOUNDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/** Statuses that every service answers with sooner or later: there from the start, so that the first answer is an increase. */
const EXPECTED = [200, 304, 400, 401, 404, 429, 500, 502, 503, 504];

interface Series {
  readonly method: string;
  readonly status: number;
  readonly route: string;
  readonly histogram: Histogram;
}

/** Durations of requests by method, status and route, of which there are few. */
class RequestDurations {
  private readonly series = new Map<string, Series>();
  /** The series of the last answer, since most answers are of the same kind as the one before. */
  private last: Series;

  constructor() {
    for (const status of EXPECTED) this.find('GET', status, CALL_ROUTE);
    this.last = this.find('GET', 200, CALL_ROUTE);
  }

  observe(method: string, status: number, route: string, seconds: number): void {
    this.of(method, status, route).histogram.observe(seconds);
  }

  *samples(): Generator<Sample> {
    for (const { method, status, route, histogram } of this.series.values()) {
      yield* histogram.samples([method, String(status), route]);
    }
  }

  private of(method: string, status: number, route: string): Series {
    const { last } = this;
    if (last.method !== method || last.status !== status || last.route !== route) {
      this.last = this.find(METHODS.has(method) ? method : OTHER_METHOD, status, route);
    }
    return this.last;
  }

  private find(method: string, status: number, route: string): Series {
    const key = `${method} ${status} ${route}`;
    const known = this.series.get(key);
    if (known) return known;
    const series = { method, status, route, histogram: new Histogram(BOUNDS) };
    this.series.set(key, series);
    return series;
  }
}

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

  answered({ method, status, route, milliseconds, endpoint, errorCode, keyId, cache }: AnswerFacts): void {
    if (milliseconds !== undefined) this.durations.observe(method, status, route, milliseconds / 1000);
    // Answers with rows have been counted for the endpoint already.
    if (endpoint && cache === 'none') this.stats.refused(endpoint, status);
    if (keyId !== undefined) this.keys.counters.of(keyId).requests += 1;
    if (errorCode !== undefined) this.errors.set(errorCode, (this.errors.get(errorCode) ?? 0) + 1);
  }
}
