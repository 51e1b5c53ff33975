import { excerpt } from '../errors/excerpt.js';
import { type LogFields } from '../logs/log-fields.js';
import { boundValue } from '../parameters/bound-value.js';
import { type BoundQuery } from './bound-query.js';
import { type Ran } from '../answers/ended-run.js';
import { type RunOrigin } from './run-origin.js';

/** The log's line for a run: its caller, its result, its cost, and those of its parameters that may be logged. */
export function runLogLine(
  { endpoint, values, sandboxSql }: BoundQuery,
  caller: string,
  { rows, truncated, cost }: Ran,
): string {
  const logged = values
    .filter(({ declaration }) => declaration.logged)
    .map((binding) => `${binding.declaration.name}=${excerpt(JSON.stringify(boundValue(binding)))}`);
  const parts = [
    `${[endpoint.name, ...logged].join(' ')}${sandboxSql === undefined ? '' : ' with SQL of the caller’s own'} for ${caller}: ${rows} rows${truncated ? ' (cut off)' : ''} in ${cost.milliseconds.toFixed(0)} ms`,
    cost.bytesProcessed === undefined ? '' : `${cost.bytesProcessed} bytes read`,
    cost.bytesBilled === undefined ? '' : `${cost.bytesBilled} billed`,
    cost.slotMilliseconds === undefined ? '' : `${cost.slotMilliseconds} slot ms`,
    cost.cacheHit ? 'from the engine’s cache' : '',
    cost.jobId === undefined ? '' : `job ${cost.jobId}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** The request that a run was made for, by its ids and its key, if there was one. */
export function runFields({ endpoint }: BoundQuery, { caller, cause, request }: RunOrigin): LogFields {
  return {
    endpoint: endpoint.name,
    cause,
    key: cause === 'client' ? caller : undefined,
    request_id: request?.requestId,
    trace_id: request?.traceId,
  };
}

/** Log fields of a run's result and its cost. */
export function resultFields({ rows, truncated, cost }: Ran): LogFields {
  return {
    rows,
    truncated: truncated || undefined,
    ms: Math.round(cost.milliseconds),
    bytes_processed: cost.bytesProcessed,
    bytes_billed: cost.bytesBilled,
    slot_ms: cost.slotMilliseconds,
    engine_cache_hit: cost.cacheHit,
    job: cost.jobId,
  };
}
