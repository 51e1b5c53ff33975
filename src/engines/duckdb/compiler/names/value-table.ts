import { fieldAt } from '../expressions/struct-value.js';
import { everyColumn } from '../../../../googlesql/resolver/star.js';
import { type SelectNode } from '../../../../googlesql/ast/nodes.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type CompiledQuery } from '../compiler.js';
import { derived } from './relation.js';
import { type QueryContext } from './scope.js';
import { SQL } from '../sql-tree/sql.js';
import { nameOutputs, selectOf } from '../queries/outputs.js';

/** The rows of a SELECT. The column of SELECT AS VALUE has no name any more. */
export function rowsOf(node: SelectNode, query: CompiledQuery): CompiledQuery {
  const kind = node.rowsAs;
  if (kind === 'STRUCT') return { ...query, isStruct: true };
  if (kind !== 'VALUE') return query;
  if (query.columns.length !== 1) throw errorAt(node, 'SELECT AS VALUE takes one expression');
  return { ...query, columns: query.columns.map((column) => ({ ...column, name: undefined })), isValueTable: true };
}

/** Refuses a set operation over columns and value tables together. */
export function refuseMixedRows(queries: readonly CompiledQuery[], node: TextPosition): void {
  if (isMixed(queries, ({ isValueTable }) => isValueTable))
    throw unsupportedAt(node, 'SELECT AS VALUE beside a query of columns');
}

/** Refuses SELECT AS STRUCT beside other columns: it is one column of a set operation, but here its fields stand for it. */
export function refuseMixedStructs(queries: readonly CompiledQuery[], node: TextPosition): void {
  if (isMixed(queries, ({ isStruct }) => isStruct)) {
    throw errorAt(
      node,
      'SELECT AS STRUCT is one column, a STRUCT; write it in all queries of a set operation, or in none',
    );
  }
}

function isMixed(queries: readonly CompiledQuery[], isOne: (query: CompiledQuery) => boolean | undefined): boolean {
  return queries.some(isOne) && !queries.every(isOne);
}

/** A value table in BigQuery's answer: the fields of its STRUCTs are the columns; another value is one column. */
export function asColumns(query: CompiledQuery, context: QueryContext): CompiledQuery {
  const { sql, variables } = derived(query, undefined, context);
  const [node, value] = [query.columns[0]?.node, variables[0]?.value];
  if (!node || !value) throw new TypeError('a value table of no value');
  const isRecord = value.type.kind === 'STRUCT';
  const row = isRecord ? { ...value, sql: SQL`bq_row(${value.sql})` } : value;
  const rows = { variables: [{ name: query.columns[0]?.name, columns: [], value: row }], merged: [] };
  const columns = nameOutputs(everyColumn(rows, node, fieldAt).map((column) => ({ node, ...column })));
  if (isRecord && columns.some(({ name }) => name === undefined)) {
    throw unsupportedAt(node, 'SELECT AS VALUE of a STRUCT with a nameless field as the answer');
  }
  return selectOf(columns, SQL` FROM ${sql}`);
}
