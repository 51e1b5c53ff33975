import { Inject, Injectable } from '@nestjs/common';
import { mayForceRuns } from '../access/key.js';
import { type CachedResult } from '../cache/cached-result.js';
import { ageOf, isYounger, ResultCache } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { QuernError } from '../errors/quern-error.js';
import { normalSql } from '../googlesql/tokens/normal-sql.js';
import { ConcurrentCalls } from '../limits/concurrent-calls.service.js';
import { bindParameters } from '../parameters/bind-parameters.js';
import { SLICE, CURSOR, SQL } from '../parameters/reserved-names.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type Answer, type CacheOutcome } from './answer.js';
import { RequestedResults } from './requested-results.service.js';
import { type BoundQuery, boundQuery } from './bound-query.js';
import {
  type CacheDirectives,
  type Call,
  type CallingRequest,
  NO_DIRECTIVES,
  type PreparedCall,
  type SlowCall,
} from './call.js';
import { ResultLoader } from './result-loader.service.js';
import { type RunOrigin } from './run-origin.js';
import { takeSandboxSql, withPlaceAsWritten } from './sandbox-sql.js';
import { isPaged } from '../pages/cursor.js';
import { takeCursor } from '../pages/take-cursor.js';
import { sliceOf } from './body/slice-answer.js';
import { type Slice, takeSlice } from '../pages/take-slice.js';
import { VisibleEndpoints } from '../registry/visible-endpoints.service.js';

/** Answers calls of endpoints, from any interface. */
@Injectable()
export class Executor {
  /** Time of the first call of each endpoint, in milliseconds since 1970. */
  private readonly calledFirst = new WeakMap<Endpoint, number>();

  constructor(
    private readonly visible: VisibleEndpoints,
    private readonly cache: ResultCache,
    private readonly loader: ResultLoader,
    private readonly requested: RequestedResults,
    private readonly concurrent: ConcurrentCalls,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * The stages of a call, in their order:
   *
   * 1. `prepare`: finds the endpoint, authorises the key, takes the sandbox SQL and the cursor, binds the parameters, makes the cache key
   * 2. `recall`: answers with the result in memory, if it is fresh
   * 3. `load`: answers with a result of another replica or of a run, which all calls with this cache key share
   *
   * A slice of the result, if the call wants one, is cut out at the end.
   *
   * HTTP takes a GET through the first two before its framework sees it (`CachedAnswerHandler`), and hands over the prepared call if
   * nothing was recalled. The call is recalled once more here: another call's run may have ended meanwhile, and would be made again. A
   * refresh ahead of time has its query already, and needs the third stage alone (`refreshForAll`).
   *
   * @throws QuernError as `prepare` and `load` do; the signal's reason once it is aborted
   */
  async execute(
    call: Call | PreparedCall,
    signal: AbortSignal,
    directives = NO_DIRECTIVES,
    request?: CallingRequest,
    slow?: SlowCall,
  ): Promise<Answer> {
    const prepared = 'query' in call ? call : this.prepare(call);
    const { id, budget } = prepared.key;
    const forced = isForced(prepared, directives);
    const origin = { caller: id, cause: 'client', forced, chargedTo: id, budget, request, slow } as const;
    const recalled = this.recall(prepared, directives);
    if (recalled) this.countRequest(prepared.query, recalled.result);
    const answer = recalled ?? (await this.load(prepared, directives, origin, signal));
    return prepared.slice ? sliced(answer, prepared.slice) : answer;
  }

  /** @throws QuernError `endpoint_not_found`, `forbidden`, `invalid_parameters`, `invalid_sql`, `invalid_cursor`, `cursor_outdated` */
  prepare(call: Call): PreparedCall {
    const { endpoint } = this.visible.find(call.key, call.endpoint);
    const mistakes = [...(call.mistakes ?? [])];
    const { sandboxSql, others: withoutSql } = takeSandboxSql(endpoint, call.parameters, mistakes);
    const { slice, others: ofAll } = takeSlice(endpoint, withoutSql, mistakes);
    const { others, nextLink, ...taken } = takeCursor(endpoint, ofAll, sandboxSql !== undefined, mistakes);
    const reserved = [
      ...(call.reserved ?? []),
      ...(endpoint.sandboxing ? [SQL] : []),
      ...(isPaged(endpoint) ? [CURSOR] : []),
      ...(endpoint.slices ? SLICE : []),
    ];
    const now = new Date(this.clock());
    const options = { strict: call.strict, reserved, now, mistakes, ...taken };
    const { values, ignored, ofNow } = bindParameters(endpoint.parameters, others, call.key.bind, options);
    // All spellings of one SQL share an entry of the cache; errors are placed in the text as the caller wrote it.
    const query = boundQuery(endpoint, values, sandboxSql && normalSql(sandboxSql.googleSql));
    return {
      key: call.key,
      query,
      ignored,
      nextLink,
      validDuring: ofNow,
      datedFrom: ofNow || call.key.bind.size > 0 ? undefined : this.firstCallOf(endpoint, now),
      slice,
      sandboxSqlAsWritten: sandboxSql?.asWritten,
    };
  }

  /** The answer from memory, to be counted when it is given; undefined where there is no fresh result, or the call forces a run. */
  recall(call: PreparedCall, directives: CacheDirectives): Answer | undefined {
    const { endpoint, cacheKey } = call.query;
    if (endpoint.cachingSeconds === undefined || isForced(call, directives)) return undefined;
    const result = this.cache.memory.use(cacheKey);
    if (!result) return undefined;
    const now = this.clock();
    if (!isYounger(result, endpoint.cachingSeconds, now)) return undefined;
    return answerTo(call, result, now, HIT);
  }

  /** @throws QuernError `not_cached`, `too_many_runs`, and any error of a run */
  private async load(
    call: PreparedCall,
    { onlyIfCached }: CacheDirectives,
    origin: RunOrigin,
    signal: AbortSignal,
  ): Promise<Answer> {
    if (onlyIfCached) {
      throw new QuernError('not_cached', 'There is no fresh result, and the call asked for nothing else.');
    }
    try {
      return await this.concurrent.during(call.key.id, () => this.loadOrStale(call, origin, signal));
    } catch (error) {
      throw withPlaceAsWritten(error, call.query.endpoint, call.sandboxSqlAsWritten);
    }
  }

  private async loadOrStale(call: PreparedCall, origin: RunOrigin, signal: AbortSignal): Promise<Answer> {
    const { query } = call;
    const collapsed = this.loader.isLoading(query, origin.slow);
    const reason = this.reasonToLoad(query, origin);
    const answer = (outcome: CacheOutcome, result: CachedResult, engineMs?: number): Answer => {
      const stored = this.cache.memory.peek(query.cacheKey) === result;
      return answerTo(call, result, this.clock(), { outcome, collapsed, engineMs, stored });
    };
    try {
      const { result, engineMs } = await this.loader.load(query, origin, signal);
      if (!origin.forced) this.requested.events.emit('waited', query, result);
      if (engineMs !== undefined) return answer(reason, result, engineMs);
      // Another replica had made the result before this client asked, or it was verified.
      this.countRequest(query, result);
      return answer('hit', result);
    } catch (error) {
      const result = this.staleResult(query, error);
      if (!result) throw error;
      return { ...answer('stale', result), ...(isForBudget(error) && { isForBudget: true }) };
    }
  }

  /** Counts a client that is answered with this result without having waited for it. */
  countRequest(query: BoundQuery, result: CachedResult): void {
    result.requests += 1;
    if (result.requests === 1) this.requested.events.emit('first', query, result);
  }

  private firstCallOf(endpoint: Endpoint, now: Date): number {
    const first = this.calledFirst.get(endpoint) ?? now.getTime();
    this.calledFirst.set(endpoint, first);
    return first;
  }

  private reasonToLoad({ endpoint, cacheKey }: BoundQuery, { forced = false }: RunOrigin): CacheOutcome {
    if (endpoint.cachingSeconds === undefined) return 'disabled';
    if (forced) return 'forced';
    return this.cache.memory.peek(cacheKey) ? 'expired' : 'miss';
  }

  /** An old result instead of an engine's failure or of a run that is over budget, where the file's `stale_if_error` allows it. */
  private staleResult({ endpoint, cacheKey }: BoundQuery, error: unknown): CachedResult | undefined {
    const isFailure = error instanceof QuernError && (error.status >= 500 || isForBudget(error));
    if (endpoint.staleIfErrorSeconds === undefined || !isFailure) return undefined;
    const limit = (endpoint.cachingSeconds ?? 0) + endpoint.staleIfErrorSeconds;
    const result = this.cache.memory.peek(cacheKey);
    return result && isYounger(result, limit, this.clock()) ? result : undefined;
  }
}

/** A whole second; undefined until it is over, since the answer may change once more within it (RFC 9110 section 8.8.2.2). */
function modifiedAt({ datedFrom }: PreparedCall, result: CachedResult, now: number): number | undefined {
  if (datedFrom === undefined || result.modifiedAt === undefined) return undefined;
  const at = Math.max(datedFrom, result.modifiedAt);
  const second = at - (at % 1000);
  return now < second + 1000 ? undefined : second;
}

const HIT = { outcome: 'hit', collapsed: false, engineMs: undefined, stored: true } as const;

function answerTo(
  call: PreparedCall,
  result: CachedResult,
  now: number,
  { outcome, collapsed, engineMs, stored }: Pick<Answer, 'outcome' | 'collapsed' | 'engineMs' | 'stored'>,
): Answer {
  const { query, nextLink, ignored } = call;
  return {
    endpoint: query.endpoint,
    query,
    result,
    outcome,
    isVerified: result.isVerified,
    modifiedAt: modifiedAt(call, result, now),
    ageSeconds: ageOf(result, now),
    collapsed,
    engineMs,
    stored,
    nextLink,
    ignored,
  };
}

/** Cuts a slice at the end, from the cache's result or a run's: all slices share one result. */
async function sliced(answer: Answer, slice: Slice): Promise<Answer> {
  const { result } = answer;
  return { ...answer, result: await sliceOf(result, slice), totalRows: result.rows };
}

function isForBudget(error: unknown): boolean {
  return error instanceof QuernError && error.code === 'budget_exhausted';
}

/** Whether the call must be run. `no-cache` makes a run of a possible hit, so it counts only for keys that may cost that much. */
function isForced({ key }: PreparedCall, { noCache }: CacheDirectives): boolean {
  return noCache && mayForceRuns(key);
}
