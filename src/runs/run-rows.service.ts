import { Inject, Injectable } from '@nestjs/common';
import { type CachedResult } from '../cache/cached-result.js';
import { ageOf, ResultCache } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { type Answer } from '../execution/answer.js';
import { isKeyOf } from '../execution/bound-query.js';
import { Registry } from '../registry/registry.service.js';
import { KEPT_SECONDS, rowsGone, type RunRecord } from './run-record.js';

/**
 * The rows of runs whose clients are answered later. They are in the cache, under a name of the run's own: within its memory, charged to
 * the key, and shared with replicas as other results are; dropped with them when their endpoint changes.
 */
@Injectable()
export class RunRows {
  constructor(
    private readonly cache: ResultCache,
    private readonly registry: Registry,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws QuernError `run_rows_gone` where they cannot be kept */
  async keep(record: RunRecord, result: CachedResult): Promise<void> {
    this.endpointOf(record);
    await this.cache.set(record.rowsKey, { ...result, chargedTo: record.keyId, requests: 0 }, KEPT_SECONDS);
    if (!this.cache.memory.peek(record.rowsKey)) throw rowsGone('they are larger than the memory for results');
  }

  /** @throws QuernError `run_rows_gone` */
  async find(record: RunRecord): Promise<Answer> {
    const endpoint = this.endpointOf(record);
    const result = await this.resultOf(record);
    if (!result) throw rowsGone('others needed the room');
    const { ignored, totalRows } = record;
    return {
      endpoint,
      result,
      outcome: 'hit',
      ageSeconds: ageOf(result, this.clock()),
      collapsed: false,
      engineMs: undefined,
      // Their forms are made for the call that asks, and not kept beside them.
      stored: false,
      // A link to the next page is one from the endpoint's URL.
      nextLink: undefined,
      ...(totalRows !== undefined && { totalRows }),
      ignored,
    };
  }

  async drop({ rowsKey }: RunRecord): Promise<void> {
    await this.cache.remove(rowsKey);
  }

  private async resultOf({ rowsKey, keyId, endedAt = 0 }: RunRecord): Promise<CachedResult | undefined> {
    if (this.cache.memory.peek(rowsKey)) return this.cache.memory.use(rowsKey);
    const fetched = await this.cache.fetch(rowsKey);
    if (!fetched) return undefined;
    const result = { ...fetched, chargedTo: keyId, requests: 0 };
    this.cache.adopt(rowsKey, result, KEPT_SECONDS - (this.clock() - endedAt) / 1000);
    return result;
  }

  /** Returns the endpoint, as long as it is defined as it was when the run began. */
  private endpointOf({ endpointId, rowsKey }: RunRecord): Answer['endpoint'] {
    const endpoint = this.registry.byIdIfServed(endpointId);
    if (!endpoint || !isKeyOf(endpoint, rowsKey)) throw rowsGone('the endpoint has been changed meanwhile');
    return endpoint;
  }
}
