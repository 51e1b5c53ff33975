import { boundType, boundValue } from '../../parameters/bound-value.js';
import { type CallExplanation } from './call-explanation.js';

export function explanationJson({ query, sandboxSqlAsWritten, tables, engines }: CallExplanation): string {
  const { endpoint, values, cacheKey } = query;
  const isCached = endpoint.cachingSeconds !== undefined;
  const explanation = {
    id: endpoint.id,
    name: endpoint.name,
    file: endpoint.source.file,
    parameters: values.map((binding) => ({
      name: binding.declaration.name,
      type: boundType(binding),
      value: boundValue(binding),
    })),
    cache_key: isCached ? cacheKey : null,
    caching: endpoint.cachingSeconds ?? null,
    cache_warming: endpoint.cacheWarmingSeconds ?? null,
    stale_if_error: endpoint.staleIfErrorSeconds ?? null,
    tables:
      tables?.map(({ table, line, column, isUnbounded, isIdle }) => ({
        table,
        ...endpoint.source.place({ line, column }),
        read: !isIdle,
        unbounded: isUnbounded,
      })) ?? null,
    sql: endpoint.sql,
    caller_sql: sandboxSqlAsWritten ?? null,
    engines: engines.map(({ name, isInUse, sql, plan, bytesProcessed, refusal }) => ({
      name,
      in_use: isInUse,
      sql: sql ?? null,
      plan: plan ?? null,
      bytes_processed: bytesProcessed ?? null,
      refusal: refusal ?? null,
    })),
  };
  return `${JSON.stringify(explanation, null, 2)}\n`;
}
