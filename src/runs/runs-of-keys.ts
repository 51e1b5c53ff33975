import { QuernError } from '../errors/quern-error.js';
import { isKept } from './run-record.js';
import { type SlowRun } from './slow-run.js';

const RUNS_PER_KEY = 20;

export class RunsOfKeys {
  private readonly runs = new Map<string, SlowRun>();

  get(id: string): SlowRun | undefined {
    const run = this.runs.get(id);
    return run?.isAnnounced ? run : undefined;
  }

  unfinished(): readonly SlowRun[] {
    return [...this.runs.values()].filter((run) => !run.hasEnded);
  }

  /** @throws QuernError `too_many_runs` where the key has too many that have not ended */
  begin(run: SlowRun): SlowRun {
    if (this.of(run.keyId).filter(({ hasEnded }) => !hasEnded).length >= RUNS_PER_KEY) {
      throw new QuernError('too_many_runs', `${RUNS_PER_KEY} runs of the key \`${run.keyId}\` have not ended yet.`, {
        retryAfterSeconds: 1,
      });
    }
    this.runs.set(run.id, run);
    return run;
  }

  /** Lets its client ask for it from now on. Returns the runs to forget, which make room for it. */
  announce(run: SlowRun, now: number): readonly SlowRun[] {
    run.isAnnounced = true;
    for (const [id, { record }] of this.runs) if (!isKept(record, now)) this.runs.delete(id);
    const runs = this.of(run.keyId);
    const known = runs.filter(({ isAnnounced }) => isAnnounced).length;
    return runs.filter(({ hasEnded }) => hasEnded).slice(0, Math.max(0, known - RUNS_PER_KEY));
  }

  remove(run: SlowRun): void {
    this.runs.delete(run.id);
  }

  /** Runs of a key, the oldest first. */
  private of(keyId: string): readonly SlowRun[] {
    return [...this.runs.values()].filter((run) => run.keyId === keyId);
  }
}
