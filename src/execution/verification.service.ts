import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type CachedResult } from '../cache/cached-result.js';
import { Clock } from '../config/clock.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { Engine } from '../engines/engine.js';
import { clockProblems } from '../googlesql/checks/frozen-clock.js';
import { type BoundQuery } from './bound-query.js';
import { queryOf } from '../endpoint-files/endpoint-query.js';

/** Seconds for which a result is kept after it has expired, in case its tables turn out to be unchanged. */
export const VERIFIABLE_SECONDS = 86_400;

/** Digest of the tables that a query reads, and its time in milliseconds since the epoch. */
export interface SeenTables {
  readonly state: string;
  readonly at: number;
}

/** Finds out whether a run would bring the same rows again. */
@Injectable()
export class Verification {
  constructor(
    @Inject(Engine) private readonly engine: Engine,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** The current state of the tables that a query reads, if results are to be verified; undefined where it is not known. */
  async look({ endpoint, sandboxSql = '' }: BoundQuery): Promise<SeenTables | undefined> {
    if (!endpoint.refreshOnChange || clockProblems(sandboxSql).length > 0) return undefined;
    const now = this.clock();
    // Callers' own SQL reads no other tables than the author's.
    const tables = await this.engine.tablesOf?.(queryOf(endpoint));
    const found = tables && (await this.engine.stateOf?.(tables, maxAgeMs(endpoint)));
    // Digested, since a table may have tens of thousands of files.
    return found && { state: hash('sha256', found.state, 'base64'), at: now - found.ageMs };
  }
}

/** The result as a new one, if its tables have not changed since before it was made. */
export function verified(before: CachedResult | undefined, now: SeenTables | undefined): CachedResult | undefined {
  if (!now || before?.tables !== now.state) return undefined;
  return { ...before, createdAt: now.at, isVerified: true, requests: 0 };
}

/** Half of the time after which a result is due, so that a verified one is not due again at once. */
function maxAgeMs({ cacheWarmingSeconds, cachingSeconds = 0 }: Endpoint): number {
  return (cacheWarmingSeconds ?? cachingSeconds) * 500;
}
