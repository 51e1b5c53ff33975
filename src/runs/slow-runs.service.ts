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
import { errorStack, errorText, internalError, QuernError } from '../errors/quern-error.js';
import { type Answer } from '../execution/answer.js';
import { Executor } from '../execution/executor.service.js';
import { type CacheDirectives, type CallingRequest } from '../execution/call.js';
import { VisibleEndpoints } from '../registry/visible-endpoints.service.js';
import { bindingsOf, errorOf, failureOf, isKept, RUN_ID, type RunRecord, KEPT_SECONDS } from './run-record.js';
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
    this.access.onChange(() => {
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
    const run = this.runs.begin(new SlowRun(called, this.now()));
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
    if (isOwn && isKept(record, this.now()) && this.visible.findIfVisible(key, record.endpointId)) return record;
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
    const record = await this.find(key, id);
    const run = this.runs.get(id);
    if (run) this.forget(run, 'its client has cancelled it');
    await this.shared?.cancel(id);
    await this.rows.drop(record);
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
    for (const old of this.runs.announce(run, this.now())) await this.drop(old);
    await this.tell(run);
    return run.record;
  }

  private async follow(run: SlowRun, work: Promise<Answer>): Promise<void> {
    try {
      const { result, totalRows } = await work;
      if (!run.isForgotten) await this.rows.keep(run.record, result);
      run.ended({ state: 'done', endedAt: this.now(), totalRows });
    } catch (error) {
      const failure = error instanceof QuernError ? error : internalError(error);
      if (failure !== error && !run.isForgotten) this.logger.error(errorText(error), errorStack(error));
      run.ended({ state: 'failed', endedAt: this.now(), failure: failureOf(failure) });
    }
    if (run.isForgotten) await this.rows.drop(run.record);
    else await this.tell(run);
  }

  private async tellAll(): Promise<void> {
    for (const run of this.runs.unfinished()) if (this.runs.isAnnounced(run)) await this.tell(run);
  }

  private async tell(run: SlowRun): Promise<void> {
    if (!(await this.shared?.write(run.record))) return;
    this.forget(run, 'its client has cancelled it at another replica');
    await this.rows.drop(run.record);
  }

  private async drop(run: SlowRun): Promise<void> {
    this.forget(run, 'newer runs have taken its place');
    await this.shared?.cancel(run.id);
    await this.rows.drop(run.record);
  }

  private forget(run: SlowRun, why: string): void {
    run.isForgotten = true;
    this.runs.remove(run);
    run.cancel(new Error(why));
  }

  private now(): number {
    return this.clock().getTime();
  }
}

function interrupted(): QuernError {
  const detail = 'The service was stopped before the run had ended.';
  return new QuernError('run_interrupted', detail, { retryAfterSeconds: 1 });
}

const CANCELLED = 'cancelled';

/** Milliseconds of silence after which a run counts as gone: its replica has died. */
const SILENCE_MS = 10_000;

/** Writes a run, unless another replica has cancelled it. */
const WRITE = `if redis.call('get', KEYS[1]) == '${CANCELLED}' then return 1 end
  redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 0`;

/** Runs in Redis, by which replicas know of each other's. While it is away, each replica knows of its own. */
export class SharedRuns {
  constructor(private readonly store: SharedStore) {}

  /** Writes a run, again and again until it has ended. Returns whether another replica has cancelled it. */
  async write(record: RunRecord): Promise<boolean> {
    const keptMs = record.endedAt === undefined ? SILENCE_MS : KEPT_SECONDS * 1000;
    const call = { keys: [this.store.nameOf('run', record.id)], arguments: [JSON.stringify(record), String(keptMs)] };
    return (await this.store.attempt((client) => client.eval(WRITE, call))) === 1;
  }

  async read(id: string): Promise<RunRecord | 'cancelled' | undefined> {
    const bytes = await this.store.attempt((client) => client.get(this.store.nameOf('run', id)));
    const text = bytes?.toString();
    return text === undefined || text === CANCELLED ? text : recordOf(text);
  }

  async cancel(id: string): Promise<void> {
    const expiration = { type: 'PX' as const, value: KEPT_SECONDS * 1000 };
    await this.store.attempt((client) => client.set(this.store.nameOf('run', id), CANCELLED, { expiration }));
  }
}

/** Undefined for a text of another version. */
function recordOf(text: string): RunRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<RunRecord> | null;
    const texts = [record?.id, record?.keyId, record?.bindings, record?.endpointId, record?.rowsKey, record?.state];
    const isWhole = texts.every((each) => typeof each === 'string') && typeof record?.startedAt === 'number';
    return isWhole ? (record as RunRecord) : undefined;
  } catch {
    return undefined;
  }
}

const RUNS_PER_KEY = 20;

export class RunsOfKeys {
  private readonly runs = new Map<string, SlowRun>();
  /** Runs whose clients know their ids. */
  private readonly announced = new WeakSet<SlowRun>();

  get(id: string): SlowRun | undefined {
    const run = this.runs.get(id);
    return run && this.announced.has(run) ? run : undefined;
  }

  isAnnounced(run: SlowRun): boolean {
    return this.announced.has(run);
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
    this.announced.add(run);
    for (const [id, { record }] of this.runs) if (!isKept(record, now)) this.runs.delete(id);
    const runs = this.of(run.keyId);
    const known = runs.filter((each) => this.announced.has(each)).length;
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
