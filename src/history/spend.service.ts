import { Inject, Injectable } from '@nestjs/common';
import { dayOf } from '../budgets/day.js';
import { Ledger } from '../budgets/ledger.js';
import { type Spender } from '../budgets/spent.js';
import { type SpendReport, spendReport } from '../budgets/spend-report.js';
import { Clock } from '../config/clock.js';
import { Settings } from '../config/settings.js';
import { type EndedRun } from '../answers/ended-run.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';

/** The row of runs ahead of time, which no key has asked for. */
const WARMING = '_warming';

@Injectable()
export class Spend {
  constructor(
    private readonly ledger: Ledger,
    stats: EndpointStats,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Settings) private readonly settings: Settings,
  ) {
    stats.events.on('ended', (run) => {
      this.ended(run);
    });
  }

  /** Reports a day, today by default. */
  of(by: Spender, day = dayOf(this.clock())): SpendReport {
    return spendReport(this.ledger, { by, day, pricePerTib: this.settings.pricePerTib });
  }

  private ended({ endpoint, caller, cause, outcome, endedAt, ranMs, cost }: EndedRun): void {
    // A run that found the engine busy has not begun.
    if (outcome === 'busy') return;
    const names = { endpoint: endpoint.name, key: cause === 'client' ? caller : WARMING };
    this.ledger.add(dayOf(endedAt), names, {
      runs: 1,
      bytes_billed: cost?.bytesBilled ?? 0,
      bytes_processed: cost?.bytesProcessed ?? 0,
      slot_ms: cost?.slotMilliseconds ?? 0,
      run_ms: ranMs,
    });
  }
}
