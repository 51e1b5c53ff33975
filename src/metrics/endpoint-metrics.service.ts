import { Inject, Injectable } from '@nestjs/common';
import { CACHE_USES, type CacheUse } from '../answers/answer-facts.js';
import { Budgets } from '../budgets/budgets.service.js';
import { OTHERS } from '../budgets/ledger.js';
import { Settings } from '../config/settings.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { RunStats, STATUS_CLASSES } from '../execution/run-stats.js';
import { RUN_CAUSES, RUN_OUTCOMES, type RunCause } from '../answers/ended-run.js';
import { Registry } from '../registry/registry.service.js';
import { type Sample } from './exposition.js';
import { type MetricName } from './metric-list.js';

/**
 * Decides which endpoints have series of their own. The decision lasts for as long as the endpoint is served: its counts would otherwise
 * move from one series to another, which looks like a restart of the service.
 */
export class EndpointNames {
  private readonly named = new Set<string>();
  private readonly folded = new Set<string>();
  /** Counts of endpoints that had no series of their own and are served no more. */
  private readonly gone = new RunStats();

  constructor(private readonly max: number) {}

  /** Whether an endpoint has series of its own. If there are too many endpoints, those that are called first have. */
  isNamed(id: string, { loaded, isCalled }: { readonly loaded: number; readonly isCalled: () => boolean }): boolean {
    if (this.named.has(id)) return true;
    if (this.folded.has(id)) return false;
    if (loaded > this.max && !isCalled()) return false;
    const isNamed = this.named.size < this.max;
    (isNamed ? this.named : this.folded).add(id);
    return isNamed;
  }

  forget(id: string, stats: RunStats | undefined): void {
    this.named.delete(id);
    if (this.folded.delete(id) && stats) this.gone.add(stats);
  }

  othersGone(): RunStats {
    const sum = new RunStats();
    sum.add(this.gone);
    return sum;
  }
}

/** The series of one endpoint, or of all that have no series of their own. */
export interface EndpointSeries {
  readonly name: string;
  readonly stats: RunStats;
  readonly budgetUsed?: number | undefined;
  /** Possible reasons for its runs; the others have no series. */
  readonly causes: readonly RunCause[];
}

const NOTHING = new RunStats();

type Read = (series: EndpointSeries) => Iterable<Sample>;

@Injectable()
export class EndpointMetrics {
  private readonly names: EndpointNames;

  constructor(
    private readonly registry: Registry,
    private readonly stats: EndpointStats,
    private readonly budgets: Budgets,
    @Inject(Settings) { metricsMaxEndpoints }: Settings,
  ) {
    this.names = new EndpointNames(metricsMaxEndpoints);
    stats.events.on('forgotten', (id, counts) => {
      this.names.forget(id, counts);
    });
  }

  /** Reads a metric's values of a series; undefined for a metric that is not of endpoints. */
  readerOf(name: MetricName): Read | undefined {
    return READERS[name];
  }

  /** The current series. Each step is the work of one endpoint, and yields its series if it has one of its own. */
  *series(): Generator<EndpointSeries | undefined> {
    const loaded = this.registry.list();
    const others = { name: OTHERS, stats: this.names.othersGone(), causes: RUN_CAUSES };
    for (const { endpoint } of loaded) {
      // A name that is given after its endpoint has gone would never be freed.
      if (!this.registry.byIdIfServed(endpoint.id)) {
        yield undefined;
        continue;
      }
      const stats = this.stats.peek(endpoint.id) ?? NOTHING;
      const isCalled = () => [...stats.answers, ...stats.runs].some((count) => count > 0);
      if (this.names.isNamed(endpoint.id, { loaded: loaded.length, isCalled })) {
        const budgetUsed = this.budgets.usedBy('endpoint', endpoint);
        yield { name: endpoint.name, stats, causes: causesOf(endpoint), budgetUsed };
      } else {
        if (stats !== NOTHING) others.stats.add(stats);
        yield undefined;
      }
    }
    yield others;
  }
}

function causesOf({ cachingSeconds, warm }: Endpoint): readonly RunCause[] {
  if (cachingSeconds === undefined) return ['client'];
  return warm.length > 0 ? RUN_CAUSES : ['client', 'warming'];
}

function one(read: (stats: RunStats) => number): Read {
  return ({ name, stats }) => [{ values: [name], value: read(stats) }];
}

const READERS: Readonly<Partial<Record<MetricName, Read>>> = {
  quern_requests: requestSamples,
  quern_runs: runSamples,
  quern_engine_bytes_billed: one(({ bytesBilled }) => bytesBilled),
  quern_engine_bytes_processed: one(({ bytesProcessed }) => bytesProcessed),
  quern_engine_slot_seconds: one(({ slotMilliseconds }) => slotMilliseconds / 1000),
  quern_engine_seconds: one(({ engineMilliseconds }) => engineMilliseconds / 1000),
  quern_answer_age_seconds: one(({ answerAgeSeconds }) => answerAgeSeconds),
  quern_rows_truncated: one(({ truncated }) => truncated),
  quern_refreshes_left_out: one(({ leftOut }) => leftOut),
  quern_evictions: one(({ evictions }) => evictions),
  quern_results_verified: one(({ verified }) => verified),
  quern_engine_bytes_saved: one(({ bytesSaved }) => bytesSaved),
  quern_budget_used_ratio: ({ name, budgetUsed }) =>
    budgetUsed === undefined ? [] : [{ values: [name], value: budgetUsed }],
};

/** Rows come with 2xx or 3xx, errors without rows. */
function isExpected(use: CacheUse, statusClass: string): boolean {
  return (use === 'none') === (statusClass === '4xx' || statusClass === '5xx');
}

/** Impossible combinations are left out; possible ones are there from zero. */
function* requestSamples({ name, stats }: EndpointSeries): Generator<Sample> {
  let index = 0;
  for (const use of CACHE_USES) {
    for (const statusClass of STATUS_CLASSES) {
      const value = stats.answers[index++] ?? 0;
      if (value > 0 || isExpected(use, statusClass)) yield { values: [name, use, statusClass], value };
    }
  }
}

function* runSamples({ name, stats, causes }: EndpointSeries): Generator<Sample> {
  let index = 0;
  for (const cause of RUN_CAUSES) {
    for (const outcome of RUN_OUTCOMES) {
      const value = stats.runs[index++] ?? 0;
      if (value > 0 || causes.includes(cause)) yield { values: [name, cause, outcome], value };
    }
  }
}
