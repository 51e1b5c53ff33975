import { commonType } from '../../../../googlesql/types/supertype.js';
import { coerce, type Expression } from '../expression.js';
import { NULL, type SqlType } from '../../../../googlesql/types/types.js';
import { NOTHING, type Sql } from '../sql-tree/sql.js';

/** The type of several values, and their SQL as that. */
export interface Unified {
  readonly type: SqlType;
  readonly sql: readonly Sql[];
}

/** Converts values to the one type that all can take. */
export function unified(expressions: readonly Expression[]): Unified {
  const type = commonType(expressions) ?? NULL;
  return { type, sql: expressions.map((expression) => coerce(expression, type) ?? NOTHING) };
}
