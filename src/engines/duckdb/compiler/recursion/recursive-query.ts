import { setColumns } from '../../../../googlesql/resolver/set-columns.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { type TreeNode } from '../../../../googlesql/ast/parts.js';
import {
  type PipeNode,
  type QueryNode,
  type SetOperationNode,
  type SetOperatorNode,
  type WithClauseNode,
} from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { coerce, columnValue } from '../expression.js';
import { type CompiledQuery, type OutputColumn } from '../compiler.js';
import { compileQuery, withClause } from '../queries/query.js';
import { type QueryContext } from '../names/scope.js';
import { type Source } from '../names/tables.js';
import { setOperation } from '../queries/set-operation.js';
import { compilePipe } from '../pipes/pipe.js';
import { definiteType, typeName, withoutNull } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, columnSql, nameSql, textSql } from '../sql-tree/sql.js';

/** Iterations after which BigQuery ends a recursion. */
const MAX_ITERATIONS = 500;

const FORM = 'a query that names itself has the form base UNION ALL recursive term, without ORDER BY or LIMIT';

/** A query of WITH RECURSIVE that names itself: its first rows, and the query that makes further rows of the latest ones. */
export interface RecursiveQuery {
  /** The WITH that both terms see. */
  readonly clause: WithClauseNode | undefined;
  readonly union: SetOperationNode | PipeNode;
  readonly operator: SetOperatorNode;
  /** Parts of the base term: other queries of the union; or the input of the pipe, and its other operators from the last to the first. */
  readonly base: readonly TreeNode[];
  readonly term: QueryNode;
}

/** Takes the two terms of `base UNION ALL term`, or of `base |> UNION ALL (term)`, apart. */
export function recursiveQuery({ body }: QueryNode): RecursiveQuery {
  if (body.type !== 'BracketedQuery') throw errorAt(body, FORM);
  const { body: union, with: clause } = body.query;
  if (union.type !== 'SetOperation' && union.type !== 'Pipe') throw errorAt(union, FORM);
  const step = union.type === 'Pipe' ? union.operators.at(-1) : union;
  if (step?.type !== 'SetOperation' && step?.type !== 'PipeSetOperation') throw errorAt(body.query, FORM);
  const isSet = step.type === 'SetOperation';
  const ending = isSet ? (step.orderBy ?? step.limit) : step.queries[1] && body.query;
  const term = isSet ? step.operands.at(-1) : step.queries[0];
  if (ending || !term) throw errorAt(ending ?? body.query, FORM);
  const { operator } = step;
  // BigQuery takes UNION ALL alone; GoogleSQL itself would take UNION DISTINCT as well.
  if (operator.name !== 'UNION ALL') throw errorAt(step, FORM);
  if (operator.columns !== undefined || (operator.mode ?? 'STRICT') !== 'STRICT') {
    throw unsupportedAt(step, 'a recursive term that need not have just the columns of the base term');
  }
  const base = union.type === 'Pipe' ? [union.input, ...others(union).toReversed()] : union.operands.slice(0, -1);
  return { clause, union, operator, base, term };
}

function others({ operators }: PipeNode) {
  return operators.slice(0, -1);
}

/** Compiles a recursive query. `open` gives the table that stands for the query within its recursive term. */
export function compileRecursion(
  query: RecursiveQuery,
  context: QueryContext,
  open: (self: Source) => void,
): CompiledQuery {
  if (!query.clause) return compileTerms(query, context, open);
  const { inner, sql } = withClause(query.clause, context);
  const recursion = compileTerms(query, inner, open);
  return { ...recursion, sql: SQL`WITH ${sql} SELECT * FROM (${recursion.sql}) AS ${context.aliases.next('q')}` };
}

function compileTerms(query: RecursiveQuery, context: QueryContext, open: (self: Source) => void): CompiledQuery {
  const { operator, term } = query;
  const first = compileBase(query, context);
  const columns = first.columns.map((column) => ({ ...column, type: withoutNull(definiteType(column.type)) }));
  const alias = context.aliases.next('recursion');
  open({ sql: alias, columns: columns.map((column) => ({ ...column, name: column.name ?? '' })) });
  const found = withoutValues(compileQuery(term, context), term);
  const next = operator.mode === undefined ? found : { ...found, columns: inOrder(operator, first, found, term) };
  const [start, step] = [first, next].map((each) => converted(each, columns, term, context)) as [Sql, Sql];
  const recursion = allRows(alias, columns, start, step);
  const names = columns.map(({ output }) => nameSql(output));
  return { sql: SQL`WITH RECURSIVE ${recursion} SELECT ${joinSql(names, ', ')} FROM ${alias}`, columns };
}

function compileBase({ union, base }: RecursiveQuery, context: QueryContext): CompiledQuery {
  const [only, second] = base;
  if (only?.type === 'Query' && !second) return withoutValues(compileQuery(only, context), only);
  const query =
    union.type === 'Pipe'
      ? compilePipe(union, context, others(union))
      : setOperation(union, context, false, union.operands.slice(0, -1));
  return withoutValues(query, union);
}

function withoutValues(query: CompiledQuery, place: TextPosition): CompiledQuery {
  if (query.isValueTable) throw unsupportedAt(place, 'SELECT AS VALUE in WITH RECURSIVE');
  return query;
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

function depthColumn(columns: readonly OutputColumn[]): Sql {
  const taken = new Set(columns.map(({ output }) => output.toLowerCase()));
  let name = 'depth';
  while (taken.has(name)) name += '_';
  return nameSql(name);
}
