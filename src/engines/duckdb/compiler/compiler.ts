import { type ExpressionNode, type QueryNode } from '../../../googlesql/ast/nodes.js';
import { type ColumnPlace } from '../../../googlesql/resolver/output-column.js';
import { type SqlType } from '../../../googlesql/types/types.js';
import { type Expression } from './expression.js';
import { type Scope } from './names/scope.js';
import { type Sql } from './sql-tree/sql.js';

/** Compiles the parts of a query. Whatever is part of an expression reaches all that an expression may contain through this alone. */
export interface Compiler {
  expression(node: ExpressionNode, scope: Scope): Expression;
  /** Compiles a query within an expression, whose value or whose rows are wanted. */
  query(node: QueryNode, scope: Scope, isValue: boolean): CompiledQuery;
  /** Compiles a query within an expression that needs no rows; undefined for any other one. */
  recordQuery(node: QueryNode, scope: Scope): RecordQuery | undefined;
}

/** Values of expressions among the names of one scope. */
export interface Values {
  value(node: ExpressionNode): Expression;
  /** Returns an expression as the given type, which GoogleSQL converts it to by itself. */
  as(node: ExpressionNode, type: SqlType): Sql;
}

export interface CompiledQuery {
  readonly sql: Sql;
  readonly columns: readonly OutputColumn[];
  /** Whether its rows are values of its one column, which has no name: SELECT AS VALUE. */
  readonly isValueTable?: boolean;
  /** Whether its columns are the fields of SELECT AS STRUCT. */
  readonly isStruct?: boolean;
}

/** A column of a query's answer: its GoogleSQL name (none for a nameless expression) and its name in the DuckDB SQL. */
export interface OutputColumn {
  readonly name: string | undefined;
  readonly type: SqlType;
  readonly output: string;
  readonly node: ColumnPlace;
  /** Literal in every row: in a set operation it takes the types that literals take. */
  readonly constant?: Expression;
}

/** A query in an expression that has one row, or none where its condition does not hold. */
export interface RecordQuery {
  /** SQL of its column. */
  readonly sql: Sql;
  readonly type: SqlType;
  /** Condition of its row. */
  readonly where: Sql | undefined;
}
