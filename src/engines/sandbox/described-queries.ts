import { type SqlType } from '../../googlesql/types/types.js';
import { type ParameterType } from '../engine.js';

/** What callers' SQL may name, described by an engine that runs GoogleSQL itself. Plain data, to be sent to a thread. */
export interface DescribedQueries {
  /** The author's query, whose WITH they are. */
  readonly sql: string;
  readonly parameters: readonly ParameterType[];
  readonly queries: readonly DescribedQuery[];
}

export interface DescribedQuery {
  /** In lower case. */
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
}
