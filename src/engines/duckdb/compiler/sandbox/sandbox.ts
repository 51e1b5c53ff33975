import { orRefused, refuseWideAnswer } from '../../../sandbox/callers-sql.js';
import { Resolution } from '../../../../googlesql/resolver/queries/resolution.js';
import { orProblem } from '../../../../googlesql/resolver/problem.js';
import { expectClause } from '../../../../googlesql/resolver/queries/answer.js';
import { callerProblem } from '../../../../googlesql/checks/caller-problem.js';
import { type Query, type ReadableQuery, type SqlProblem } from '../../../engine.js';
import { answer, type Compiled, COMPILER, contextOf, namesIn, wholeAnswer } from '../compile.js';
import { type WithClauseNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt } from '../../../../googlesql/resolver/dialect-error.js';
import { parse } from '../../../../googlesql/grammar/parse.js';
import { CompileBudget } from '../compile-budget.js';
import { isLeakproofClause } from '../../../../googlesql/checks/leakproof-clause.js';
import { Aliases } from '../names/aliases.js';
import { isLeakproof } from '../../../../googlesql/checks/leakproof.js';
import { MAX_CALLER_WORDS, boundedSql } from '../output/bounded-sql.js';
import { canReadLate, readAtOnce } from '../output/late-reading.js';
import { withClause } from '../queries/query.js';
import { type Catalog, type QueryContext } from '../names/scope.js';
import { type Source, sourceOf, type Table, type Tables } from '../names/tables.js';
import { BYTES, singleOf, type SqlType, wholeTypeName } from '../../../../googlesql/types/types.js';
import { macrosIn } from '../sql-tree/folds.js';
import { joinSql, SQL, type Sql, nameSql, writtenSql, printed } from '../sql-tree/sql.js';

/** The WITH queries that callers' SQL may read. */
export interface CompiledSandbox {
  readonly context: QueryContext;
  /** The WITH clause in DuckDB's SQL, for callers' SQL that lets DuckDB read tables late, and for others. */
  readonly sql: Readonly<Record<'late' | 'atOnce', string>>;
  /** Functions of the clause that may be macros, by their names. */
  readonly macros: readonly string[];
  readonly queries: readonly ReadableQuery[];
  /** Tables that the queries read, by their names in DuckDB's SQL. */
  readonly tables: readonly string[];
  /** Whether reading a column of the queries may fail, also for a row that a query filters out. */
  readonly isFallible: boolean;
}

/** Catalog without tables: a name that the queries in scope lack can never be used, however it is written. */
export const NO_TABLES: ReadonlyMap<string, Table> = new Map();

/** Compiles the WITH clause that a query begins with. */
export function compileSandbox(query: Query, tables: Tables): CompiledSandbox | SqlProblem {
  return orProblem(
    (unknown) => {
      const statement = parse(query.sql);
      const clause = statement.with;
      if (!clause)
        throw errorAt(statement, 'a sandboxed query begins with WITH: its queries are what callers may read');
      const context = contextOf(query, tables);
      expectClause(clause, { ...namesIn(context), unknown });
      const { inner, sql } = withClause(clause, context);
      const { tablesRead, parameters } = inner.catalog;
      // A caller's text that is read as a time fails where it is none.
      const readsTimes = [...parameters.values()].some(({ readAs }) => readAs && readAs.size > 0);
      const isFallible =
        readsTimes ||
        [...tablesRead].some(({ isConverted }) => isConverted) ||
        !isLeakproofClause(clause) ||
        (haveDates(tablesRead) && asksDates(clause, context));
      return sandboxOf(inner, sql, isFallible);
    },
    [...tables.keys()],
  );
}

/** Whether tables have columns whose values DuckDB may fail to read as those of another: dates beside instants, and JSON. */
function haveDates(tables: ReadonlySet<Table>): boolean {
  const kinds = new Set([...tables].flatMap(({ columns }) => columns.flatMap(({ type }) => kindsIn(type))));
  return kinds.has('JSON') || (kinds.has('DATE') && (kinds.has('TIMESTAMP') || kinds.has('DATETIME')));
}

function kindsIn(type: SqlType): readonly SqlType['kind'][] {
  if (type.kind === 'ARRAY') return kindsIn(type.element);
  return type.kind === 'STRUCT' ? type.fields.flatMap((field) => kindsIn(field.type)) : [type.kind];
}

/**
 * Whether the WITH does more with dates and JSON than hand them on. DuckDB has dates beyond all instants, and may have JSON that is none,
 * so that a comparison with another column may fail, which the text does not show. With a type that fits nothing else, only a WITH that
 * hands it on makes sense.
 */
function asksDates(clause: WithClauseNode, context: QueryContext): boolean {
  const { tables } = context.catalog;
  const opaque: Tables = Object.assign(
    new Map(
      Array.from(tables, ([name, table]): [string, Table] => [
        name,
        { ...table, columns: table.columns.map((column) => ({ ...column, type: withoutDates(column.type) })) },
      ]),
    ),
    { about: tables.about },
  );
  const resolved = orProblem(() => {
    expectClause(clause, { ...namesIn(context), tables: opaque, resolution: new Resolution() });
    return {};
  });
  return 'message' in resolved;
}

function withoutDates(type: SqlType): SqlType {
  switch (type.kind) {
    case 'DATE':
    case 'JSON':
      return BYTES;
    case 'ARRAY':
      return { ...type, element: withoutDates(type.element) };
    case 'STRUCT':
      return { ...type, fields: type.fields.map((field) => ({ ...field, type: withoutDates(field.type) })) };
    default:
      return type;
  }
}

function sandboxOf(context: QueryContext, clause: Sql, isFallible: boolean): CompiledSandbox {
  const tables = Array.from(context.catalog.tablesRead, ({ sql }) => sql);
  const catalog: Catalog = { ...context.catalog, tables: NO_TABLES, tablesRead: new Set() };
  const queries = Array.from(context.queries, ([name, query]) => ({
    name,
    columns: sourceOf(query).columns.map((column) => ({ name: column.name, type: wholeTypeName(column.type) })),
  }));
  const atOnce = readAtOnce(clause);
  const sql = { late: printed(canReadLate(clause) ? clause : atOnce), atOnce: printed(atOnce) };
  // Facts about the author's queries stay here: they hold functions, which no structured clone takes.
  return {
    context: { ...context, catalog, resolution: new Resolution() },
    sql,
    macros: [...macrosIn(clause)],
    queries,
    tables,
    isFallible,
  };
}

/**
 * The queries behind a security barrier: nothing over them is computed for the rows that they filter out. DuckDB moves conditions, and
 * everything that it does not see failing, in front of a filter wherever the answer is the same; a sample of other rows would be another
 * answer. This one takes every row, and unlike a LIMIT it lets all threads work. Behind it columns still come as places in a dictionary
 * that has the other rows' values as well, and functions of which DuckDB believes that they cannot fail are evaluated for all of it: TRY
 * copies the values that are asked for.
 */
function behindBarrier(
  { context }: CompiledSandbox,
  aliases: Aliases,
): { queries: QueryContext['queries']; clauses: readonly Sql[] } {
  const clauses: Sql[] = [];
  const queries = new Map<string, Source>();
  for (const [name, query] of context.queries) {
    const table = sourceOf(query);
    const alias = aliases.next(name);
    const columns = table.columns.map(({ output, type }) => {
      // Each field of a record that stands for an array is copied where it is read: all of them would be many.
      const value = singleOf(type) === undefined ? SQL`TRY(${nameSql(output)})` : nameSql(output);
      return SQL`${value} AS ${nameSql(output)}`;
    });
    // The samples stand beside the other queries, since DuckDB takes none within a correlated subquery.
    clauses.push(
      SQL`${alias} AS (SELECT ${joinSql(columns, ', ')} FROM ${table.sql} USING SAMPLE 100 PERCENT (system))`,
    );
    queries.set(name, { ...table, sql: alias, isBarrier: true });
  }
  return { queries, clauses };
}

/** Restores a sandbox from its structured clone. */
export function revivedSandbox(sandbox: CompiledSandbox): CompiledSandbox {
  const { context } = sandbox;
  return { ...sandbox, context: { ...context, compiler: COMPILER, aliases: Aliases.revived(context.aliases) } };
}

/**
 * Compiles a caller's own SQL over a sandbox: names are resolved against the sandbox's queries and the caller's own, and SQL that the
 * resolver or the compiler does not know is refused.
 */
export function compileSandboxSql(sandbox: CompiledSandbox, sql: string, maxRows: number): Compiled | SqlProblem {
  const refused = callerProblem(sql);
  if (refused) return refused;
  const queries = Array.from(sandbox.context.queries, ([name, query]) => ({ name, columns: sourceOf(query).columns }));
  return orRefused((unknown) => {
    const statement = parse(sql);
    const aliases = sandbox.context.aliases.within(sql);
    const leakproof = !sandbox.isFallible && isLeakproof(statement, sandbox.queries);
    const clause = leakproof ? { queries: sandbox.context.queries, clauses: [] } : behindBarrier(sandbox, aliases);
    const context = {
      ...sandbox.context,
      queries: clause.queries,
      isBarred: !leakproof,
      aliases,
      budget: new CompileBudget(),
      patterns: [],
      resolution: new Resolution(),
    };
    const query = wholeAnswer(statement, context, unknown);
    refuseWideAnswer(query.columns, statement);
    const bounded = boundedSql(query.sql, statement, MAX_CALLER_WORDS);
    const alias = aliases.next('q');
    const finished = (_: Sql, isLate: boolean) => {
      const own = writtenSql(sandbox.sql[isLate ? 'late' : 'atOnce']);
      // DuckDB needs a derived table here: it does not parse brackets with a WITH in them behind another WITH.
      return SQL`WITH ${joinSql([own, ...clause.clauses], ', ')} SELECT * FROM (${bounded}) AS ${alias}`;
    };
    return { ...answer(query, maxRows, finished, sandbox.macros), leakproof, patterns: context.patterns };
  }, queries);
}
