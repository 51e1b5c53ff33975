import {
  type QueryBody,
  type QueryNode,
  type WithClauseNode,
  type SetOperatorNode,
} from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { coerce, columnValue } from '../expression.js';
import { type CompiledQuery, type OutputColumn } from '../compiler.js';
import { compileQuery, withClause } from '../queries/query.js';
import { type QueryContext } from '../names/scope.js';
import { type Source } from '../names/tables.js';
import { setColumns } from '../queries/set-columns.js';
import { definiteType, typeName, withoutNull } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, columnSql, nameSql, textSql } from '../sql-tree/sql.js';

/** Iterations after which BigQuery ends a recursion. */
const MAX_ITERATIONS = 500;

const FORM = 'a query that names itself has the form base UNION ALL recursive term, without ORDER BY or LIMIT';

/** A query of WITH RECURSIVE that names itself: its first rows, and the query that makes further rows of the latest ones. */
export interface RecursiveQuery {
  readonly base: QueryNode;
  readonly term: QueryNode;
  readonly operator: SetOperatorNode;
  /** The WITH that both terms see. */
  readonly clause: WithClauseNode | undefined;
}

/** Takes the two terms apart. */
export function recursiveQuery({ body }: QueryNode): RecursiveQuery {
  if (body.type !== 'BracketedQuery') throw errorAt(body, FORM);
  const union = body.query;
  const { operator, base, term, place } = termsOf(union);
  // BigQuery takes UNION ALL alone; GoogleSQL itself would take UNION DISTINCT as well.
  if (operator.name !== 'UNION ALL') throw errorAt(place, FORM);
  if (operator.columns !== undefined || (operator.mode ?? 'STRICT') !== 'STRICT') {
    throw unsupportedAt(place, 'a recursive term that need not have just the columns of the base term');
  }
  return { base, term, operator, clause: union.with };
}

/** `base UNION ALL term`, and `base |> UNION ALL (term)`. */
function termsOf(union: QueryNode) {
  const { body } = union;
  if (body.type === 'SetOperation') {
    const { operator, operands, orderBy, limit } = body;
    const [ending, term] = [orderBy ?? limit, operands.at(-1)];
    if (ending || !term) throw errorAt(ending ?? union, FORM);
    const [first, ...others] = operands.slice(0, -1);
    const base = others.length === 0 ? first : ofBody({ ...body, operands: operands.slice(0, -1) });
    if (base) return { operator, base, term, place: body };
  }
  const last = body.type === 'Pipe' ? body.operators.at(-1) : undefined;
  if (body.type !== 'Pipe' || last?.type !== 'PipeSetOperation') throw errorAt(union, FORM);
  const [term, second] = last.queries;
  if (!term || second) throw errorAt(union, FORM);
  const operators = body.operators.slice(0, -1);
  const base = operators.length === 0 ? body.input : ofBody({ ...body, operators });
  return { operator: last.operator, base, term, place: last };
}

function ofBody(body: QueryBody): QueryNode {
  const { line, column, text } = body;
  return { type: 'Query', line, column, text, with: undefined, body };
}

/** Compiles a recursive query. `open` gives the table that stands for the query within its recursive term. */
export function compileRecursion(
  query: RecursiveQuery,
  context: QueryContext,
  open: (self: Source) => void,
): CompiledQuery {
  const { clause, ...terms } = query;
  if (!clause) return compileTerms(terms, context, open);
  const { inner, sql } = withClause(clause, context);
  const recursion = compileTerms(terms, inner, open);
  return { ...recursion, sql: SQL`WITH ${sql} SELECT * FROM (${recursion.sql}) AS ${context.aliases.next('q')}` };
}

function compileTerms(
  { base, term, operator }: Omit<RecursiveQuery, 'clause'>,
  context: QueryContext,
  open: (self: Source) => void,
): CompiledQuery {
  const first = compileQuery(base, context);
  if (first.isValueTable) throw unsupportedAt(base, 'SELECT AS VALUE in WITH RECURSIVE');
  const columns = first.columns.map((column) => ({ ...column, type: withoutNull(definiteType(column.type)) }));
  const alias = context.aliases.next('recursion');
  open({ sql: alias, columns: columns.map((column) => ({ ...column, name: column.name ?? '' })) });
  const found = compileQuery(term, context);
  if (found.isValueTable) throw unsupportedAt(term, 'SELECT AS VALUE in WITH RECURSIVE');
  const next = operator.mode === undefined ? found : { ...found, columns: inOrder(operator, first, found, term) };
  const [start, step] = [[first, base] as const, [next, term] as const].map(([query, node]) => {
    return converted(query, columns, node, context);
  }) as [Sql, Sql];
  const recursion = allRows(alias, columns, start, step);
  return { sql: SQL`WITH RECURSIVE ${recursion} SELECT ${names(columns)} FROM ${alias}`, columns };
}

/** The columns of the recursive term that have the names of those of the base term. */
function inOrder(
  operator: SetOperatorNode,
  base: CompiledQuery,
  found: CompiledQuery,
  term: QueryNode,
): OutputColumn[] {
  return setColumns(operator, [base, found], term).flatMap(({ sources }) => sources[1] ?? []);
}

/** The rows of one term, each column of the type that it has in the base term. */
function converted(
  query: CompiledQuery,
  columns: readonly OutputColumn[],
  node: QueryNode,
  context: QueryContext,
): Sql {
  const found = query.columns.length;
  if (found !== columns.length) {
    throw errorAt(node, `the recursive term needs ${columns.length} columns, as the base term has, found ${found}`);
  }
  const alias = context.aliases.next('term');
  const items = columns.map(({ type, output }, index) => {
    const source = query.columns[index];
    const sql = source && coerce(columnValue(columnSql(alias, source.output), source.type), type);
    if (source && sql === undefined) {
      throw errorAt(
        source.node,
        `column ${index + 1} is ${typeName(source.type)} here and ${typeName(type)} in the base term, which decides; use CAST`,
      );
    }
    return SQL`${sql ?? NOTHING} AS ${nameSql(output)}`;
  });
  return SQL`SELECT ${joinSql(items, ', ')} FROM (${query.sql}) AS ${alias}`;
}

function allRows(alias: Sql, columns: readonly OutputColumn[], base: Sql, term: Sql): Sql {
  const depth = depthColumn(columns);
  return SQL`${alias} AS (SELECT *, 0 AS ${depth} FROM (${base}) UNION ALL ${nextRows(alias, columns, term)})`;
}

/** The rows of the next iteration. All rows of one are equally deep, so that the depth need not go through the author's query. */
function nextRows(alias: Sql, columns: readonly OutputColumn[], term: Sql): Sql {
  const depth = depthColumn(columns);
  const endless = textSql(`a recursive WITH query goes on for more than ${MAX_ITERATIONS} iterations`);
  const deeper = SQL`CASE WHEN latest.${depth} < ${MAX_ITERATIONS} THEN latest.${depth} + 1 ELSE error(${endless}) END`;
  return SQL`SELECT term.*, ${deeper} FROM (${term}) AS term CROSS JOIN (SELECT coalesce(max(${depth}), 0) AS ${depth} FROM ${alias}) AS latest`;
}

function names(columns: readonly OutputColumn[]): Sql {
  return joinSql(
    columns.map(({ output }) => nameSql(output)),
    ', ',
  );
}

function depthColumn(columns: readonly OutputColumn[]): Sql {
  const taken = new Set(columns.map(({ output }) => output.toLowerCase()));
  let name = 'depth';
  while (taken.has(name)) name += '_';
  return nameSql(name);
}
