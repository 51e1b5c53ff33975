import { CacheFigures } from './cache-figures.js';
import { Inject, Injectable } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { Budgets } from '../budgets/budgets.service.js';
import { MemoryStore } from '../cache/memory-store.js';
import { Clock } from '../config/clock.js';
import { Settings } from '../config/settings.js';
import { type Part } from '../contract/listing/part.js';
import { listedContract, type ListedContract } from '../contract/listing/listed-endpoint.js';
import { type Problem } from '../diagnostics/problem.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { Turns } from '../engines/turns.js';
import { endpointIdOf } from '../execution/bound-query.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { RunStats } from '../execution/run-stats.js';
import { LongAnswers } from '../limits/long-answers.service.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';
import { stateOf } from '../registry/servable.js';
import { Warming } from '../warming/warming.service.js';
import { type ListedPart, listedPart } from './listed-part.js';

/** Lists the endpoints for an operator, with the knowledge of registry, cache, statistics and warming about each. */
@Injectable()
export class EndpointListing {
  /** Lists that wait for their turn, by their parts. */
  private readonly waiting = new Map<string, Promise<ListedPart>>();

  constructor(
    private readonly registry: Registry,
    private readonly answers: LongAnswers,
    private readonly cache: MemoryStore,
    private readonly stats: EndpointStats,
    private readonly warming: Warming,
    private readonly budgets: Budgets,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /**
   * Lists all loaded endpoints, as the text of an answer. Callers that ask while it waits for its turn share one answer, whose figures
   * count everything before: many callers at once cost one, also if they read nothing.
   */
  async list(key: Key, part: Part): Promise<ListedPart> {
    const name = JSON.stringify(part);
    return this.answers.waitFor(key, async () => {
      const waiting = this.waiting.get(name);
      if (waiting) return waiting;
      const listed = this.answers.inTurn(async () => {
        this.waiting.delete(name);
        return this.make(part);
      });
      this.waiting.set(name, listed);
      // A list that fails before its turn is not kept for later callers.
      void listed.catch(() => this.waiting.get(name) === listed && this.waiting.delete(name));
      return listed;
    });
  }

  /** @throws QuernError `endpoint_not_found` */
  async show(reference: string): Promise<ListedContract> {
    const loaded = this.registry.find(reference);
    const turns = new Turns();
    return this.describe(loaded, await this.cached(turns, loaded.endpoint.id));
  }

  private async make(part: Part): Promise<ListedPart> {
    const endpoints = this.registry.list();
    // Problems are read with the endpoints, since a file may change between two turns; the first part alone has them.
    const problems = JSON.stringify(part.after === '' ? this.problems(endpoints) : []);
    const cached = await this.cached(new Turns());
    return listedPart(endpoints, part, (loaded) => this.describe(loaded, cached), `,"problems":${problems}`);
  }

  /** The cached results, which may be hundreds of thousands: of one endpoint, or of all. */
  private async cached(turns: Turns, id?: string): Promise<CacheFigures> {
    const cached = new CacheFigures(this.clock(), this.warming);
    for (const [key, result] of this.cache.list()) {
      if (id === undefined || endpointIdOf(key) === id) cached.add(key, result);
      if (turns.isOver()) await turns.next();
    }
    return cached;
  }

  /** The problems of files that no endpoint is served from. */
  private problems(endpoints: readonly LoadedEndpoint[]): readonly object[] {
    const served = new Set(endpoints.map(({ endpoint }) => endpoint.source.file));
    return this.registry.problems.filter(({ file }) => !served.has(file)).map(listedProblem);
  }

  /** An endpoint as callers see it, with the operator's facts: `LISTED_FOR_ADMIN` is its schema. */
  private describe(
    { endpoint, columns, readable, unchecked, bytesProcessed, problems }: LoadedEndpoint,
    cached: CacheFigures,
  ) {
    const { timestamps, numbers } = this.settings;
    // Columns of an unchecked endpoint are those of its file; `unchecked` says that they have not been compared.
    const contract = listedContract({ endpoint, columns, readable }, { bind: new Map() }, { timestamps, numbers });
    return {
      ...contract,
      parameters: contract.parameters.map((each, index) => ({ ...each, log: endpoint.parameters[index]?.logged })),
      cache_warming: endpoint.cacheWarmingSeconds ?? null,
      stale_if_error: endpoint.staleIfErrorSeconds ?? null,
      refresh: endpoint.refreshOnChange ? 'on_change' : null,
      warm: endpoint.warm.map((set) => Object.fromEntries(set)),
      timeout: endpoint.timeoutSeconds,
      async_timeout: endpoint.asyncTimeoutSeconds ?? null,
      query: endpoint.sql,
      file: endpoint.source.file,
      definition_hash: endpoint.definitionHash,
      state: stateOf({ unchecked, problems }),
      unchecked: unchecked ?? null,
      estimated_bytes: bytesProcessed ?? null,
      max_bytes: endpoint.maxBytes,
      max_bytes_billed: endpoint.maxBytesBilled ?? null,
      budget: endpoint.budget?.text ?? null,
      budget_used: this.budgets.usedBy('endpoint', endpoint) ?? null,
      max_concurrency: endpoint.maxConcurrency ?? null,
      bound: endpoint.bound,
      agents: listedAgents(endpoint),
      problems: problems.map(listedProblem),
      cache: cached.of(endpoint.id),
      runs: listedStats(this.stats.peek(endpoint.id) ?? new RunStats()),
    };
  }
}

function listedAgents({ agents }: Endpoint) {
  if (!agents) return null;
  const { description = null, maxRows, hide } = agents;
  return { enabled: true, description, max_rows: maxRows, hide };
}

function listedProblem({ file, line, column, severity, code, message, sourceLine }: Problem) {
  return { file, line, column, severity, code, message, source_line: sourceLine ?? null };
}

function listedStats(stats: RunStats) {
  return {
    hits: stats.answered('hit'),
    hit_age_seconds: Math.round(stats.hitAgeSeconds),
    misses: stats.misses,
    joined: stats.joined,
    refreshes: stats.refreshes,
    refreshes_expected: stats.expected,
    refreshes_left_out: stats.leftOut,
    adopted: stats.adopted,
    verified: stats.verified,
    bytes_saved: stats.bytesSaved,
    stale_served: stats.answered('stale'),
    failures: stats.failures,
    truncated: stats.truncated,
    evictions: stats.evictions,
    bytes_processed: stats.bytesProcessed,
    bytes_billed: stats.bytesBilled,
    slot_ms: stats.slotMilliseconds,
    engine_cache_hits: stats.engineCacheHits,
    last_run: stats.lastRun ?? null,
    last_error: stats.lastError ?? null,
  };
}
