import { type SqlType } from '../../googlesql/types/types.js';
import { type ParameterType } from '../engine.js';

/** The queries that callers' SQL may name, described by an engine that runs GoogleSQL itself. They are plain data for a thread. */
export interface DescribedQueries {
  /** Author's query, whose WITH they are. */
  readonly sql: string;
  readonly parameters: readonly ParameterType[];
  readonly queries: readonly DescribedQuery[];
}

export interface DescribedQuery {
  /** Name in lower case. */
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
}
