import { type CstNode } from './cst.js';
import { coerce, columnValue } from './expression.js';
import { type CompiledQuery, compileQuery, type OutputColumn, withClause } from './query.js';
import { type QueryContext, type Table } from './scope.js';
import { setOperator } from './set-operator.js';
import { isNested, quoteName, settled, typeName, unstored } from './types.js';

/** BigQuery ends a query whose recursion goes on for longer. */
const MOST_ITERATIONS = 500;

const FORM =
  'a query that names itself has the form base UNION ALL (or DISTINCT) recursive term, without ORDER BY or LIMIT';

/** A query of WITH RECURSIVE that names itself: rows to begin with, and what makes further rows of the latest ones. */
export interface RecursiveQuery {
  readonly base: CstNode;
  readonly term: CstNode;
  readonly isDistinct: boolean;
  /** The WITH that both terms see. */
  readonly clause: CstNode | undefined;
}

/** Takes the two terms apart. */
export function recursiveQuery(body: CstNode): RecursiveQuery {
  body.only('stmt');
  const union = body.need('stmt');
  if (union.type !== 'SetOperator' || union.keyword !== 'UNION') throw union.error(FORM);
  for (const part of ['orderby', 'limit']) if (union.has(part)) throw (union.child(part) ?? union).error(FORM);
  const operator = setOperator(union);
  if (operator.mode !== undefined) throw union.unsupported('matching the columns of a recursive term by name');
  union.only('left', 'right', 'distinct_or_all', 'with');
  const [base, term] = [union.need('left'), union.need('right')];
  if (base.type !== 'GroupedStatement' && (base.has('orderby') || base.has('limit'))) throw base.error(FORM);
  if (base.type === 'SetOperator' && setOperator(base).name !== operator.name) {
    throw union.error(`${operator.name} after another set operation needs parentheses`);
  }
  return { base, term, isDistinct: operator.name === 'UNION DISTINCT', clause: union.child('with') };
}

/** Compiles a recursive query. `open` gives the table that stands for the query within its recursive term. */
export function compileRecursion(
  query: RecursiveQuery,
  context: QueryContext,
  open: (self: Table) => void,
): CompiledQuery {
  const { clause, ...terms } = query;
  if (!clause) return compileTerms(terms, context, open);
  const { inner, sql } = withClause(clause, context);
  const recursion = compileTerms(terms, inner, open);
  return { ...recursion, sql: `WITH ${sql} SELECT * FROM (${recursion.sql}) AS ${context.aliases.next('q')}` };
}

function compileTerms(
  { base, term, isDistinct }: Omit<RecursiveQuery, 'clause'>,
  context: QueryContext,
  open: (self: Table) => void,
): CompiledQuery {
  const first = compileQuery(base, context, undefined);
  const columns = first.columns.map((column) => ({ ...column, type: unstored(settled(column.type)) }));
  const nested = isDistinct && columns.find(({ type }) => isNested(type));
  if (nested) throw nested.node.unsupported(`UNION DISTINCT over ${typeName(nested.type)}`);
  const alias = context.aliases.next('recursion');
  open({ sql: alias, columns: columns.map((column) => ({ ...column, name: column.name ?? '' })) });
  const next = compileQuery(term, context, undefined);
  const [start, step] = [[first, base] as const, [next, term] as const].map(([query, node]) => {
    return `SELECT ${isDistinct ? 'DISTINCT ' : ''}${converted(query, columns, node, context)}`;
  }) as [string, string];
  const recursion = isDistinct ? distinctRows(alias, columns, start, step) : allRows(alias, columns, start, step);
  return { sql: `WITH RECURSIVE ${recursion} SELECT ${names(columns)} FROM ${alias}`, columns };
}

/** The rows of one term, each column of the type that it has in the base term. */
function converted(
  query: CompiledQuery,
  columns: readonly OutputColumn[],
  node: CstNode,
  context: QueryContext,
): string {
  const found = query.columns.length;
  if (found !== columns.length) {
    throw node.error(`the recursive term needs ${columns.length} columns, as the base term has, found ${found}`);
  }
  const alias = context.aliases.next('term');
  const items = columns.map(({ type, output }, index) => {
    const source = query.columns[index];
    const sql = source && coerce(columnValue(`${alias}.${quoteName(source.output)}`, source.type), type);
    if (source && sql === undefined) {
      throw source.node.error(
        `column ${index + 1} is ${typeName(source.type)} here and ${typeName(type)} in the base term, which decides; use CAST`,
      );
    }
    return `${sql ?? ''} AS ${quoteName(output)}`;
  });
  return `${items.join(', ')} FROM (${query.sql}) AS ${alias}`;
}

function allRows(alias: string, columns: readonly OutputColumn[], base: string, term: string): string {
  const depth = depthColumn(columns);
  return `${alias} AS (SELECT *, 0 AS ${depth} FROM (${base}) UNION ALL ${nextRows(alias, columns, term)})`;
}

/** Rows that have been there before are left out; DuckDB's own UNION would not count the iterations. */
function distinctRows(alias: string, columns: readonly OutputColumn[], base: string, term: string): string {
  const depth = depthColumn(columns);
  const isSame = columns.map(
    ({ output }) => `seen.${quoteName(output)} IS NOT DISTINCT FROM term.${quoteName(output)}`,
  );
  const rows = nextRows(alias, columns, term);
  const isNew = `NOT EXISTS (SELECT 1 FROM recurring.${alias} AS seen WHERE ${isSame.join(' AND ')})`;
  return (
    `${alias}(${names(columns)}, ${depth}) USING KEY (${names(columns)}) AS ` +
    `(SELECT *, 0 AS ${depth} FROM (${base}) UNION ${rows} WHERE ${isNew})`
  );
}

/** All rows of an iteration are equally deep, so that the depth need not go through the author's query. */
function nextRows(alias: string, columns: readonly OutputColumn[], term: string): string {
  const depth = depthColumn(columns);
  const deeper =
    `CASE WHEN latest.${depth} < ${MOST_ITERATIONS} THEN latest.${depth} + 1 ` +
    `ELSE error('a recursive WITH query goes on for more than ${MOST_ITERATIONS} iterations') END`;
  return `SELECT term.*, ${deeper} FROM (${term}) AS term CROSS JOIN (SELECT coalesce(max(${depth}), 0) AS ${depth} FROM ${alias}) AS latest`;
}

function names(columns: readonly OutputColumn[]): string {
  return columns.map(({ output }) => quoteName(output)).join(', ');
}

function depthColumn(columns: readonly OutputColumn[]): string {
  const taken = new Set(columns.map(({ output }) => output.toLowerCase()));
  let name = 'depth';
  while (taken.has(name)) name += '_';
  return quoteName(name);
}
