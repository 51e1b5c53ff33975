import { fieldAt, isStruct } from '../expressions/struct-value.js';
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
  const { type } = value;
  const row = { ...value, sql: SQL`bq_row(${value.sql})` };
  const columns = isStruct(type)
    ? type.fields.map(({ name }, index) => {
        if (!name) throw unsupportedAt(node, 'SELECT AS VALUE of a STRUCT with a nameless field as the answer');
        return { name, node, expression: fieldAt(row, index) };
      })
    : [{ name: query.columns[0]?.name, node, expression: value }];
  return selectOf(nameOutputs(columns), SQL` FROM ${sql}`);
}
