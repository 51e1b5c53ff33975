import { answerOf, type GivenNames } from '../../../googlesql/resolver/queries/answer.js';
import { type UnknownNames } from '../../../googlesql/resolver/names/unknown-names.js';
import { Resolution } from '../../../googlesql/resolver/queries/resolution.js';
import { orProblem } from '../../../googlesql/resolver/problem.js';
import { type ExpressionNode, type QueryNode } from '../../../googlesql/ast/nodes.js';
import { type Column, type ParameterType, type Query, type SqlProblem } from '../../engine.js';
import { typeOfParameter } from '../../parameter-types.js';
import { Aliases } from './names/aliases.js';
import { answerType, answerValue, isWritten } from './types/answer-value.js';
import { bindingName, NOW } from './names/binding-names.js';
import { unsupportedAt } from '../../../googlesql/resolver/dialect-error.js';
import { parse } from '../../../googlesql/grammar/parse.js';
import { CompileBudget } from './compile-budget.js';
import { type Expression, typed } from './expression.js';
import { compileExpression } from './expressions/expressions.js';
import { boundedSql } from './output/bounded-sql.js';
import { canReadLate, readAtOnce } from './output/late-reading.js';
import { type CompiledQuery, type Compiler, type OutputColumn, type RecordQuery } from './compiler.js';
import { compileQuery } from './queries/query.js';
import { type QueryContext, type Scope } from './names/scope.js';
import { sourceOf, type Table, type Tables, type WithQuery } from './names/tables.js';
import { recordQuery } from './records/record-query.js';
import { definiteType, holdsSingle, type SqlType, wholeTypeName } from '../../../googlesql/types/types.js';
import { asColumns } from './names/value-table.js';
import { type WrittenPattern } from './expressions/written-pattern.js';
import { macrosIn } from './sql-tree/folds.js';
import { joinSql, SQL, type Sql, nameSql, typeSql, wordSql, printed } from './sql-tree/sql.js';

/** A query in DuckDB's SQL, and the columns that it returns: their public types, and those that DuckDB gives. */
export interface Compiled {
  readonly sql: string;
  readonly columns: readonly CompiledColumn[];
  /** Functions of the SQL that may be macros, by their names. */
  readonly macros: readonly string[];
  /** Query before its nested columns are written as JSON text, where there are some; it shows their types. */
  readonly values?: Pick<Compiled, 'sql' | 'columns' | 'macros'>;
  /** Whether nothing in a caller's own SQL can fail, on any row. */
  readonly leakproof?: boolean;
  /** Regular expressions in the text. */
  readonly patterns?: readonly WrittenPattern[];
  /** Texts of parameters that are read as dates and times. */
  readonly texts?: readonly ReadText[];
  /** Tables that are read, by their names in DuckDB's SQL. */
  readonly tables?: readonly string[];
  /** Tables without a schema, as the query names them. */
  readonly guessed?: readonly string[];
}

/** A parameter of STRING in place of a date or a time. */
export interface ReadText {
  /** Name in lower case. */
  readonly parameter: string;
  readonly kind: SqlType['kind'];
}

export interface CompiledColumn extends Column {
  readonly sqlType: SqlType;
  /** Type of the nested value, for the column of its JSON text as DuckDB writes it. */
  readonly written?: SqlType;
}

/** The whole compiler. It is a class, since no function gets through the structured clone of a sandbox. */
class WholeCompiler implements Compiler {
  expression(node: ExpressionNode, scope: Scope): Expression {
    return compileExpression(node, scope);
  }

  query(node: QueryNode, scope: Scope, isValue: boolean): CompiledQuery {
    return compileQuery(node, { ...scope.context, outer: scope }, isValue);
  }

  recordQuery(node: QueryNode, scope: Scope): RecordQuery | undefined {
    return recordQuery(node, scope);
  }
}

export const COMPILER: Compiler = new WholeCompiler();

const JSON_TEXT: SqlType = { kind: 'JSON' };

/**
 * Compiles GoogleSQL to DuckDB SQL with the same meaning, or says why not. GoogleSQL resolves every name among `tables` and the query itself,
 * and checks every type, before any SQL is written: the SQL names nothing that the author did not name.
 */
export function compile(query: Query, tables: Tables): Compiled | SqlProblem {
  return orProblem(
    (unknown) => {
      const statement = parse(query.sql);
      const answers = { body: statement.body, rows: query.maxRows + 1 };
      const context = { ...contextOf(query, tables), answer: answers };
      const whole = wholeAnswer(statement, context, unknown);
      return {
        ...answer(whole, query.maxRows, (sql) => boundedSql(sql, statement)),
        patterns: context.patterns,
        texts: [...context.catalog.parameters].flatMap(([parameter, { readAs = [] }]) =>
          Array.from(readAs, (kind) => ({ parameter, kind })),
        ),
        tables: Array.from(context.catalog.tablesRead, (table) => table.sql),
        guessed: [...context.catalog.guessed],
      };
    },
    [...tables.keys()],
  );
}

/**
 * A statement whose answer has columns: the rows of SELECT AS VALUE have those of their fields. GoogleSQL resolves it before, so that what is
 * compiled makes sense.
 *
 * @throws DialectError for names that mean nothing, for types that do not go together, and for what the engine does not have
 */
export function wholeAnswer(statement: QueryNode, context: QueryContext, unknown: UnknownNames): CompiledQuery {
  answerOf(statement, { ...namesIn(context), unknown });
  const query = compileQuery(statement, context);
  return query.isValueTable ? asColumns(query, context) : query;
}

/** The names in reach, as GoogleSQL resolves them. */
export function namesIn({ catalog, queries, resolution }: QueryContext): GivenNames {
  return {
    resolution,
    tables: catalog.tables,
    parameters: new Map(Array.from(catalog.parameters, ([name, { type }]) => [name, type])),
    queries: new Map(Array.from(queries, ([name, query]) => [name, sourceOf(query)])),
  };
}

/** The names in scope where a query begins; `now` is the instant that CURRENT_TIMESTAMP means. */
export function contextOf(
  { sql, parameters }: Pick<Query, 'sql' | 'parameters'>,
  tables: Tables,
  now = wordSql(`$${NOW}`),
): QueryContext {
  const references = new Map(parameters.map((each) => [each.name.toLowerCase(), parameterReference(each)]));
  const catalog = {
    tables,
    tablesRead: new Set<Table>(),
    guessed: new Set<string>(),
    parameters: references,
    now: SQL`CAST(${now} AS ${typeSql({ kind: 'TIMESTAMP' })})`,
  };
  return {
    catalog,
    compiler: COMPILER,
    aliases: new Aliases([sql]),
    budget: new CompileBudget(),
    patterns: [],
    resolution: new Resolution(),
    queries: new Map<string, WithQuery>(),
  };
}

/**
 * The whole of a query in the form that is run.
 *
 * @param finished the source in FROM: the query, with the choice whether DuckDB may read tables late
 * @param macros those of SQL in the source that has been written out before
 */
export function answer(
  { sql, columns }: CompiledQuery,
  maxRows: number,
  finished: (query: Sql, isLate: boolean) => Sql = (query) => query,
  macros: readonly string[] = [],
): Compiled {
  const named = nameColumns(columns);
  const sources = new Map<boolean, Sql>();
  const select = (values: readonly Sql[]) => {
    const items = joinSql(
      values.map((value, index) => SQL`${value} AS ${nameSql(named[index]?.name ?? '')}`),
      ', ',
    );
    const isLate = canReadLate(sql, items);
    const source = sources.get(isLate) ?? finished(isLate ? sql : readAtOnce(sql), isLate);
    sources.set(isLate, source);
    // One row more than wanted shows whether rows were cut off.
    return finishedSql(SQL`SELECT ${items} FROM (${source}) AS answer LIMIT ${maxRows + 1}`, macros);
  };
  const plain = named.map(({ output, sqlType }) => asAnswered(output, sqlType));
  const values = { ...select(plain), columns: named };
  if (!named.some(({ sqlType }) => isWritten(sqlType))) return values;
  const texts = named.map(({ output, sqlType }) => (isWritten(sqlType) ? SQL`to_json(${nameSql(output)})` : undefined));
  return {
    ...select(plain.map((value, index) => texts[index] ?? value)),
    columns: named.map((column, index) =>
      texts[index] ? { ...column, sqlType: JSON_TEXT, written: column.sqlType } : column,
    ),
    values,
  };
}

/** All rows of a query, with every value as it is. */
export function valueAnswer(
  { sql, columns }: CompiledQuery,
  finished: (query: Sql) => Sql,
): Pick<Compiled, 'sql' | 'columns' | 'macros'> {
  const named = nameColumns(columns);
  const values = named.map(
    ({ name, output, sqlType }) => SQL`${answerValue(nameSql(output), sqlType)} AS ${nameSql(name)}`,
  );
  const items = joinSql(values, ', ');
  const source = finished(canReadLate(sql, items) ? sql : readAtOnce(sql));
  return { ...finishedSql(SQL`SELECT ${items} FROM (${source}) AS answer`), columns: named };
}

/** @param macros those of SQL that has been written out before */
function finishedSql(sql: Sql, macros: readonly string[] = []): Pick<Compiled, 'sql' | 'macros'> {
  return { sql: printed(sql), macros: [...macrosIn(sql), ...macros] };
}

/** A column of the answer; a record that stands for an array is written as one. */
function asAnswered(output: string, type: SqlType): Sql {
  return holdsSingle(type) ? answerValue(nameSql(output), type, (expression) => expression) : nameSql(output);
}

/** The reference to a parameter. Its cast fixes the type that DuckDB prepares the parameter with, for NULL as well. */
function parameterReference(parameter: ParameterType) {
  const type = typeOfParameter(parameter);
  const reference = typed(SQL`CAST(${wordSql(`$${bindingName(parameter.name)}`)} AS ${typeSql(type)})`, type);
  return { ...reference, isParameter: true, readAs: new Set<SqlType['kind']>() };
}

/** BigQuery names nameless columns f0_, f1_ and so on. */
function nameColumns(columns: readonly OutputColumn[]) {
  let nameless = 0;
  return columns.map(({ name, output, type: open, node }) => {
    const type = answerType(definiteType(open));
    if (!type) throw unsupportedAt(node, 'a STRUCT with two fields of one name in the answer');
    return { name: name ?? `f${nameless++}_`, output, type: wholeTypeName(type), sqlType: type };
  });
}
