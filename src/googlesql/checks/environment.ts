import { type QueryNode } from '../ast/nodes.js';
import { isSameName } from '../tokens/by-name.js';
import { type ScannedRelation } from './scan.js';

/** The names in scope at a place of a query. */
export interface Environment {
  /** WITH queries by lower-case name; they hide tables. */
  readonly queries: ReadonlyMap<string, WithQuery>;
  /** FROM items of this query: a path that starts with one of them is an array of its rows. */
  readonly relations: readonly ScannedRelation[];
  /** Names of the query around this one. */
  readonly outer?: Environment;
}

export interface WithQuery {
  readonly body: QueryNode;
  readonly environment: Environment;
  /** Whether anything has read it. */
  isRead: boolean;
  /** Whether it is being read now: a reference to it then is a recursion. */
  isOpen: boolean;
}

/** The FROM items among which the innermost of this name is. */
export function relationsWith(name: string, { relations, outer }: Environment): readonly ScannedRelation[] | undefined {
  if (relations.some((relation) => isSameName(relation.name, name))) return relations;
  return outer && relationsWith(name, outer);
}
