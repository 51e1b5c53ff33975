import { type CstNode } from '../cst.js';
import { type Expression } from '../expression.js';
import { identifierText } from '../literals/literals.js';
import { limitClause, orderByOutput } from './order.js';
import { keyOfColumns, type OutputKey } from '../names/output-scope.js';
import { compilePipe } from '../pipes/pipe.js';
import { type QueryContext, type Scope, type Table } from '../names/scope.js';
import { recursiveClause } from '../recursion/recursive-clause.js';
import { compileSelect } from './select.js';
import { setOperation } from './set-operation.js';
import { definiteType, type SqlType } from '../../../../googlesql/types/types.js';
import { rowsOf } from '../names/value-table.js';

/** A column of a query's answer: its GoogleSQL name (none for a nameless expression) and its name in the DuckDB SQL. */
export interface OutputColumn {
  readonly name: string | undefined;
  readonly type: SqlType;
  readonly output: string;
  /** The item of the SELECT list that it comes from. */
  readonly node: CstNode;
  /** The literal that it is in every row: in a set operation it takes the types that literals take. */
  readonly constant?: Expression;
}

export interface CompiledQuery {
  readonly sql: string;
  readonly columns: readonly OutputColumn[];
  /** Its rows are values of its one column, which has no name: SELECT AS VALUE. */
  readonly isValueTable?: boolean;
  /** Its columns are the fields of SELECT AS STRUCT. */
  readonly isStruct?: boolean;
}

/** Compiles SELECT, a set operation, or either in parentheses, with their WITH clauses. */
export function compileQuery(
  node: CstNode,
  context: QueryContext,
  outer: Scope | undefined,
  isValue = false,
): CompiledQuery {
  const clause = node.child('with');
  if (!clause) return withoutClause(node, context, outer, isValue);
  node.claim('with');
  const { inner, sql } = withClause(clause, context);
  const query = withoutClause(node, inner, outer, isValue);
  return { ...query, sql: `WITH ${sql} ${plain(node, query, context)}` };
}

/** DuckDB does not parse a WITH right behind another one. */
function plain(node: CstNode, { sql }: CompiledQuery, context: QueryContext): string {
  const isPlain = node.type === 'SelectStatement' || node.type === 'SetOperator';
  return isPlain ? sql : `SELECT * FROM (${sql}) AS ${context.aliases.next('q')}`;
}

function withoutClause(
  node: CstNode,
  context: QueryContext,
  outer: Scope | undefined,
  isValue: boolean,
): CompiledQuery {
  switch (node.type) {
    case 'SelectStatement':
      return rowsOf(node, compileSelect(node, context, outer, isValue));
    case 'SetOperator':
      return setOperation(node, context, outer, isValue);
    case 'GroupedStatement': {
      node.only('stmt', 'orderby', 'limit');
      const query = compileQuery(node.need('stmt'), context, outer, isValue);
      return ordered(node, query, context, keyOfColumns(query, context, outer));
    }
    case 'PipeStatement':
    case 'FromStatement':
      return compilePipe(node, context, outer);
    default:
      throw node.unsupported(`"${node.text}"`);
  }
}

/** ORDER BY and LIMIT around a whole query. */
export function ordered(node: CstNode, query: CompiledQuery, context: QueryContext, keyOf: OutputKey): CompiledQuery {
  if (!node.has('orderby') && !node.has('limit')) return query;
  const alias = context.aliases.next('q');
  const order = orderByOutput(node.child('orderby'), query.columns, alias, keyOf);
  const parts = ['SELECT * FROM', `(${query.sql}) AS ${alias}`, order, limitClause(node.child('limit'), context)];
  return { ...query, columns: query.columns.map(settle), sql: parts.filter(Boolean).join(' ') };
}

/** A column behind DISTINCT, ORDER BY or LIMIT: there a literal has the type that it has alone. */
export function settle({ name, type, output, node }: OutputColumn): OutputColumn {
  return { name, type, output, node };
}

/** The queries of a WITH clause: what those who stand behind it may read, and their SQL. They see no rows around them. */
export function withClause(clause: CstNode, context: QueryContext): { inner: QueryContext; sql: string } {
  clause.only('queries', 'recursive');
  if (clause.list('queries').length === 0) throw clause.error('WITH needs a query: name AS (…)');
  if (clause.has('recursive')) return recursiveClause(clause, context);
  const queries = new Map(context.queries);
  const names = new Set<string>();
  const parts = clause.list('queries').map((query) => {
    query.only('as', 'stmt');
    const name = identifierText(query);
    if (names.has(name.toLowerCase())) throw query.error(`two WITH queries are named "${name}"`);
    names.add(name.toLowerCase());
    const body = compileQuery(query.need('stmt'), { ...context, queries }, undefined);
    const alias = context.aliases.next(name);
    queries.set(name.toLowerCase(), readable(alias, body));
    return `${alias} AS (${body.sql})`;
  });
  return { inner: { ...context, queries }, sql: parts.join(', ') };
}

/** A query as something to read from; nameless columns cannot be named. */
export function readable(sql: string, query: CompiledQuery): Table {
  return {
    sql,
    columns: query.columns.map((column) => ({ ...column, name: column.name ?? '', type: definiteType(column.type) })),
    ...(query.isValueTable && { isValueTable: true }),
  };
}
