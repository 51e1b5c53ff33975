import { type Explanation } from '../../engines/engine.js';
import { type BoundQuery } from '../../execution/bound-query.js';
import { type TableRead } from '../../googlesql/checks/table-reads.js';

/** What one call of an endpoint would do. */
export interface CallExplanation {
  readonly query: BoundQuery;
  /** A SELECT of the caller's own as it was given, which is run in place of the endpoint's. */
  readonly sandboxSqlAsWritten: string | undefined;
  /** The tables that the query reads; undefined where our parser does not take the query. */
  readonly tables: readonly TableRead[] | undefined;
  readonly engines: readonly EngineExplanation[];
}

export interface EngineExplanation extends Partial<Explanation> {
  readonly name: string;
  /** It is the one that calls are run on. */
  readonly isInUse: boolean;
  /** Why there is nothing to be told of it. */
  readonly refusal?: string | undefined;
}
