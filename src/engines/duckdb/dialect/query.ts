import { type CstNode } from './cst.js';
import { columnValue, commonType, coerce, typed } from './expression.js';
import { identifierText } from './literals.js';
import { limitClause, orderByOutput } from './order.js';
import { compilePipe } from './pipe.js';
import { type QueryContext, type Scope, type Table } from './scope.js';
import { compileSelect } from './select.js';
import { isNested, quoteName, settled, type SqlType, storedArrayOf, typeName } from './types.js';

/** A column of a query's answer: its GoogleSQL name (none for a nameless expression) and its name in the DuckDB SQL. */
export interface OutputColumn {
  readonly name: string | undefined;
  readonly type: SqlType;
  readonly output: string;
  /** The item of the SELECT list that it comes from. */
  readonly node: CstNode;
}

export interface CompiledQuery {
  readonly sql: string;
  readonly columns: readonly OutputColumn[];
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
  const { inner, sql } = withClause(clause, context, outer);
  const query = withoutClause(node, inner, outer, isValue);
  return { ...query, sql: `WITH ${sql} ${query.sql}` };
}

function withoutClause(
  node: CstNode,
  context: QueryContext,
  outer: Scope | undefined,
  isValue: boolean,
): CompiledQuery {
  switch (node.type) {
    case 'SelectStatement':
      return compileSelect(node, context, outer, isValue);
    case 'SetOperator':
      return setOperation(node, context, outer);
    case 'GroupedStatement': {
      node.only('stmt', 'orderby', 'limit');
      return ordered(node, compileQuery(node.need('stmt'), context, outer, isValue), context);
    }
    case 'PipeStatement':
    case 'FromStatement':
      return compilePipe(node, context, outer);
    default:
      throw node.unsupported(`"${node.text}"`);
  }
}

/** ORDER BY and LIMIT around a whole query. */
export function ordered(node: CstNode, query: CompiledQuery, context: QueryContext): CompiledQuery {
  if (!node.has('orderby') && !node.has('limit')) return query;
  const alias = context.aliases.next('q');
  const order = orderByOutput(node.child('orderby'), query.columns, alias);
  const parts = ['SELECT * FROM', `(${query.sql}) AS ${alias}`, order, limitClause(node.child('limit'), context)];
  return { ...query, sql: parts.filter(Boolean).join(' ') };
}

/** The queries of a WITH clause: what those who stand behind it may read, and their SQL. */
export function withClause(
  clause: CstNode,
  context: QueryContext,
  outer: Scope | undefined,
): { inner: QueryContext; sql: string } {
  clause.only('queries', 'recursive');
  if (clause.has('recursive')) throw clause.unsupported('WITH RECURSIVE');
  const queries = new Map(context.queries);
  const names = new Set<string>();
  const parts = clause.list('queries').map((query) => {
    query.only('as', 'stmt');
    const name = identifierText(query);
    if (names.has(name.toLowerCase())) throw query.error(`two WITH queries are named "${name}"`);
    names.add(name.toLowerCase());
    const body = compileQuery(query.need('stmt'), { ...context, queries }, outer);
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
    columns: query.columns.map((column) => ({ ...column, name: column.name ?? '', type: settled(column.type) })),
  };
}

const SET_OPERATIONS = new Set(['UNION ALL', 'UNION DISTINCT', 'EXCEPT DISTINCT', 'INTERSECT DISTINCT']);

function setOperation(node: CstNode, context: QueryContext, outer: Scope | undefined): CompiledQuery {
  node.only('distinct_or_all', 'left', 'right', 'orderby', 'limit');
  const operation = `${node.keyword} ${node.child('distinct_or_all')?.keyword ?? ''}`.trim();
  if (!SET_OPERATIONS.has(operation)) throw node.unsupported(operation);
  const left = node.need('left');
  if (left.type === 'SetOperator' && `${left.keyword} ${left.child('distinct_or_all')?.keyword ?? ''}` !== operation) {
    throw node.error(`${operation} after another set operation needs parentheses`);
  }
  if (left.type !== 'GroupedStatement' && (left.has('orderby') || left.has('limit'))) {
    throw left.error(`ORDER BY and LIMIT before ${operation} need parentheses around their query`);
  }
  const sides = [left, node.need('right')].map((side) => compileQuery(side, context, outer));
  const [first, second] = sides as [CompiledQuery, CompiledQuery];
  if (first.columns.length !== second.columns.length) {
    throw node.error(
      `${operation} needs as many columns on both sides, found ${first.columns.length} and ${second.columns.length}`,
    );
  }
  const types = first.columns.map((column, index) => {
    const other = second.columns[index]?.type ?? column.type;
    const pair = [typed('', column.type), typed('', other)];
    const common = commonType(pair);
    const isHeld = [column.type, other].every((each) => each.kind === 'ARRAY' && each.stored);
    const type = isHeld && common?.kind === 'ARRAY' ? storedArrayOf(common.element) : common;
    if (!type)
      throw node.error(
        `column ${index + 1} of ${operation} has no common type: ${pair.map((each) => typeName(each.type)).join(', ')}`,
      );
    if (operation !== 'UNION ALL' && isNested(type)) throw node.unsupported(`${operation} over ${typeName(type)}`);
    return type;
  });
  const [a, b] = sides.map((side) => converted(side, types, context)) as [string, string];
  const columns = first.columns.map((column, index) => ({ ...column, type: types[index] ?? column.type }));
  const sql = `${a} ${operation.replace(' DISTINCT', '')} ${b}`;
  return ordered(node, { columns, sql }, context);
}

/** One side of a set operation, each column brought to the type that both sides share. */
function converted(side: CompiledQuery, types: readonly SqlType[], context: QueryContext): string {
  const alias = context.aliases.next('side');
  const items = side.columns.map((column, index) => {
    const reference = `${alias}.${quoteName(column.output)}`;
    const type = types[index] ?? column.type;
    const value = columnValue(reference, column.type);
    const isHeld = type.kind === 'ARRAY' && type.stored;
    return `${(isHeld ? value.held : coerce(value, type)) ?? reference} AS ${quoteName(column.output)}`;
  });
  return `(SELECT ${items.join(', ')} FROM (${side.sql}) AS ${alias})`;
}
