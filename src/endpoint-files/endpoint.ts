import type { Budget } from '../config/budget.js';
import type { NumberFormat } from '../engines/number-format.js';
import type { ParameterDeclaration } from '../parameters/parameter.js';
import type { ColumnPlaces } from './format/column-mismatch.js';
import type { YamlScalar } from './yaml/yaml-value.js';
import { type CallParameters } from '../parameters/query-string.js';

/** Largest answer in bytes where the file says nothing. */
export const DEFAULT_MAX_BYTES = 64 * 2 ** 20;

/** A saved query and everything that its file says about it, checked and frozen. */
export interface Endpoint {
  /** UUID in lower case. */
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly parameters: readonly ParameterDeclaration[];
  /** Names of parameters that a key has to be bound to. */
  readonly bound: readonly string[];
  /** The columns that the engine has to answer with, in this order. */
  readonly columns: readonly ColumnDeclaration[] | undefined;
  /** Most rows of an answer, or of each page where there are pages. */
  readonly maxRows: number;
  /** Bytes of the largest body, as JSON that is not compressed. */
  readonly maxBytes: number;
  /** Keys that lead from one page to the next; undefined where answers are whole. */
  readonly page?: readonly PageKey[] | undefined;
  /** Whether a call may ask for some rows of its result. */
  readonly slices?: boolean;
  /** Seconds that a result may be served for; undefined where caching is disabled. */
  readonly cachingSeconds: number | undefined;
  /** Seconds after which a result that is asked for is made anew; undefined: it is left to expire. */
  readonly cacheWarmingSeconds: number | undefined;
  /** Seconds beyond `cachingSeconds` that a result may be served for while the engine fails or a budget is used up. */
  readonly staleIfErrorSeconds: number | undefined;
  /** Whether a result that is due is run again only if its tables have changed. */
  readonly refreshOnChange?: boolean;
  /** Parameter sets to run at start, each as if it came from a URL. */
  readonly warm: readonly CallParameters[];
  readonly sandboxing: boolean;
  /** Dialect of callers' SQL, which is rewritten as GoogleSQL before anything else. */
  readonly sandboxDialect: SandboxDialect;
  /** Bytes that one run may be billed for, where the engine bills; the engine's own limit when undefined. */
  readonly maxBytesBilled: number | undefined;
  /** Limit of the cost of its runs in a day; undefined where only others' budgets apply. */
  readonly budget?: Budget | undefined;
  /** Most runs at once; the engine's own limit when undefined. */
  readonly maxConcurrency: number | undefined;
  readonly timeoutSeconds: number;
  /** Seconds that a run may take if no client waits for it; undefined: as long as any. */
  readonly asyncTimeoutSeconds?: number | undefined;
  /** Offer of the endpoint to agents as a tool; undefined where there is none. */
  readonly agents?: AgentsOffer | undefined;
  /** The query exactly as the author wrote it, in GoogleSQL. */
  readonly sql: string;
  /** Hash that differs wherever the file changes in a way that can change results. */
  readonly definitionHash: string;
  readonly source: EndpointSource;
}

/** The file of an endpoint, as far as it takes to find places of the SQL in it. */
export interface EndpointSource {
  /** Path that can be opened from where Quern runs. */
  readonly file: string;
  readonly query: Pick<YamlScalar, 'style' | 'written'>;
  /** Undefined where the file promises no columns. */
  readonly columns: ColumnPlaces | undefined;
}

/** The properties of a tool that differ from those of its endpoint. */
export interface AgentsOffer {
  /** Words for a model; the endpoint's own where undefined. */
  readonly description: string | undefined;
  readonly maxRows: number;
  /** Columns that results leave out. */
  readonly hide: readonly string[];
}

/** `lenient` is GoogleSQL with `expr::type`, and with `''` for a quote within a string. */
export type SandboxDialect = 'googlesql' | 'lenient';

/** A column of the ORDER BY, and the parameter that takes its value in a page's last row for the next page. */
export interface PageKey {
  readonly parameter: string;
  readonly column: string;
  readonly descending: boolean;
}

export interface ColumnDeclaration {
  readonly name: string;
  /** GoogleSQL type, such as `ARRAY<STRUCT<path STRING>>`. */
  readonly type: string;
  /** False where an answer of the endpoint's own query may have no NULL in it. */
  readonly nullable: boolean;
  readonly description: string | undefined;
  /** Format of its numbers, where that is not left to the settings. */
  readonly json?: NumberFormat | undefined;
}
