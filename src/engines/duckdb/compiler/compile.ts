import { isStackOverflow, TOO_DEEP } from '../../../googlesql/parser/parse-query.js';
import { type Column, type ParameterType, type Query, type SqlProblem } from '../../engine.js';
import { type AnswerNumbers, type NumberFormat, numbersOf } from '../../number-format.js';
import { Aliases } from './names/aliases.js';
import { answerType } from './types/answer-type.js';
import { bindingName, NOW } from './names/binding-names.js';
import { type CstNode, DialectError, parseStatement, UnknownName, UnknownTable } from './cst.js';
import { CompileBudget } from './compile-budget.js';
import { typed } from './expression.js';
import { isWritten, jsonText } from './json/json-text.js';
import { boundedSql } from './output/bounded-sql.js';
import { type CompiledQuery, compileQuery, type OutputColumn } from './queries/query.js';
import { type QueryContext, type Table, type Tables } from './names/scope.js';
import { arrayOf, definiteType, type SqlType, wholeTypeName } from '../../../googlesql/types/types.js';
import { duckDbType, quoteName } from './types/duckdb-types.js';
import { asColumns } from './names/value-table.js';
import { type WrittenPattern } from './expressions/written-pattern.js';

/** A query in DuckDB's SQL, and the columns that it returns: their public types, and those that DuckDB gives. */
export interface Compiled {
  readonly sql: string;
  readonly columns: readonly CompiledColumn[];
  /** The same query before its nested columns are written as JSON text, where there are some; it tells of what type they are. */
  readonly values?: Pick<Compiled, 'sql' | 'columns'>;
  /** SQL of a caller's own of which nothing can fail, on whichever row. */
  readonly leakproof?: boolean;
  /** The regular expressions in the text. */
  readonly patterns?: readonly WrittenPattern[];
  /** Texts of parameters that are read as dates and times. */
  readonly texts?: readonly ReadText[];
}

/** A parameter of STRING that stands where a date or a time is wanted. */
export interface ReadText {
  /** In lower case. */
  readonly parameter: string;
  readonly kind: SqlType['kind'];
}

export type CompiledColumn = Column & { readonly sqlType: SqlType };

const JSON_TEXT: SqlType = { kind: 'JSON' };

/**
 * Compiles GoogleSQL to DuckDB SQL with the same meaning, or says why not. Every name is resolved against `tables` and
 * the query itself, and every type is checked, before any SQL is written: what comes out names nothing that the author
 * did not name.
 */
export function compile(query: Query, tables: Tables, numbers: NumberFormat = 'exact'): Compiled | SqlProblem {
  return orProblem(() => {
    const statement = parseStatement(query.sql);
    const context = contextOf(query, tables);
    const whole = wholeAnswer(statement, context);
    const { maxRows, columnNumbers } = query;
    return {
      ...answer({ ...whole, sql: boundedSql(whole.sql, statement) }, { maxRows, numbers, columnNumbers }),
      patterns: context.patterns,
      texts: [...context.catalog.parameters].flatMap(([parameter, { readAs = [] }]) =>
        Array.from(readAs, (kind) => ({ parameter, kind })),
      ),
    };
  }, [...tables.keys()]);
}

/** A statement whose answer has columns: the rows of SELECT AS VALUE have those of their fields. */
export function wholeAnswer(statement: CstNode, context: QueryContext): CompiledQuery {
  const query = compileQuery(statement, context, undefined);
  return query.isValueTable ? asColumns(query, context) : query;
}

/** What is made, or what is wrong with the text that it is made of, which may read these tables. */
export function orProblem<T>(make: () => T, tables: readonly string[] = []): T | SqlProblem {
  try {
    return make();
  } catch (error) {
    if (isStackOverflow(error)) return { line: 1, column: 1, message: TOO_DEEP };
    if (!(error instanceof DialectError)) throw error;
    const others = error instanceof UnknownTable ? tables : [];
    const message = error instanceof UnknownName ? error.explained(others) : error.message;
    return { line: error.line, column: error.column, message };
  }
}

/** What a query finds where it begins. */
export function contextOf({ sql, parameters }: Pick<Query, 'sql' | 'parameters'>, tables: Tables): QueryContext {
  const references = new Map(parameters.map((each) => [each.name.toLowerCase(), parameterReference(each)]));
  const catalog = { tables, parameters: references, now: `CAST($${NOW} AS ${duckDbType({ kind: 'TIMESTAMP' })})` };
  return {
    catalog,
    aliases: new Aliases([sql]),
    budget: new CompileBudget(),
    patterns: [],
    queries: new Map<string, Table>(),
  };
}

/** What is wanted of an answer beside the query's own rows. */
interface AnswerOptions extends AnswerNumbers {
  readonly maxRows: number;
}

/** The whole of a query as it is run. */
export function answer({ sql, columns }: CompiledQuery, { maxRows, numbers, columnNumbers }: AnswerOptions): Compiled {
  const named = nameColumns(columns);
  const select = (items: readonly string[]) =>
    // One row more than is wanted tells whether rows were cut off.
    `SELECT ${items.join(', ')} FROM (${sql}) AS answer LIMIT ${maxRows + 1}`;
  const values = {
    sql: select(named.map(({ name, output, sqlType }) => `${asAnswered(output, sqlType)} AS ${quoteName(name)}`)),
    columns: named,
  };
  if (!named.some(({ sqlType }) => isWritten(sqlType))) return values;
  return {
    sql: select(
      named.map(({ name, output, sqlType }) => {
        const format = numbersOf(name, { numbers, columnNumbers });
        const value = isWritten(sqlType) ? jsonText(quoteName(output), sqlType, format) : asAnswered(output, sqlType);
        return `${value} AS ${quoteName(name)}`;
      }),
    ),
    columns: named.map((column) => (isWritten(column.sqlType) ? { ...column, sqlType: JSON_TEXT } : column)),
    values,
  };
}

/** BigQuery's JSON values have no key twice, which DuckDB lets stand in the text. */
function asAnswered(output: string, type: SqlType): string {
  return type.kind === 'JSON' ? `bq_json_answer(${quoteName(output)})` : quoteName(output);
}

/** The cast fixes the type that DuckDB prepares the parameter with, for NULL as well. */
function parameterReference(parameter: ParameterType) {
  const scalar: SqlType = { kind: parameter.type };
  const type = parameter.array ? arrayOf(scalar) : scalar;
  const reference = typed(`CAST($${bindingName(parameter.name)} AS ${duckDbType(type)})`, type);
  return { ...reference, isParameter: true, readAs: new Set<SqlType['kind']>() };
}

/** BigQuery names nameless columns f0_, f1_ and so on, and refuses two of one name. */
function nameColumns(columns: readonly OutputColumn[]) {
  let nameless = 0;
  const seen = new Set<string>();
  return columns.map(({ name, output, type: open, node }) => {
    const type = answerType(definiteType(open));
    if (!type) throw node.unsupported('a STRUCT with two fields of one name in the answer');
    const given = name ?? `f${nameless++}_`;
    if (seen.has(given.toLowerCase())) {
      throw (node.child('alias') ?? node).error(
        `two columns of the answer are named "${given}"; give one another name with AS`,
      );
    }
    seen.add(given.toLowerCase());
    return { name: given, output, type: wholeTypeName(type), sqlType: type };
  });
}
