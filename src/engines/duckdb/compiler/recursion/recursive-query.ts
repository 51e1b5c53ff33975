import {
  madeBase,
  partsOfBase,
  type RecursiveQuery,
} from '../../../../googlesql/resolver/recursion/recursive-terms.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { coerce, columnValue } from '../expression.js';
import { type CompiledQuery, type OutputColumn } from '../compiler.js';
import { compilePipe } from '../pipes/pipe.js';
import { compileQuery, withClause } from '../queries/query.js';
import { setOperation } from '../queries/set-operation.js';
import { type QueryContext } from '../names/scope.js';
import { type Source } from '../names/tables.js';
import { definiteType, typeName, withoutNull } from '../../../../googlesql/types/types.js';
import { joinSql, SQL, type Sql, columnSql, nameSql, textSql } from '../sql-tree/sql.js';

/** Iterations after which BigQuery ends a recursion. */
const MAX_ITERATIONS = 500;

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
  const { term } = query;
  const [place = term] = partsOfBase(query);
  const base = madeBase(query, {
    query: (node) => compileQuery(node, context),
    union: (node, operands) => setOperation(node, context, false, operands),
    pipe: (node, operators) => compilePipe(node, context, operators),
  });
  const first = withoutValues(base, place);
  const columns = first.columns.map((column) => ({ ...column, type: withoutNull(definiteType(column.type)) }));
  const alias = context.aliases.next('recursion');
  open({ sql: alias, columns: columns.map((column) => ({ ...column, name: column.name ?? '' })) });
  const found = withoutValues(compileQuery(term, context), term);
  const places = context.resolution.terms.of(term);
  const next = { ...found, columns: places.flatMap((index) => found.columns[index] ?? []) };
  const [start, step] = [first, next].map((each) => converted(each, columns, context)) as [Sql, Sql];
  const recursion = allRows(alias, columns, start, step);
  const names = columns.map(({ output }) => nameSql(output));
  return { sql: SQL`WITH RECURSIVE ${recursion} SELECT ${joinSql(names, ', ')} FROM ${alias}`, columns };
}

function withoutValues(query: CompiledQuery, place: TextPosition): CompiledQuery {
  if (query.isValueTable) throw unsupportedAt(place, 'SELECT AS VALUE in WITH RECURSIVE');
  return query;
}

/** The rows of one term, each column of the type that it has in the base term. */
function converted(query: CompiledQuery, columns: readonly OutputColumn[], context: QueryContext): Sql {
  const alias = context.aliases.next('term');
  const items = query.columns.map((source, index) => {
    const { type, output } = columns[index] ?? source;
    const sql = coerce(columnValue(columnSql(alias, source.output), source.type), type);
    if (sql) return SQL`${sql} AS ${nameSql(output)}`;
    throw unsupportedAt(source.node, `a ${typeName(type)} with arrays of a table in only one term of WITH RECURSIVE`);
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
