import { Injectable } from '@nestjs/common';
import { type EndedRun, RUN_OUTCOMES, type RunOutcome } from '../answers/ended-run.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { Collectors } from './collectors.service.js';
import { type Sample } from './exposition.js';
import { Histogram } from './histogram.js';
import { KeyMetrics } from './key-metrics.service.js';

/** Up to one minute, the default `timeout` of a query. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

@Injectable()
export class RunMetrics {
  private readonly waits = new Histogram(BOUNDS);
  /** Runs by outcome, without `busy`, whose runs have not begun. */
  private readonly durations = new Map<RunOutcome, Histogram>(
    RUN_OUTCOMES.filter((outcome) => outcome !== 'busy').map((outcome) => [outcome, new Histogram(BOUNDS)]),
  );

  constructor(
    collectors: Collectors,
    stats: EndpointStats,
    private readonly keys: KeyMetrics,
  ) {
    stats.events.on('ended', (run) => {
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
