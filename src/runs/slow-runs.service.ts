import { RunsOfKeys } from './runs-of-keys.js';
import { SharedRuns } from './shared-runs.js';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { type Key } from '../access/key.js';
import { SharedStore } from '../cache/shared-store.js';
import { Clock } from '../config/clock.js';
import { orAborted } from '../engines/deadline.js';
import { internalError, QuernError } from '../errors/quern-error.js';
import { errorStack, errorText } from '../errors/error-text.js';
import { type Answer } from '../execution/answer.js';
import { type CacheDirectives, type CallingRequest } from '../execution/call.js';
import { Executor } from '../execution/executor.service.js';
import { VisibleEndpoints } from '../registry/visible-endpoints.service.js';
import { bindingsOf, errorOf, failureOf, isKept, RUN_ID, type RunRecord } from './run-record.js';
import { RunRows } from './run-rows.service.js';
import { SlowRun, type SlowCallOfForm } from './slow-run.js';

/** Milliseconds between two times that the runs here are written for other replicas, and read for cancellations. */
const TELL_MS = 1000;

interface Waiting {
  readonly directives: CacheDirectives;
  readonly request: CallingRequest;
  readonly seconds: number;
  /** Signal that is aborted when the client has left. */
  readonly left: AbortSignal;
}

/** Runs whose clients do not wait until they end (RFC 7240, `respond-async`), and ask for them by their ids. */
@Injectable()
export class SlowRuns implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('Runs');
  private readonly runs = new RunsOfKeys();
  private readonly following = new Set<Promise<void>>();
  private readonly shared: SharedRuns | undefined;
  private telling: NodeJS.Timeout | undefined;
  private isClosing = false;

  constructor(
    private readonly executor: Executor,
    private readonly access: AccessService,
    private readonly visible: VisibleEndpoints,
    private readonly rows: RunRows,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(SharedStore) store: SharedStore | undefined,
  ) {
    this.shared = store && new SharedRuns(store);
  }

  onApplicationBootstrap(): void {
    // Nobody could ask for runs of revoked keys any more.
    this.access.events.on('change', () => {
      const ids = new Set(this.access.keys.map(({ id }) => id));
      for (const run of this.runs.unfinished()) if (!ids.has(run.keyId)) this.forget(run, 'its key has been revoked');
    });
    if (this.shared) this.telling = setInterval(() => void this.tellAll(), TELL_MS).unref();
  }

  /** Ends all runs: this process cannot answer any more. Other replicas report that to its clients. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    for (const run of this.runs.unfinished()) run.cancel(interrupted());
    await Promise.all(this.following);
  }

  onApplicationShutdown(): void {
    clearInterval(this.telling);
  }

  /**
   * Returns the ordinary answer, if there is one within the time; else the run goes on without its client, who gets its id. A client that
   * leaves before has no id to ask for, and ends the run.
   *
   * @throws QuernError `too_many_runs`, and failures of the call within the time
   */
  async answer(called: SlowCallOfForm, { directives, request, seconds, left }: Waiting): Promise<Answer | RunRecord> {
    if (this.isClosing) throw interrupted();
    const run = this.runs.begin(new SlowRun(called, this.clock()));
    const patience = AbortSignal.timeout(seconds * 1000);
    const work = this.executor.execute(called.call, run.signal, directives, request, { progress: run.progress });
    try {
      const answer = await orAborted(work, AbortSignal.any([left, patience]));
      this.runs.remove(run);
      return answer;
    } catch (error) {
      if (error === patience.reason && !left.aborted) return await this.goOn(run, work);
      this.runs.remove(run);
      run.cancel(new Error('the client has left'));
      throw error;
    }
  }

  /** @throws QuernError `run_not_found`, in the same words for a run that is not there and for one of another key */
  async find(key: Key, id: string): Promise<RunRecord> {
    const record = await this.lookUp(id);
    const isOwn = record?.keyId === key.id && record.bindings === bindingsOf(key);
    if (isOwn && isKept(record, this.clock()) && this.visible.findIfVisible(key, record.endpointId)) return record;
    const detail =
      'There is no run with this id that this key has begun; runs are kept for 15 minutes after their end.';
    throw new QuernError('run_not_found', detail);
  }

  /**
   * Returns the rows of a run that has ended, and the key under which they are cached.
   *
   * @throws QuernError `run_not_found`, `run_rows_gone`, and the failure of the run
   */
  async rowsOf(key: Key, id: string): Promise<{ readonly answer: Answer; readonly cacheKey: string }> {
    const record = await this.find(key, id);
    if (record.failure) throw errorOf(record.failure);
    if (record.state !== 'done') {
      throw new QuernError('run_not_found', 'This run has no rows yet; `GET /api/runs/<id>` tells when it has.');
    }
    return { answer: await this.rows.find(record), cacheKey: record.rowsKey };
  }

  /** Ends a run, wherever it is, and forgets it and its rows. @throws QuernError `run_not_found` */
  async cancel(key: Key, id: string): Promise<void> {
    await this.drop(await this.find(key, id), 'its client has cancelled it');
  }

  private async lookUp(id: string): Promise<RunRecord | undefined> {
    if (!RUN_ID.test(id)) return undefined;
    const run = this.runs.get(id);
    const shared = await this.shared?.read(id);
    if (shared !== 'cancelled') return run?.record ?? shared;
    if (run) this.forget(run, 'its client has cancelled it');
    return undefined;
  }

  private async goOn(run: SlowRun, work: Promise<Answer>): Promise<RunRecord> {
    const following = this.follow(run, work);
    this.following.add(following);
    void following.finally(() => this.following.delete(following));
    for (const old of this.runs.announce(run, this.clock()))
      await this.drop(old.record, 'newer runs have taken its place');
    await this.tell(run);
    return run.record;
  }

  private async follow(run: SlowRun, work: Promise<Answer>): Promise<void> {
    try {
      const { result, totalRows } = await work;
      if (!run.isForgotten) await this.rows.keep(run.record, result);
      run.ended({ state: 'done', endedAt: this.clock(), totalRows });
    } catch (error) {
      const failure = error instanceof QuernError ? error : internalError(error);
      if (failure !== error && !run.isForgotten) this.logger.error(errorText(error), errorStack(error));
      run.ended({ state: 'failed', endedAt: this.clock(), failure: failureOf(failure) });
    }
    if (run.isForgotten) await this.rows.drop(run.record);
    else await this.tell(run);
  }

  private async tellAll(): Promise<void> {
    for (const run of this.runs.unfinished()) if (run.isAnnounced) await this.tell(run);
  }

  private async tell(run: SlowRun): Promise<void> {
    if (!(await this.shared?.write(run.record))) return;
    this.forget(run, 'its client has cancelled it at another replica');
    await this.rows.drop(run.record);
  }

  private async drop(record: RunRecord, why: string): Promise<void> {
    const run = this.runs.get(record.id);
    if (run) this.forget(run, why);
    await this.shared?.cancel(record.id);
    await this.rows.drop(record);
  }

  private forget(run: SlowRun, why: string): void {
    run.isForgotten = true;
    this.runs.remove(run);
    run.cancel(new Error(why));
  }
}

function interrupted(): QuernError {
  const detail = 'The service was stopped before the run had ended.';
  return new QuernError('run_interrupted', detail, { retryAfterSeconds: 1 });
}
