import { addRunStats, emptyRunStats, type RunStats } from '../execution/run-stats.js';

/**
 * Which endpoints have series of their own. Once an endpoint has them or has not, that stays so for as long as it is served: its counts
 * would otherwise leave one series for another, which looks as if the service had begun anew.
 */
export class EndpointNames {
  private readonly named = new Set<string>();
  private readonly folded = new Set<string>();
  /** Counts of endpoints that had no series of their own and are served no more. */
  private readonly gone = emptyRunStats();

  constructor(private readonly max: number) {}

  /** Where there are too many, those that are called first are named. */
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
    if (this.folded.delete(id) && stats) addRunStats(this.gone, stats);
  }

  /** What has been counted of those that are gone. */
  othersGone(): RunStats {
    const sum = emptyRunStats();
    addRunStats(sum, this.gone);
    return sum;
  }
}
