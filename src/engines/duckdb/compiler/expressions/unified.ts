import { commonType } from '../../../../googlesql/types/supertype.js';
import { type Expression, coercedTo } from '../expression.js';
import { type SqlType, typeNames } from '../../../../googlesql/types/types.js';
import { type Sql } from '../sql-tree/sql.js';

/** The type of several values, and their SQL as that. */
export interface Unified {
  readonly type: SqlType;
  readonly sql: readonly Sql[];
}

/** Converts values to the one type that all can take. */
export function unified(expressions: readonly Expression[]): Unified {
  const type = commonType(expressions);
  if (!type) throw new TypeError(`no common type of ${typeNames(expressions)}`);
  return { type, sql: expressions.map((expression) => coercedTo(expression, type)) };
}
