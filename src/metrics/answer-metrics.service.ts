import { Injectable, Inject } from '@nestjs/common';
import { type AnswerFacts, METHODS, OTHER_METHOD } from '../answers/answer-facts.js';
import { type AnswerObserver, AnswerObservers } from '../answers/answer-observers.service.js';
import { ERROR_CODES } from '../errors/error-codes.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { Collectors } from './collectors.service.js';
import { type Sample, boundText } from './exposition.js';
import { type EndedRun, RUN_OUTCOMES, type RunOutcome } from '../answers/ended-run.js';
import { AccessService } from '../access/access.service.js';
import { Budgets } from '../budgets/budgets.service.js';
import { OTHERS } from '../budgets/ledger.js';
import { Clock } from '../config/clock.js';

interface KeyCounts {
  requests: number;
  /** Cost, here and below, of the runs that the key's calls have started. */
  bytesBilled: number;
  slotMs: number;
  engineMs: number;
}

function nothingCounted(): KeyCounts {
  return { requests: 0, bytesBilled: 0, slotMs: 0, engineMs: 0 };
}

/** Most keys with series of their own; all others are counted together. */
const MAX_KEYS = 200;

/** Counts by the key's id, for `MAX_KEYS` keys and for all others together. */
export class KeyCounters {
  private readonly counts = new Map<string, KeyCounts>();
  private readonly others = nothingCounted();
  /** The counts of the last request, since most requests are of the same key as the one before. */
  private last: { readonly keyId: string; readonly counts: KeyCounts } | undefined;

  of(keyId: string): KeyCounts {
    return this.counts.get(keyId) ?? this.admit(keyId);
  }

  countRequest(keyId: string): void {
    if (this.last?.keyId !== keyId) this.last = { keyId, counts: this.of(keyId) };
    this.last.counts.requests += 1;
  }

  /** Makes room for the present keys: the counts of a key that is gone are never read again. */
  keep(keyIds: ReadonlySet<string>): void {
    for (const keyId of this.counts.keys()) if (!keyIds.has(keyId)) this.counts.delete(keyId);
    this.last = undefined;
    // Starts from zero, so that the first call of a key is an increase.
    for (const keyId of keyIds) this.of(keyId);
  }

  /** The id of each key with its counts, and `_other` with the counts of all others. */
  *list(): Generator<readonly [id: string, counts: KeyCounts]> {
    yield* this.counts;
    yield [OTHERS, this.others];
  }

  has(keyId: string): boolean {
    return this.counts.has(keyId);
  }

  private admit(keyId: string): KeyCounts {
    if (this.counts.size >= MAX_KEYS) return this.others;
    const counts = nothingCounted();
    this.counts.set(keyId, counts);
    return counts;
  }
}

@Injectable()
export class KeyMetrics {
  readonly counters = new KeyCounters();

  constructor(
    collectors: Collectors,
    private readonly access: AccessService,
    private readonly budgets: Budgets,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    collectors.add('quern_key_requests', () => this.samples(({ requests }) => requests));
    collectors.add('quern_key_bytes_billed', () => this.samples(({ bytesBilled }) => bytesBilled));
    collectors.add('quern_key_slot_seconds', () => this.samples(({ slotMs }) => slotMs / 1000));
    collectors.add('quern_key_engine_seconds', () => this.samples(({ engineMs }) => engineMs / 1000));
    collectors.add('quern_key_budget_used_ratio', () => this.budgetsUsed());
    collectors.add('quern_keys', () => this.states());
    collectors.add('quern_key_expiry_timestamp_seconds', () => this.expiries());
    collectors.addValue('quern_keys_last_read_successful', () => (access.problem === undefined ? 1 : 0));
    collectors.addValue('quern_keys_last_read_timestamp_seconds', () => access.readAt / 1000);
  }

  private *samples(read: (counts: KeyCounts) => number): Generator<Sample> {
    this.counters.keep(new Set(this.access.keys.map(({ id }) => id)));
    for (const [id, counts] of this.counters.list()) yield { values: [id], value: read(counts) };
  }

  private states(): Sample[] {
    const now = this.clock();
    const { keys } = this.access;
    const expired = keys.filter(({ expiresAt }) => expiresAt !== undefined && expiresAt <= now).length;
    return [
      { values: ['valid'], value: keys.length - expired },
      { values: ['expired'], value: expired },
    ];
  }

  /** Expiries of the keys with series of their own. */
  private *expiries(): Generator<Sample> {
    for (const { id, expiresAt } of this.access.keys) {
      if (expiresAt && this.counters.has(id)) yield { values: [id], value: expiresAt.getTime() / 1000 };
    }
  }

  private *budgetsUsed(): Generator<Sample> {
    for (const key of this.access.keys) {
      const value = this.budgets.usedBy('key', key);
      if (value !== undefined && this.counters.has(key.id)) yield { values: [key.id], value };
    }
  }
}

/** OpenTelemetry's advised bounds for `http.server.request.duration`, and finer ones below 5 ms, where most answers from memory are. */
const BOUNDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/** Statuses that every service answers with sooner or later: there from the start, so that the first answer is an increase. */
const EXPECTED = [200, 304, 400, 401, 404, 429, 500, 502, 503, 504];
const QUERY_ROUTE = '/api/endpoints/query/{endpoint}';

interface Series {
  readonly method: string;
  readonly status: number;
  readonly route: string;
  readonly histogram: Histogram;
  /** Answers since the last timed one, in a series where only some are timed. */
  untimed: number;
}

/** Durations of requests by method, status and route, of which there are few. */
class RequestDurations {
  private readonly series = new Map<string, Series>();
  /** The series of the last answer, since most answers are of the same kind as the one before. */
  private last: Series;

  constructor() {
    for (const status of EXPECTED) this.find('GET', status, QUERY_ROUTE);
    this.last = this.find('GET', 200, QUERY_ROUTE);
  }

  observe(method: string, status: number, route: string, seconds: number): void {
    this.of(method, status, route).histogram.observe(seconds);
  }

  /** Counts an answer that may not have been timed: the next timed one of its series counts for both. */
  sample(method: string, status: number, route: string, milliseconds: number | undefined): void {
    const series = this.of(method, status, route);
    if (milliseconds === undefined) {
      series.untimed += 1;
      return;
    }
    series.histogram.observe(milliseconds / 1000, series.untimed + 1);
    series.untimed = 0;
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
    const series = { method, status, route, histogram: new Histogram(BOUNDS), untimed: 0 };
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

  answered({ method, status, route, milliseconds, isSampled, endpoint, errorCode, keyId, cache }: AnswerFacts): void {
    if (isSampled) this.durations.sample(method, status, route, milliseconds);
    else if (milliseconds !== undefined) this.durations.observe(method, status, route, milliseconds / 1000);
    // Answers with rows have been counted for the endpoint already.
    if (endpoint && cache === 'none') this.stats.refused(endpoint, status);
    if (keyId !== undefined) this.keys.counters.countRequest(keyId);
    if (errorCode !== undefined) this.errors.set(errorCode, (this.errors.get(errorCode) ?? 0) + 1);
  }
}

/** Up to one minute, the default `timeout` of a query. */
const RUN_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

@Injectable()
export class RunMetrics {
  private readonly waits = new Histogram(RUN_BOUNDS);
  /** By outcome, without `busy`, whose runs have not begun. */
  private readonly durations = new Map<RunOutcome, Histogram>(
    RUN_OUTCOMES.filter((outcome) => outcome !== 'busy').map((outcome) => [outcome, new Histogram(RUN_BOUNDS)]),
  );

  constructor(
    collectors: Collectors,
    stats: EndpointStats,
    private readonly keys: KeyMetrics,
  ) {
    stats.onEnded((run) => {
      this.ended(run);
    });
    collectors.add('quern_queue_wait_seconds', () => this.waits.samples([]));
    collectors.add('quern_engine_run_duration_seconds', () => this.durationSamples());
  }

  private ended({ caller, cause, outcome, waitedMs, ranMs, cost }: EndedRun): void {
    this.waits.observe(waitedMs / 1000);
    this.durations.get(outcome)?.observe(ranMs / 1000);
    if (cause !== 'client' || outcome === 'busy') return;
    const counts = this.keys.counters.of(caller);
    counts.bytesBilled += cost?.bytesBilled ?? 0;
    counts.slotMs += cost?.slotMilliseconds ?? 0;
    counts.engineMs += ranMs;
  }

  private *durationSamples(): Generator<Sample> {
    for (const [outcome, histogram] of this.durations) yield* histogram.samples([outcome]);
  }
}

/** Counts of values up to each bound, in a typed array: an observation allocates nothing. */
export class Histogram {
  private readonly counts: Float64Array;
  private sum = 0;

  constructor(private readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  /** @param weight number of values that it stands for */
  observe(value: number, weight = 1): void {
    const { bounds, counts } = this;
    let index = 0;
    // Searched from the start: most values are small, and there are few bounds.
    while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1;
    counts[index] = (counts[index] ?? 0) + weight;
    this.sum += value * weight;
  }

  *samples(values: readonly string[]): Generator<Sample> {
    let count = 0;
    for (const [index, bound] of [...this.bounds, Infinity].entries()) {
      count += this.counts[index] ?? 0;
      yield { values, part: '_bucket', le: boundText(bound), value: count };
    }
    yield { values, part: '_sum', value: this.sum };
    yield { values, part: '_count', value: count };
  }
}
