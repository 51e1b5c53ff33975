import { Inject, Injectable } from '@nestjs/common';
import { entrySize } from '../cache/entry-size.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { Settings } from '../config/settings.js';
import { columnFormat, type NumberFormat } from '../engines/number-format.js';
import { endpointIdOf } from '../execution/bound-query.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { type RunStats } from '../execution/run-stats.js';
import { type ParameterDeclaration, type ParameterValue } from '../parameters/parameter.js';
import { formatScalar } from '../parameters/scalar.js';
import { type SandboxDialect } from '../endpoint-files/endpoint.js';
import { type Problem } from '../diagnostics/problem.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';
import { Warming } from '../warming/warming.service.js';

/** An endpoint as its file declares it, with its state and statistics. */
export interface ListedEndpoint {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly parameters: readonly object[];
  readonly columns: readonly ListedColumn[];
  readonly max_rows: number;
  readonly caching: number | 'disabled';
  readonly cache_warming: number | null;
  readonly stale_if_error: number | null;
  readonly warm: readonly Readonly<Record<string, readonly string[]>>[];
  readonly sandboxing: 'enabled' | 'disabled';
  /** Of a sandboxed endpoint. */
  readonly sandbox_dialect: SandboxDialect | null;
  readonly timeout: number;
  readonly query: string;
  readonly file: string;
  readonly definition_hash: string;
  /**
   * `outdated`: its file is broken, and what is served is the version before. `unchecked`: the engine could not be asked
   * about the query yet; it is served all the same.
   */
  readonly state: 'serving' | 'outdated' | 'unchecked';
  readonly unchecked: string | null;
  /** Bytes that a run would read by the engine's own estimate. */
  readonly estimated_bytes: number | null;
  readonly max_bytes_billed: number | null;
  readonly max_concurrency: number | null;
  /** Parameters that a key has to be bound to. */
  readonly bound: readonly string[];
  /** Of its file as it is now. */
  readonly problems: readonly ListedProblem[];
  readonly cache: CacheStats;
  readonly runs: object;
}

interface ListedColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly description: string | null;
  /** How its numbers are written; null where it has none. */
  readonly json: NumberFormat | null;
}

/** An error in an endpoint file, or a warning. */
export type ListedProblem = Pick<Problem, 'file' | 'line' | 'column' | 'severity' | 'code' | 'message'>;

interface CacheStats {
  readonly entries: number;
  readonly bytes: number;
  /** Of the oldest result, in seconds. */
  readonly oldest_age: number | null;
  /** When the next result is refreshed, ISO 8601. */
  readonly next_refresh: string | null;
}

/** Lists the endpoints for an operator, with what registry, cache, statistics and warming know of each. */
@Injectable()
export class EndpointListing {
  constructor(
    private readonly registry: Registry,
    private readonly cache: ResultCache,
    private readonly stats: EndpointStats,
    private readonly warming: Warming,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  list(): readonly ListedEndpoint[] {
    const cached = this.cacheStats();
    return this.registry.list().map((loaded) => this.describe(loaded, cached));
  }

  /** @throws QuernError `endpoint_not_found` */
  show(reference: string): ListedEndpoint {
    return this.describe(this.registry.find(reference), this.cacheStats());
  }

  /** The problems of files that no endpoint is served from. */
  problems(): readonly ListedProblem[] {
    const served = new Set(this.registry.list().map(({ endpoint }) => endpoint.source.file));
    return this.registry.problems.filter(({ file }) => !served.has(file)).map(listedProblem);
  }

  private describe(
    { endpoint, columns, unchecked, bytesProcessed, problems }: LoadedEndpoint,
    cached: ReadonlyMap<string, CacheStats> = new Map(),
  ): ListedEndpoint {
    return {
      id: endpoint.id,
      name: endpoint.name,
      description: endpoint.description ?? null,
      parameters: endpoint.parameters.map(listedParameter),
      columns: columns.map(({ name, type }, index) => ({
        name,
        type,
        nullable: endpoint.columns?.[index]?.nullable ?? true,
        description: endpoint.columns?.[index]?.description ?? null,
        json: columnFormat(type, endpoint.columns?.[index]?.json, this.settings.numbers) ?? null,
      })),
      max_rows: endpoint.maxRows,
      caching: endpoint.cachingSeconds ?? 'disabled',
      cache_warming: endpoint.cacheWarmingSeconds ?? null,
      stale_if_error: endpoint.staleIfErrorSeconds ?? null,
      warm: endpoint.warm.map((set) => Object.fromEntries(set)),
      sandboxing: endpoint.sandboxing ? 'enabled' : 'disabled',
      sandbox_dialect: endpoint.sandboxing ? endpoint.sandboxDialect : null,
      timeout: endpoint.timeoutSeconds,
      query: endpoint.sql,
      file: endpoint.source.file,
      definition_hash: endpoint.definitionHash,
      state: stateOf({ unchecked, problems }),
      unchecked: unchecked ?? null,
      estimated_bytes: bytesProcessed ?? null,
      max_bytes_billed: endpoint.maxBytesBilled ?? null,
      max_concurrency: endpoint.maxConcurrency ?? null,
      bound: endpoint.bound,
      problems: problems.map(listedProblem),
      cache: cached.get(endpoint.id) ?? NOTHING_CACHED,
      runs: listedStats(this.stats.of(endpoint)),
    };
  }

  /** By the endpoint's id, in one pass over the cache, which may have hundreds of thousands of results. */
  private cacheStats(): ReadonlyMap<string, CacheStats> {
    const byId = new Map<string, CacheStats>();
    const now = this.clock().getTime();
    for (const [key, result] of this.cache.list()) {
      const id = endpointIdOf(key);
      const { entries, bytes, oldest_age, next_refresh } = byId.get(id) ?? NOTHING_CACHED;
      const age = Math.round((now - result.createdAt) / 1000);
      const refresh = this.warming.nextRefresh(key);
      const next = refresh === undefined ? null : new Date(refresh * 1000).toISOString();
      byId.set(id, {
        entries: entries + 1,
        bytes: bytes + entrySize(key, result),
        oldest_age: oldest_age === null ? age : Math.max(oldest_age, age),
        next_refresh: next !== null && (next_refresh === null || next < next_refresh) ? next : next_refresh,
      });
    }
    return byId;
  }
}

const NOTHING_CACHED: CacheStats = { entries: 0, bytes: 0, oldest_age: null, next_refresh: null };

function stateOf({ unchecked, problems }: Pick<ListedEndpoint, 'problems'> & { unchecked: string | undefined }) {
  if (problems.some(({ severity }) => severity === 'error')) return 'outdated';
  return unchecked === undefined ? 'serving' : 'unchecked';
}

function listedProblem({ file, line, column, severity, code, message }: Problem): ListedProblem {
  return { file, line, column, severity, code, message };
}

/** Values in the words of the file. */
export function listedParameter(declaration: ParameterDeclaration): object {
  const plain = (value: ParameterValue | undefined): unknown => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'object') return value.map((each) => plain(each));
    if (typeof value !== 'bigint') return value;
    const isNumber = declaration.type === 'integer' && Number.isSafeInteger(Number(value));
    return isNumber ? Number(value) : formatScalar(declaration.type, value);
  };
  return {
    name: declaration.name,
    type: declaration.array ? 'array' : declaration.type,
    ...(declaration.array && { items: declaration.type }),
    description: declaration.description ?? null,
    required: declaration.required,
    log: declaration.logged,
    default: plain(declaration.default),
    enum: plain(declaration.enum),
    otherwise: declaration.otherwiseDefault ? 'default' : null,
    min: plain(declaration.min),
    max: plain(declaration.max),
    max_length: declaration.maxLength ?? null,
    pattern: declaration.pattern?.source ?? null,
  };
}

function listedStats(stats: RunStats): object {
  return {
    hits: stats.hits,
    hit_age_seconds: Math.round(stats.hitAgeSeconds),
    misses: stats.misses,
    joined: stats.joined,
    refreshes: stats.refreshes,
    adopted: stats.adopted,
    stale_served: stats.staleServed,
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
