import type { Budget } from '../config/budget.js';
import type { NumberFormat } from '../engines/number-format.js';
import type { ParameterDeclaration } from '../parameters/parameter.js';
import type { EndpointSource } from './endpoint-source.js';

/** Bytes of the largest answer of a file that does not say. */
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
  /** With pages, the most that one of them has. */
  readonly maxRows: number;
  /** Bytes of the largest body, as JSON that is not compressed. */
  readonly maxBytes: number;
  /** What leads from one page to the next; undefined where answers are whole. */
  readonly page?: readonly PageKey[] | undefined;
  /** A call may ask for some rows of its result. */
  readonly slices?: boolean;
  /** Seconds that a result may be served for; undefined where caching is disabled. */
  readonly cachingSeconds: number | undefined;
  /** Seconds after which a result that is asked for is made anew; undefined where it is left to expire. */
  readonly cacheWarmingSeconds: number | undefined;
  /** Seconds beyond `cachingSeconds` that a result may be served for while the engine fails or a budget is used up. */
  readonly staleIfErrorSeconds: number | undefined;
  /** A result that is due is run again only where its tables have changed. */
  readonly refreshOnChange?: boolean;
  /** Parameter sets to run at start, each as if it came from a URL. */
  readonly warm: readonly ReadonlyMap<string, readonly string[]>[];
  readonly sandboxing: boolean;
  /** What callers' SQL may be written in; whatever it is, GoogleSQL is made of it first. */
  readonly sandboxDialect: SandboxDialect;
  /** Bytes that one run may be billed for, where the engine bills; the engine's own limit when undefined. */
  readonly maxBytesBilled: number | undefined;
  /** What its runs may cost in a day; undefined where that is left to others' budgets. */
  readonly budget?: Budget | undefined;
  /** Runs that there may be at once; the engine's own limit when undefined. */
  readonly maxConcurrency: number | undefined;
  readonly timeoutSeconds: number;
  /** How long a run may take that a client does not wait for; undefined: as long as any. */
  readonly asyncTimeoutSeconds?: number | undefined;
  /** How agents are offered the endpoint as a tool; undefined where they are not. */
  readonly agents?: AgentsOffer | undefined;
  /** The query exactly as the author wrote it, in GoogleSQL. */
  readonly sql: string;
  /** Differs wherever the file changes in a way that can change results. */
  readonly definitionHash: string;
  readonly source: EndpointSource;
}

/** What a tool differs in from the endpoint that it is of. */
export interface AgentsOffer {
  /** In words for a model; the endpoint's own where undefined. */
  readonly description: string | undefined;
  readonly maxRows: number;
  /** Columns that results leave out. */
  readonly hide: readonly string[];
}

/** `lenient` is GoogleSQL with `expr::type`, and with `''` for a quote within a string. */
export type SandboxDialect = 'googlesql' | 'lenient';

/** A column of the ORDER BY, in the order of that, and the parameter that takes its value of a page's last row for the next page. */
export interface PageKey {
  readonly parameter: string;
  readonly column: string;
  readonly descending: boolean;
}

export interface ColumnDeclaration {
  readonly name: string;
  /** In GoogleSQL, such as `ARRAY<STRUCT<path STRING>>`. */
  readonly type: string;
  /** False where an answer of the endpoint's own query may have no NULL in it. */
  readonly nullable: boolean;
  readonly description: string | undefined;
  /** How its numbers are written, where that is not left to the settings. */
  readonly json?: NumberFormat | undefined;
}
