import { errorAt } from '../dialect-error.js';
import { coerce, commonType, type Expression } from '../expression.js';
import { mistypedText } from '../literals/mistyped-text.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { type SqlType, typeName, typeNames } from '../../../../googlesql/types/types.js';
import { NOTHING, type Sql } from '../sql-tree/sql.js';

/** The type of several values, and their SQL as that. */
export interface Unified {
  readonly type: SqlType;
  readonly sql: readonly Sql[];
}

/** Converts values to the one type that all can take; the node is where the complaint is about. */
export function unified(expressions: readonly Expression[], node: TextPosition, what: string): Unified {
  const type = commonType(expressions);
  const sql = type && expressions.map((expression) => coerce(expression, type) ?? NOTHING);
  if (!type || !sql) {
    throw errorAt(node, `${what} need one common type, found ${typeNames(expressions)}${mistypedText(expressions)}`);
  }
  return { type, sql };
}

/** Converts a value to a type that it must have, where GoogleSQL does so by itself. */
export function converted(value: Expression, type: SqlType, node: TextPosition): Sql {
  const sql = coerce(value, type);
  if (sql === undefined) throw errorAt(node, `expected ${typeName(type)}, found ${typeName(value.type)}`);
  return sql;
}
