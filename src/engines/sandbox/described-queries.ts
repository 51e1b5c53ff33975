import { type SqlType } from '../../googlesql/types/types.js';
import { type Column, type ParameterType } from '../engine.js';

/** What callers' SQL may name, as told by an engine whose SQL is not compiled here. Plain data. */
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

/** The same as it is told to callers. */
export interface ReadableQuery {
  readonly name: string;
  readonly columns: readonly Column[];
}
