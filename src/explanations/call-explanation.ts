import { PARTITION_COLUMNS } from '../catalog/partition-columns.js';
import { type Explanation, type Engine, type Statement } from '../engines/engine.js';
import { type BoundQuery } from '../execution/bound-query.js';
import { type PreparedCall } from '../execution/call.js';
import { tableReads, type TableRead } from '../googlesql/checks/table-reads.js';
import { withClause } from '../googlesql/checks/with-clause.js';
import { ifParsed } from '../googlesql/grammar/parse.js';
import { withPlaceAsWritten } from '../execution/sandbox-sql.js';
import { sqlRunner, statementOf } from '../execution/statement.js';
import { redact } from '../execution/redact.js';
import { canonicalKey, boundType, boundValue } from '../parameters/bound-value.js';
import { type ParameterBinding } from '../parameters/parameter.js';
import { type Budgets, type BudgetLeft } from '../budgets/budgets.service.js';
import { type Ledger, type Spent } from '../budgets/ledger.js';
import { priceOf } from '../budgets/spend-report.js';
import { LEAST_BYTES } from '../config/budget.js';
import { type Settings } from '../config/settings.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';

/** The plan of one call to an endpoint. */
export interface CallExplanation {
  readonly query: BoundQuery;
  /** SELECT of the caller's own as it was given, which is run in place of the endpoint's. */
  readonly sandboxSqlAsWritten: string | undefined;
  /** Tables that the query reads; undefined where our parser does not take the query. */
  readonly tables: readonly TableRead[] | undefined;
  readonly engines: readonly EngineExplanation[];
  readonly cost: CallCost;
}

export interface EngineExplanation extends Partial<Explanation> {
  readonly name: string;
  /** Whether calls are run on this engine. */
  readonly isInUse: boolean;
  /** Reason why there is no explanation from it. */
  readonly refusal?: string | undefined;
}

export function explanationOf(
  { query, sandboxSqlAsWritten }: Pick<PreparedCall, 'query' | 'sandboxSqlAsWritten'>,
  engines: readonly EngineExplanation[],
  cost: CallCost,
): CallExplanation {
  const tables = ifParsed(wholeSql(query), (tree) => tableReads(tree, PARTITION_COLUMNS));
  return { query, sandboxSqlAsWritten, tables, engines, cost };
}

/** The SQL that is run for a caller's own, which takes the place of the final SELECT. All tables are in front of it, at the places of the file. */
function wholeSql({ endpoint, sandboxSql }: BoundQuery): string {
  const clause = sandboxSql === undefined ? undefined : withClause(endpoint.sql);
  return clause ? `${clause.text}\n(${sandboxSql ?? ''}\n)` : endpoint.sql;
}

/** Prepares the statement of a call and has its engine explain it, without running it. */
export async function ownExplanation(
  engine: Engine,
  { key, query, sandboxSqlAsWritten }: PreparedCall,
  signal: AbortSignal,
): Promise<{ readonly statement: Statement; readonly own: Explanation }> {
  const statement = statementOf(query, { caller: key.id, signal });
  try {
    return { statement, own: await sqlRunner(engine, query).explain(statement) };
  } catch (error) {
    throw withPlaceAsWritten(error, query.endpoint, sandboxSqlAsWritten);
  }
}

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

/** The cost of a call now, as far as it is known ahead: `COST` is its schema. */
export interface CallCost {
  /** Bytes from a dry run. */
  readonly bytes_processed: number | null;
  /** Price of these bytes. */
  readonly price: number | null;
  /** Runs of the last day that has any. */
  readonly runs: MeanRun | null;
  /** Budgets of the endpoint and of the service. */
  readonly budgets: readonly BudgetLeft[];
}

interface MeanRun extends Spent {
  readonly day: string;
}

export function callCost(
  endpoint: Endpoint,
  bytes: number | undefined,
  {
    budgets,
    ledger,
    settings,
  }: { readonly budgets: Budgets; readonly ledger: Ledger; readonly settings: Pick<Settings, 'pricePerTib'> },
): CallCost {
  return {
    bytes_processed: bytes ?? null,
    price: bytes === undefined ? null : priceOf(bytes === 0 ? 0 : Math.max(LEAST_BYTES, bytes), settings.pricePerTib),
    runs: meanRun(ledger, endpoint.name),
    budgets: budgets.leftFor(endpoint),
  };
}

function meanRun(ledger: Ledger, name: string): MeanRun | null {
  const day = ledger.days.findLast((each) => ledger.of(each, 'endpoint').has(name));
  const spent = day === undefined ? undefined : ledger.of(day, 'endpoint').get(name);
  if (day === undefined || spent === undefined) return null;
  const mean = (sum: number) => Math.round(sum / spent.runs);
  return {
    day,
    runs: spent.runs,
    bytes_billed: mean(spent.bytes_billed),
    bytes_processed: mean(spent.bytes_processed),
    slot_ms: mean(spent.slot_ms),
    run_ms: mean(spent.run_ms),
  };
}
