import { type CstNode } from '../cst.js';
import { coerce, columnValue } from '../expression.js';
import { type CompiledQuery, compileQuery, type OutputColumn, withClause } from '../queries/query.js';
import { type QueryContext, type Table } from '../names/scope.js';
import { setColumns } from '../queries/set-columns.js';
import { isSameOperator, OPERATOR_PARTS, setOperator, type SetOperator } from '../expressions/set-operator.js';
import { definiteType, typeName, withoutNull } from '../../../../googlesql/types/types.js';
import { quoteName } from '../types/duckdb-types.js';

/** BigQuery ends a query whose recursion goes on for longer. */
const MAX_ITERATIONS = 500;

const FORM = 'a query that names itself has the form base UNION ALL recursive term, without ORDER BY or LIMIT';

/** A query of WITH RECURSIVE that names itself: rows to begin with, and what makes further rows of the latest ones. */
export interface RecursiveQuery {
  readonly base: CstNode;
  readonly term: CstNode;
  readonly operator: SetOperator;
  /** The WITH that both terms see. */
  readonly clause: CstNode | undefined;
}

/** Takes the two terms apart. */
export function recursiveQuery(body: CstNode): RecursiveQuery {
  body.only('stmt');
  const union = body.need('stmt');
  const { operation, base, term } = termsOf(union);
  if (!base || !term) throw union.error(FORM);
  for (const part of ['orderby', 'limit']) if (union.has(part)) throw (union.child(part) ?? union).error(FORM);
  const operator = setOperator(operation);
  // As BigQuery has it; GoogleSQL itself would take UNION DISTINCT as well.
  if (operator.name !== 'UNION ALL') throw operation.error(FORM);
  if (operator.columns !== undefined || (operator.mode ?? 'STRICT') !== 'STRICT') {
    throw operation.unsupported('a recursive term that need not have just the columns of the base term');
  }
  union.only('left', 'right', 'with', ...OPERATOR_PARTS);
  if (base.type !== 'GroupedStatement' && (base.has('orderby') || base.has('limit'))) throw base.error(FORM);
  if (base.type === 'SetOperator' && !isSameOperator(setOperator(base), operator)) {
    throw union.error(`${operator.name} after another set operation needs parentheses`);
  }
  return { base, term, operator, clause: union.child('with') };
}

/** `base UNION ALL term`, and `base |> UNION ALL (term)`. */
function termsOf(union: CstNode) {
  const base = union.child('left');
  const operation = union.type === 'PipeStatement' ? union.need('right') : union;
  if (operation === union) return { operation, base, term: union.child('right') };
  operation.only('exprs', ...OPERATOR_PARTS);
  const [term, second] = operation.list('exprs');
  return { operation, base, term: second || term?.type !== 'GroupedStatement' ? undefined : term };
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
  { base, term, operator }: Omit<RecursiveQuery, 'clause'>,
  context: QueryContext,
  open: (self: Table) => void,
): CompiledQuery {
  const first = compileQuery(base, context, undefined);
  if (first.isValueTable) throw base.unsupported('SELECT AS VALUE in WITH RECURSIVE');
  const columns = first.columns.map((column) => ({ ...column, type: withoutNull(definiteType(column.type)) }));
  const alias = context.aliases.next('recursion');
  open({ sql: alias, columns: columns.map((column) => ({ ...column, name: column.name ?? '' })) });
  const found = compileQuery(term, context, undefined);
  if (found.isValueTable) throw term.unsupported('SELECT AS VALUE in WITH RECURSIVE');
  const next = operator.mode === undefined ? found : { ...found, columns: inOrder(operator, first, found, term) };
  const [start, step] = [[first, base] as const, [next, term] as const].map(([query, node]) => {
    return converted(query, columns, node, context);
  }) as [string, string];
  const recursion = allRows(alias, columns, start, step);
  return { sql: `WITH RECURSIVE ${recursion} SELECT ${names(columns)} FROM ${alias}`, columns };
}

/** The columns of the recursive term that have the names of those of the base term. */
function inOrder(operator: SetOperator, base: CompiledQuery, found: CompiledQuery, term: CstNode): OutputColumn[] {
  return setColumns(operator, [base, found], term).flatMap(({ sources }) => sources[1] ?? []);
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
  return `SELECT ${items.join(', ')} FROM (${query.sql}) AS ${alias}`;
}

function allRows(alias: string, columns: readonly OutputColumn[], base: string, term: string): string {
  const depth = depthColumn(columns);
  return `${alias} AS (SELECT *, 0 AS ${depth} FROM (${base}) UNION ALL ${nextRows(alias, columns, term)})`;
}

/** All rows of an iteration are equally deep, so that the depth need not go through the author's query. */
function nextRows(alias: string, columns: readonly OutputColumn[], term: string): string {
  const depth = depthColumn(columns);
  const deeper =
    `CASE WHEN latest.${depth} < ${MAX_ITERATIONS} THEN latest.${depth} + 1 ` +
    `ELSE error('a recursive WITH query goes on for more than ${MAX_ITERATIONS} iterations') END`;
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
