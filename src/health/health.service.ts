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
import { type Check, type Checks, type Condition, type FileCounts, worstOf } from './readiness.js';

/** The body of `/health`. */
export interface HealthSummary {
  /** `degraded`: calls are answered, but something that is set up does not work. */
  readonly status: 'ok' | 'degraded';
  /** Whether results are shared with other replicas; absent where that is not set up. */
  readonly shared_cache?: 'ok' | 'unavailable';
  /** The keys file cannot be used as it is now, and the keys are those that were read before; absent where all is well. */
  readonly keys?: 'outdated';
  /** There are errors in endpoint files, whose endpoints are served as they were before; absent where there is none. */
  readonly endpoints?: 'outdated';
  /** There are files of tables that cannot be read as they are now, or their changes are not taken up; absent where neither is so. */
  readonly data?: 'outdated';
}

/** The body of `/readyz`. */
export interface Readiness extends Omit<HealthSummary, 'status'> {
  readonly status: Condition;
  readonly checks: Checks;
}

/** Why changes of the data are not taken up. */
const NOT_FOLLOWED: Readonly<Record<Exclude<DataFollowing, 'ok'>, string>> = {
  busy: 'A look at the files of tables is under way; what has changed is taken up when it ends.',
  failing: 'The files of tables could not be looked at; queries read the tables of before.',
};

/** How the service is, for whoever asks and on whichever port. Nobody is asked anything for it, so that it costs nothing. */
@Injectable()
export class Health {
  private since: Date | undefined;
  /** With ten thousand endpoints they are not counted at every request of anybody's. */
  private lastCounts: { readonly of: readonly unknown[]; readonly counts: FileCounts } | undefined;

  constructor(
    private readonly access: AccessService,
    private readonly cache: ResultCache,
    private readonly registry: Registry,
    @Inject(Engine) private readonly engine: Engine,
    @Inject(Clock) private readonly clock: Clock,
    private readonly host: HttpAdapterHost,
  ) {
    registry.onChange(() => {
      this.since = clock();
    });
  }

  summary(): HealthSummary {
    const { sharing } = this.cache;
    const keys = this.access.problem === undefined ? undefined : 'outdated';
    const endpoints = this.registry.hasError ? 'outdated' : undefined;
    const data = this.dataCheck().data?.status === 'degraded' ? 'outdated' : undefined;
    return {
      status: sharing === 'unavailable' || keys || endpoints || data ? 'degraded' : 'ok',
      ...(sharing && { shared_cache: sharing }),
      ...(keys && { keys }),
      ...(endpoints && { endpoints }),
      ...(data && { data }),
    };
  }

  /** It is down where no call could be answered, whoever made it, and only then. */
  readiness(): Readiness {
    const files = this.files();
    const checks: Checks = {
      ...this.portCheck(),
      engine: this.engineCheck(),
      keys: this.keysCheck(),
      files,
      ...this.dataCheck(),
      ...this.redisCheck(),
      generation: this.generationCheck(files.outdated + files.broken),
    };
    return { ...this.summary(), status: worstOf(Object.values(checks) as Check[]), checks };
  }

  /** The port for callers, which another one may be asked about: at the start before it listens, and from the signal to stop on. */
  private portCheck(): { port?: Check } {
    const server: unknown = this.host.httpAdapter.getHttpServer();
    if (server instanceof Server && server.listening) return {};
    return {
      port: { status: 'down', detail: 'No more connections are taken: the service is starting or shutting down.' },
    };
  }

  private engineCheck(): Check {
    const { state } = this.engine;
    if (state === 'ok') return { status: 'ok', detail: 'Queries can be run.' };
    if (state === 'failing') {
      return { status: 'degraded', detail: 'The engine did not answer of late; the next run shows whether it does.' };
    }
    // Another replica's results are as good as own ones.
    this.cache.dropExpired();
    const hasResults = this.cache.held.entries > 0 || this.cache.sharing === 'ok';
    return hasResults
      ? { status: 'degraded', detail: 'The engine cannot be reached; what is cached is answered.' }
      : { status: 'down', detail: 'The engine cannot be reached, and nothing is cached.' };
  }

  private keysCheck(): Check {
    const now = this.clock();
    if (!this.access.keys.some(({ expiresAt }) => expiresAt === undefined || expiresAt > now)) {
      return { status: 'down', detail: 'There is no key that is good, so that every call is refused.' };
    }
    return this.access.problem === undefined
      ? { status: 'ok', detail: 'The keys are those that are set up.' }
      : { status: 'degraded', detail: 'The keys file cannot be used as it is; the keys are those of before.' };
  }

  private files(): Check & FileCounts {
    const counts = this.counts();
    const { serving, outdated, unchecked, broken } = counts;
    const served = serving + outdated + unchecked;
    if (served === 0) return { status: 'down', detail: 'There is no endpoint that could be called.', ...counts };
    const said = `${counted(served, 'endpoint')} can be called`;
    if (outdated + broken > 0) {
      return { status: 'degraded', detail: `${said}; ${counted(outdated + broken, 'file')} with errors.`, ...counts };
    }
    const unasked = unchecked === 0 ? '' : `; the queries of ${unchecked} of them could not be checked`;
    return { status: 'ok', detail: `${said}${unasked}.`, ...counts };
  }

  private counts(): FileCounts {
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

  private dataCheck(): { data?: Check } {
    const { registry, engine } = this;
    if (!engine.dataProblems) return {};
    if (registry.dataFollowing !== 'ok') {
      return { data: { status: 'degraded', detail: NOT_FOLLOWED[registry.dataFollowing] } };
    }
    return {
      data:
        registry.dataErrorCount > 0
          ? { status: 'degraded', detail: 'Some files of tables cannot be read as they are.' }
          : { status: 'ok', detail: 'The files of tables can be read.' },
    };
  }

  private redisCheck(): { redis?: Check } {
    const { sharing } = this.cache;
    if (sharing === undefined) return {};
    return {
      redis:
        sharing === 'ok'
          ? { status: 'ok', detail: 'Results are shared with other replicas.' }
          : { status: 'degraded', detail: 'Redis cannot be reached; results are this replica’s own.' },
    };
  }

  private generationCheck(withErrors: number): Checks['generation'] {
    const { since, registry } = this;
    const number = registry.generation;
    const own = { number, since: since?.toISOString() ?? null };
    return withErrors === 0
      ? { status: 'ok', detail: 'The endpoint files are served as they are.', ...own }
      : { status: 'degraded', detail: 'Some endpoint files are not served as they are.', ...own };
  }
}
