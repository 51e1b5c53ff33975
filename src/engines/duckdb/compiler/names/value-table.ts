import { fieldAt } from '../expressions/struct-value.js';
import { everyColumn } from '../../../../googlesql/resolver/names/star.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type CompiledQuery } from '../compiler.js';
import { derived } from './relation.js';
import { type QueryContext } from './scope.js';
import { SQL } from '../sql-tree/sql.js';
import { nameOutputs, selectOf } from '../queries/outputs.js';

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
