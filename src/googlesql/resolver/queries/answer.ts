import { type QueryNode, type WithClauseNode, type WrittenNode } from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { definiteType, type SqlType, withoutForms } from '../../types/types.js';
import { twinColumn } from '../output-column.js';
import { expressionValue } from '../expressions/expressions.js';
import { fieldsOf } from '../names/rows.js';
import { isOpen } from '../open.js';
import { type NamedTables, type TableColumns } from '../tables.js';
import { type UnknownNames } from '../names/unknown-names.js';
import { type QueryContext, type Resolver } from './query-scope.js';
import { resolveCall } from './calls.js';
import { resolveQuery, withClause } from './query.js';
import { Resolution } from './resolution.js';
import { type ResolvedColumn, type ResolvedQuery } from './resolved-query.js';

/** The names that a whole query may use. */
export interface GivenNames {
  readonly tables: NamedTables;
  /** Queries that it may read, as those of a WITH in front of it, by their lower-case names. */
  readonly queries?: ReadonlyMap<string, TableColumns>;
  /** Types of parameters by their lower-case names. */
  readonly parameters: ReadonlyMap<string, SqlType>;
  /** Collector of facts, for a compiler that comes behind. */
  readonly resolution?: Resolution;
  /** Collector of unknown names, where the first one is not to end it all. */
  readonly unknown?: UnknownNames;
  /** Whether functions, table functions and parameters are taken of which nothing is known here. */
  readonly isLenient?: boolean;
}

/** The columns of an answer. */
export interface Answer {
  readonly columns: readonly AnswerColumn[];
  /** Whether it has columns beside these, at places that are not known: those of a table that is not known whole. */
  readonly isPartial: boolean;
}

/** A column of an answer, whose type is `OPEN_TYPE` where a function decides on it that BigQuery alone has. */
export interface AnswerColumn {
  readonly name: string;
  readonly type: SqlType;
}

/** All of the resolver. */
const RESOLVER: Resolver = { expression: expressionValue, call: resolveCall, query: resolveQuery };

/**
 * The columns of a query's answer.
 *
 * @throws DialectError for names that mean nothing, and for types that do not go together
 */
export function answerOf(statement: QueryNode, names: GivenNames): Answer {
  const { columns, isPartial = false } = asColumns(resolveQuery(statement, contextOf(names, statement)));
  return ended({ columns: named(columns), isPartial }, names);
}

/**
 * Resolves the queries of a WITH clause.
 *
 * @throws DialectError as for a whole query
 */
export function expectClause(clause: WithClauseNode, names: GivenNames): void {
  ended(withClause(clause, contextOf(names, clause)), names);
}

/** @throws the first of the unknown names that were collected */
function ended<T>(found: T, { unknown }: GivenNames): T {
  if (unknown?.found[0]) throw unknown.found[0];
  return found;
}

function contextOf(
  { tables, queries = new Map(), parameters, unknown, isLenient, resolution = new Resolution() }: GivenNames,
  node: WrittenNode,
): QueryContext {
  const given = Array.from(queries, ([name, { columns, isValueTable }]): [string, () => ResolvedQuery] => {
    const resolved = columns.map((column) => ({ name: column.name, node, value: { type: withoutForms(column.type) } }));
    return [name, () => ({ columns: resolved, ...(isValueTable && { isValueTable }) })];
  });
  const values = Array.from(parameters, ([name, type]): [string, TypedValue] => [name, { type, isParameter: true }]);
  const own = { queries: new Map(given), parameters: new Map(values), resolver: RESOLVER };
  return { ...own, tables, unknown, isLenient, resolution };
}

/** A query as its answer has it: the fields of the STRUCTs of SELECT AS VALUE are columns. */
function asColumns(query: ResolvedQuery): ResolvedQuery {
  const [row] = query.isValueTable ? query.columns : [];
  if (!row) return query;
  const { node, value } = row;
  if (isOpen(value)) return { columns: [], isPartial: true };
  if (value.type.kind !== 'STRUCT') return query;
  return { columns: fieldsOf(value).map(({ name, type }) => ({ name: name || undefined, node, value: { type } })) };
}

/** BigQuery names nameless columns f0_, f1_ and so on, and refuses two of one name. */
function named(columns: readonly ResolvedColumn[]): AnswerColumn[] {
  let nameless = 0;
  const seen = new Set<string>();
  return columns.map(({ name = `f${nameless++}_`, node, value }) => {
    if (seen.has(name.toLowerCase())) throw twinColumn(node, name);
    seen.add(name.toLowerCase());
    return { name, type: definiteType(value.type) };
  });
}
