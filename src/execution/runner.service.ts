import { Inject, Injectable, Logger } from '@nestjs/common';
import { type CachedResult } from '../cache/cached-result.js';
import { Settings } from '../config/settings.js';
import { Clock } from '../config/clock.js';
import { Engine, type Result } from '../engines/engine.js';
import { excerpt } from '../errors/excerpt.js';
import { errorText } from '../errors/error-text.js';
import { QuernError } from '../errors/quern-error.js';
import { boundValue } from '../parameters/bound-value.js';
import { type Run, statementOf } from './statement.js';
import { type BoundQuery } from './bound-query.js';
import { EndpointLines } from './endpoint-concurrency.js';
import { Figures } from './endpoint-stats.service.js';
import { redact } from './redact.js';
import { encodeBody, resultBody } from './result-body.js';

/** Characters of a reason that are looked through and logged: ERROR() makes one as long as its argument. */
const MOST_OF_REASON = 10_000;

/** What a run brings. */
export interface Landing {
  readonly result: CachedResult;
  /** What the engine took for it, in milliseconds. */
  readonly engineMs: number;
}

/** Takes a bound query to the engine and makes a finished result of what comes back. */
@Injectable()
export class Runner {
  private readonly logger = new Logger('Query');
  private readonly lines: EndpointLines;

  constructor(
    @Inject(Engine) private readonly engine: Engine,
    @Inject(Clock) private readonly clock: Clock,
    private readonly figures: Figures,
    @Inject(Settings) { queueMax }: Settings,
  ) {
    this.lines = new EndpointLines(queueMax);
  }

  /** Rejects with a QuernError, or with the signal's reason. */
  async run(query: BoundQuery, run: Run): Promise<Landing> {
    const { endpoint } = query;
    const createdAt = this.clock().getTime();
    try {
      const statement = statementOf(endpoint, query.values, { ...run, callerSql: query.callerSql });
      const result = await this.lines.inTurn(endpoint, statement, async (turn) => this.engine.run(turn));
      this.figures.ran(endpoint, result, createdAt);
      this.logger.log(receipt(query, run.keyId, result));
      const isKept = endpoint.cachingSeconds !== undefined;
      return { result: await finish(result, createdAt, isKept), engineMs: result.cost.milliseconds };
    } catch (thrown) {
      const error = query.callerSql === undefined ? thrown : callersFailure(thrown);
      if (!run.signal.aborted) this.report(query, error);
      throw error;
    }
  }

  private report({ endpoint, values }: BoundQuery, error: unknown): void {
    const cause = error instanceof QuernError && error.cause !== undefined ? error.cause : error;
    const reason = redact(errorText(cause).slice(0, MOST_OF_REASON), values);
    if (error instanceof QuernError && (error.isCallersOwn || error.status < 500)) {
      // A value that the query cannot work with is the caller's mistake, as slow SQL is, and no failure of the endpoint.
      this.logger.debug(`${endpoint.name}: ${error.code}: ${reason}`);
      return;
    }
    const code = error instanceof QuernError ? error.code : 'internal_error';
    this.figures.failed(endpoint, code, this.clock());
    // Our own full queue refuses many at once, for no other cause; a line for each would be one more burden.
    const isOwnQueue = code === 'engine_busy' && cause === error;
    if (!isOwnQueue) this.logger.error(`${endpoint.name}: ${code}: ${reason}`);
  }
}

/** What fails of SQL that a caller wrote is that caller's to mend: no failure of the endpoint, nor one to be told of in the log. */
function callersFailure(error: unknown): unknown {
  if (!(error instanceof QuernError)) return error;
  const { code, detail, cause } = error;
  if (code === 'query_failed') return new QuernError('invalid_sql', detail, { cause });
  return code === 'deadline_exceeded' ? new QuernError(code, detail, { cause, isCallersOwn: true }) : error;
}

/** One line per run: whose it was, what it brought and what it cost. Of the parameters it has those that may be logged. */
function receipt(
  { endpoint, values, callerSql }: BoundQuery,
  keyId: string,
  { rows, truncated, cost }: Result,
): string {
  const logged = values
    .filter(({ declaration }) => declaration.logged)
    .map((binding) => `${binding.declaration.name}=${excerpt(JSON.stringify(boundValue(binding)))}`);
  const parts = [
    `${[endpoint.name, ...logged].join(' ')}${callerSql === undefined ? '' : ' with SQL of the caller’s own'} for ${keyId}: ${rows.length} rows${truncated ? ' (cut off)' : ''} in ${cost.milliseconds.toFixed(0)} ms`,
    cost.bytesProcessed === undefined ? '' : `${cost.bytesProcessed} bytes read`,
    cost.bytesBilled === undefined ? '' : `${cost.bytesBilled} billed`,
    cost.slotMilliseconds === undefined ? '' : `${cost.slotMilliseconds} slot ms`,
    cost.cacheHit ? 'from the engine’s cache' : '',
    cost.jobId === undefined ? '' : `job ${cost.jobId}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** What is kept is kept in every coding; what is sent once is left to be coded as its one client wants it. */
async function finish(result: Result, createdAt: number, isKept: boolean): Promise<CachedResult> {
  const { body, hash } = await resultBody(result);
  return {
    body,
    hash,
    coded: isKept ? await encodeBody(body) : {},
    truncated: result.truncated,
    createdAt,
    asked: false,
  };
}
