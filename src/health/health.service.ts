import { Server } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AccessService } from '../access/access.service.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { Engine } from '../engines/engine.js';
import { counted } from '../errors/listing.js';
import { type DataFollowing, Registry } from '../registry/registry.service.js';
import { stateOf } from '../registry/servable.js';

/** The body of `/readyz`. */
export type Readiness = ReturnType<Health['readiness']>;

/** Reasons why changes of the data are not taken up. */
const NOT_FOLLOWED: Readonly<Record<Exclude<DataFollowing, 'ok'>, string>> = {
  busy: 'A look at the files of tables is under way; what has changed is taken up when it ends.',
  failing: 'The files of tables could not be looked at; queries read the tables of before.',
};

/** The state of the service, for any caller on any port. It is known without further requests, so that it costs nothing. */
@Injectable()
export class Health {
  private since: Date | undefined;
  /** Last counts: with ten thousand endpoints they are not made for every request. */
  private lastCounts: { readonly of: readonly unknown[]; readonly counts: FileCounts } | undefined;

  constructor(
    private readonly access: AccessService,
    private readonly cache: ResultCache,
    private readonly registry: Registry,
    @Inject(Engine) private readonly engine: Engine,
    @Inject(Clock) private readonly clock: Clock,
    private readonly host: HttpAdapterHost,
  ) {
    registry.events.on('change', () => {
      this.since = new Date(clock());
    });
  }

  /** The body of `/health`. `degraded`: calls are answered, but something that is set up does not work. */
  summary(data = this.dataCheck()) {
    const outdated = (isOutdated: boolean) => (isOutdated ? ('outdated' as const) : undefined);
    const found = {
      // Whether results are shared with other replicas; absent where that is not set up.
      shared_cache: this.cache.sharing,
      // The keys file cannot be used as it is now, and the keys are those that were read before.
      keys: outdated(this.access.problem !== undefined),
      // Endpoint files have errors, and their endpoints are served as they were before.
      endpoints: outdated(this.registry.hasError),
      // Files of tables cannot be read as they are now, or their changes are not taken up.
      data: outdated(data?.status === 'degraded'),
    };
    const isWell = Object.values(found).every((state) => state === undefined || state === 'ok');
    return { status: isWell ? 'ok' : 'degraded', ...found } as const;
  }

  /** The state of the service: down only if no call at all could be answered. */
  readiness() {
    const [files, data] = [this.files(), this.dataCheck()];
    const checks = {
      port: this.portCheck(),
      engine: this.engineCheck(),
      keys: this.keysCheck(),
      files,
      data,
      redis: this.redisCheck(),
      generation: this.generationCheck(files.outdated + files.broken),
    };
    return { ...this.summary(data), status: worstOf(Object.values(checks)), checks };
  }

  /** The port for callers; undefined while it listens. At the start and from the signal to stop on, only another port can be asked. */
  private portCheck(): Check | undefined {
    const server: unknown = this.host.httpAdapter.getHttpServer();
    if (server instanceof Server && server.listening) return undefined;
    return check('down', 'No more connections are taken: the service is starting or shutting down.');
  }

  private engineCheck(): Check {
    const { state } = this.engine;
    if (state === 'ok') return check('ok', 'Queries can be run.');
    if (state === 'failing') {
      return check('degraded', 'The engine did not answer of late; the next run shows whether it does.');
    }
    // Results of other replicas are as good as own ones.
    this.cache.memory.dropExpired();
    const hasResults = this.cache.memory.size > 0 || this.cache.sharing === 'ok';
    return hasResults
      ? check('degraded', 'The engine cannot be reached; what is cached is answered.')
      : check('down', 'The engine cannot be reached, and nothing is cached.');
  }

  private keysCheck(): Check {
    const now = this.clock();
    if (!this.access.keys.some(({ expiresAt }) => expiresAt === undefined || expiresAt.getTime() > now)) {
      return check('down', 'There is no key that is good, so that every call is refused.');
    }
    return this.access.problem === undefined
      ? check('ok', 'The keys are those that are set up.')
      : check('degraded', 'The keys file cannot be used as it is; the keys are those of before.');
  }

  private files(): Check & FileCounts {
    const counts = this.counts();
    const { serving, outdated, unchecked, broken } = counts;
    const served = serving + outdated + unchecked;
    const errors = outdated + broken;
    const unasked = unchecked === 0 ? '' : `; the queries of ${unchecked} of them could not be checked`;
    const said = `${counted(served, 'endpoint')} can be called`;
    if (served === 0) return { ...check('down', 'There is no endpoint that could be called.'), ...counts };
    if (errors > 0) return { ...check('degraded', `${said}; ${counted(errors, 'file')} with errors.`), ...counts };
    return { ...check('ok', `${said}${unasked}.`), ...counts };
  }

  /** Number of files in each state. */
  counts(): FileCounts {
    const { registry } = this;
    const of = [registry.list(), registry.endpointProblems];
    if (this.lastCounts?.of.every((each, index) => each === of[index])) return this.lastCounts.counts;
    const counts = { serving: 0, outdated: 0, unchecked: 0 };
    for (const loaded of registry.list()) counts[stateOf(loaded)] += 1;
    const served = new Set(registry.list().map(({ endpoint }) => endpoint.source.file));
    const errors = registry.endpointProblems.filter(({ severity, file }) => severity === 'error' && !served.has(file));
    this.lastCounts = { of, counts: { ...counts, broken: new Set(errors.map(({ file }) => file)).size } };
    return this.lastCounts.counts;
  }

  /** The files that tables are read from; undefined on an engine that reads none. */
  private dataCheck(): Check | undefined {
    const { registry, engine } = this;
    if (!engine.dataProblems) return undefined;
    if (registry.dataFollowing !== 'ok') return check('degraded', NOT_FOLLOWED[registry.dataFollowing]);
    return registry.dataErrorCount > 0
      ? check('degraded', 'Some files of tables cannot be read as they are.')
      : check('ok', 'The files of tables can be read.');
  }

  /** Undefined where replicas share nothing. */
  private redisCheck(): Check | undefined {
    const { sharing } = this.cache;
    if (!sharing) return undefined;
    return sharing === 'ok'
      ? check('ok', 'Results are shared with other replicas.')
      : check('degraded', 'Redis cannot be reached; results are this replica’s own.');
  }

  /** The changes of the served set, counted from 1 at the start of this process. */
  private generationCheck(withErrors: number) {
    const own = { number: this.registry.generation, since: this.since?.toISOString() ?? null };
    return withErrors === 0
      ? { ...check('ok', 'The endpoint files are served as they are.'), ...own }
      : { ...check('degraded', 'Some endpoint files are not served as they are.'), ...own };
  }
}

/** `degraded`: calls are answered, but something does not work as it is set up. `down`: for that reason, none can be. */
type Condition = 'ok' | 'degraded' | 'down';

/** The state of one part of the service. It needs no key: nothing in it names a path, a query, a key or a tenant. */
interface Check {
  readonly status: Condition;
  readonly detail: string;
}

interface FileCounts {
  /** Endpoints served as their files are now. */
  readonly serving: number;
  /** Endpoints served as they were before, since their files have errors now. */
  readonly outdated: number;
  /** Endpoints served although their query could not be checked. */
  readonly unchecked: number;
  /** Files without an endpoint, for their errors. */
  readonly broken: number;
}

function check(status: Condition, detail: string): Check {
  return { status, detail };
}

function worstOf(checks: readonly (Check | undefined)[]): Condition {
  const found = new Set(checks.map((each) => each?.status));
  if (found.has('down')) return 'down';
  return found.has('degraded') ? 'degraded' : 'ok';
}
