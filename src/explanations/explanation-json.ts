import { placeIn } from '../endpoint-files/endpoint-source.js';
import { redact } from '../execution/redact.js';
import { canonicalKey } from '../parameters/canonical-key.js';
import { boundType, boundValue } from '../parameters/bound-value.js';
import { type ParameterBinding } from '../parameters/parameter.js';
import { type CallExplanation } from './call-explanation.js';

/** An explanation as JSON: `EXPLANATION` is its schema. */
export function toldExplanation({ query, sandboxSqlAsWritten, tables, engines, cost }: CallExplanation): object {
  const { endpoint, values, cacheKey } = query;
  const isCached = endpoint.cachingSeconds !== undefined;
  return {
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
        ...placeIn(endpoint, { line, column }),
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
    cost,
  };
}

/** The explanation with `@name` in place of each value that may not stand in the log. */
export function withoutValues(explanation: CallExplanation): CallExplanation {
  const { query, engines } = explanation;
  const hide = (text: string) => redact(text, query.values);
  const values = query.values.map(hidden);
  const cacheKey = query.cacheKey.replace(canonicalKey(query.values), () => canonicalKey(values));
  return {
    ...explanation,
    query: { ...query, values, cacheKey },
    engines: engines.map(({ plan, refusal, ...engine }) => ({
      ...engine,
      ...(plan !== undefined && { plan: hide(plan) }),
      ...(refusal !== undefined && { refusal: hide(refusal) }),
    })),
  };
}

function hidden({ declaration, value }: ParameterBinding): ParameterBinding {
  return { declaration, value: declaration.logged || value === null ? value : `@${declaration.name}` };
}
