import { sharedType } from '../../../../googlesql/resolver/common-type.js';
import { coerce, type Expression } from '../expression.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { type SqlType } from '../../../../googlesql/types/types.js';
import { NOTHING, type Sql } from '../sql-tree/sql.js';

/** The type of several values, and their SQL as that. */
export interface Unified {
  readonly type: SqlType;
  readonly sql: readonly Sql[];
}

/** Converts values to the one type that all can take; the node is where the complaint is about. */
export function unified(expressions: readonly Expression[], node: TextPosition, what: string): Unified {
  const type = sharedType(expressions, node, what);
  return { type, sql: expressions.map((expression) => coerce(expression, type) ?? NOTHING) };
}
